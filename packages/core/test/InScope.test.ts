import { assert, describe, it } from "@effect/vitest"
import { type Action, type Envelope, inScope, type Payload, reachOf } from "@pawl/core"
import * as Schema from "effect/Schema"
import { envelope, shellRun } from "./support.ts"

const within = (root: string) => ({ _tag: "Within", root }) as const
const pre = (action: Action): Payload => ({ _tag: "tool.pre", action })
const reads = (...paths: ReadonlyArray<string>): Payload => pre({ _tag: "FileRead", paths })

const applies = (root: string, moment: Envelope, roots: ReadonlyArray<string> = []) =>
  inScope(within(root), reachOf(moment, roots))

describe("inScope (CORE-6, CORE-54)", () => {
  it("applies a source without a scope everywhere", () => {
    assert.isTrue(inScope({ _tag: "Everywhere" }, reachOf(envelope(), [])))
  })

  it("applies a project's source when its root is one of the host's roots, by equality", () => {
    assert.isTrue(applies("/repo", envelope(), ["/other", "/repo/"]))
    assert.isTrue(applies("/repo/./x/..", envelope(), ["/repo"]))
    assert.isFalse(applies("/repo/sub", envelope(), ["/repo"]))
    assert.isFalse(applies("/repo", envelope(), ["/repo/sub"]))
  })

  it.each([
    ["/repo", true],
    ["/repo/", true],
    ["/repo/src/deep", true],
    ["/repo/../repo/src", true],
    ["/repository", false],
    ["/repo/..", false],
    ["/", false]
  ])("for a working directory of %s: %s", (cwd, expected) => {
    assert.strictEqual(applies("/repo", envelope(shellRun(), { cwd })), expected)
  })

  it.each([
    ["/repo/a.ts", true],
    ["../repo/a.ts", true],
    ["./../repo/./sub/../a.ts", true],
    ["a.ts", false],
    ["../repository/a.ts", false],
    ["/repo/../other/a.ts", false],
    ["..\\repo\\a.ts", true],
    ["/repo/x\\..\\..\\..\\etc", true]
  ])("for a file named %s from /home: %s", (path, expected) => {
    assert.strictEqual(applies("/repo", envelope(reads("/elsewhere", path), { cwd: "/home" })), expected)
  })

  it("looks at the folder of a shell command, relative to the envelope's", () => {
    const run = (cwd: string) => pre({ _tag: "ShellRun", command: "ls", cwd })
    assert.isTrue(applies("/repo", envelope(run("../repo"), { cwd: "/home" })))
    assert.isTrue(applies("/repo", envelope(run("/repo/x"))))
    assert.isFalse(applies("/repo", envelope(run("../repo"))), "nothing to resolve it against")
  })

  it("looks at the path of an editor's moment, at attachments and at files that a subagent changed", () => {
    const attachments = [{ kind: "file", path: "/repo/a" }] as const
    assert.isTrue(applies("/repo", envelope({ _tag: "tab.read", path: "/repo/a" })))
    assert.isTrue(applies("/repo", envelope({ _tag: "prompt.submit", prompt: "", attachments })))
    assert.isTrue(applies("/repo", envelope({ _tag: "file.exposure", path: "/x", attachments })))
    assert.isTrue(
      applies("/repo", envelope({ _tag: "subagent.stop", status: "completed", modifiedFiles: ["/repo/a"] }))
    )
    assert.isFalse(applies("/repo", envelope({ _tag: "agent.thought", text: "/repo/a" })))
  })

  it("never reads the envelope's workspace roots", () => {
    assert.isFalse(applies("/repo", envelope(shellRun(), { workspaceRoots: ["/repo"] })))
  })

  it("compares paths with a drive letter in any case and with either separator", () => {
    assert.isTrue(applies("C:\\Repo", envelope(reads("c:/repo/a.ts"))))
    assert.isTrue(applies("C:\\Repo", envelope(reads("a.ts"), { cwd: "c:\\REPO\\src" })))
    assert.isTrue(applies("C:\\Repo", envelope(reads("\\repo\\a.ts"), { cwd: "c:\\elsewhere" })))
    assert.isTrue(applies("C:\\Repo", envelope(), ["c:/repo"]))
    assert.isFalse(applies("C:\\Repo", envelope(reads("d:\\repo\\a.ts"), { cwd: "d:\\" })))
  })

  it("applies a source of the whole disk to every absolute path", () => {
    assert.isTrue(applies("/", envelope(shellRun(), { cwd: "/anything" })))
  })

  const Segment = Schema.Literals(["repo", "other", "..", ".", "", "a\\b", "..\\repo", "C:"])
  const Path = Schema.Array(Segment).check(Schema.isMaxLength(5))
  const Moment = Schema.Struct({
    root: Path,
    cwd: Schema.optionalKey(Path),
    paths: Schema.Array(Path).check(Schema.isMaxLength(3)),
    more: Schema.Array(Path).check(Schema.isMaxLength(3)),
    isAbsolute: Schema.Boolean
  })

  it.prop("what a model names can only add sources", { moment: Moment }, ({ moment }) => {
    const path = (segments: ReadonlyArray<string>) => `${moment.isAbsolute ? "/" : ""}${segments.join("/")}`
    const root = within(`/${moment.root.join("/")}`)
    const here = moment.cwd === undefined ? {} : { cwd: `/${moment.cwd.join("/")}` }
    const few = reachOf(envelope(reads(...moment.paths.map(path)), here), [])
    const many = reachOf(envelope(reads(...moment.paths.map(path), ...moment.more.map(path)), here), [])
    if (inScope(root, few)) assert.isTrue(inScope(root, many))
    const nothing = reachOf(envelope({ _tag: "workspace.open" }, here), [])
    if (inScope(root, nothing)) assert.isTrue(inScope(root, few))
  })

  it.prop("a place that is reached is absolute and holds no step back", { moment: Moment }, ({ moment }) => {
    const { places } = reachOf(envelope(reads(moment.paths.map((each) => each.join("/")).join("/")), { cwd: "/x" }), [])
    for (const place of places) assert.match(place, /^(?:[a-z]:)?\/(?!.*(?:^|\/)\.\.?(?:\/|$))/)
  })
})
