import { spawnSync } from "node:child_process"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"

const bootstrap = path.resolve(import.meta.dirname, "../scripts/bootstrap.mjs")

// The set-up as it would go on another machine: `as` changes what Node says about this one.
const setUp = (as: string) => {
  const args = ["--import", `data:text/javascript,${encodeURIComponent(as)}`, bootstrap, "start"]
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" })
  return { status, stderr, stdout }
}

const refusal = (sentence: string) => ({ status: 1, stderr: `bootstrap: ${sentence}\n`, stdout: "" })

describe("on a machine that is not covered the set-up says one sentence and stops", () => {
  it("when Node is too old", () => {
    assert.deepStrictEqual(
      setUp('Object.defineProperty(process, "version", { value: "v18.20.8" })'),
      refusal("Node 20 or newer is needed to set Pawl up; this is v18.20.8.")
    )
  })

  it("when nothing is built for its system", () => {
    assert.deepStrictEqual(
      setUp(
        'for (const [key, value] of [["platform", "aix"], ["arch", "ppc64"]]) Object.defineProperty(process, key, { value })'
      ),
      refusal(
        "Pawl's build tools are not available for aix-ppc64; covered are linux-x64, linux-arm64, darwin-arm64, darwin-x64, win32-x64, win32-arm64."
      )
    )
  })

  it.runIf(process.platform === "linux")("when its C library is not glibc", () => {
    assert.deepStrictEqual(
      setUp("process.report.getReport = () => ({ header: {} })"),
      refusal("Pawl's build tools need glibc; this Linux has another C library (musl), which is not covered.")
    )
  })
})
