import { describe, it } from "@effect/vitest"
import { adapterContract, extensionMoment, shellRun, turnStop } from "@pawl/core/testing"
import { rulesFormat, toldIn } from "./rulesFormat.ts"

const verdicts = {
  deny: ["deny", "deny no pushes on a Friday"],
  ask: ["ask really?"],
  allow: ["allow"],
  undocumented: ["allow\nagain another plan"]
}

const contract = adapterContract({
  layer: rulesFormat,
  hooks: [
    "# guards\nbefore-shell git push* : ./guard.sh\nbefore-shell! : ./all.sh\n\nplan : ./review.sh\nturn-ended : ./end.sh"
  ],
  events: [
    { event: "before-shell", envelope: shellRun("git push origin"), ...verdicts },
    { event: "plan", envelope: extensionMoment("rules/plan.review", { plan: "all of it" }), ...verdicts },
    { event: "turn-ended", envelope: turnStop(), allow: ["again and the tests"] }
  ],
  inputOf: (read) => toldIn(read)
})

describe("a format of lines, with names and a moment of its own, keeps the contract (CORE-38 to CORE-43)", () => {
  for (const { check, name } of contract) it.effect(name, () => check)
})
