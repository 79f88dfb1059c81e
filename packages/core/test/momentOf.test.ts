import { assert, describe, it } from "@effect/vitest"
import { everythingProfile, removeSource, replaceSource, sourcesMoved } from "@pawl/core"
import { binding, envelope, loaded, snapshotOf, source } from "./support.ts"

const host = { profile: everythingProfile, roots: ["/repo"] }
const state = (root: string, more = {}) =>
  loaded(source(`${root}/hooks`, { kind: "project", scope: { _tag: "Within", root } }), [binding("a")], more)
const here = state("/repo")
const there = state("/there")
const before = snapshotOf(here, there)
const moment = envelope(undefined, { cwd: "/repo/src" })

describe("what judges a moment has moved (CORE-70)", () => {
  it("when a source that applies there was read again, is new, or is gone", () => {
    assert.isTrue(sourcesMoved(host, moment, before, replaceSource(before, state("/repo", { digest: "other" }))))
    assert.isTrue(sourcesMoved(host, moment, before, replaceSource(before, state("/repo/src"))))
    assert.isTrue(sourcesMoved(host, moment, before, removeSource(before, "/repo/hooks")))
  })

  it("when the last attempt to load one that applies there has failed", () => {
    assert.isTrue(sourcesMoved(host, moment, before, replaceSource(before, { ...here, failed: true })))
  })

  it("not while nothing has, and not by a source of somebody else", () => {
    assert.isFalse(sourcesMoved(host, moment, before, before))
    for (const next of [
      replaceSource(before, state("/there", { digest: "other" })),
      replaceSource(before, state("/elsewhere")),
      removeSource(before, "/there/hooks")
    ]) {
      assert.isFalse(sourcesMoved(host, moment, before, next))
    }
  })

  it("not by a load that fails again as it did, but by one that fails otherwise (CORE-90)", () => {
    const finding = (line: number) => [
      { code: "x/y", severity: "error", message: "no", place: { line, column: 1 } } as const
    ]
    const failed = { ...here, digest: "broken", failed: true, diagnostics: finding(1) }
    const pinned = replaceSource(before, failed)
    const again = (more: object) =>
      sourcesMoved(host, moment, pinned, replaceSource(pinned, { ...failed, diagnostics: finding(1), ...more }))
    assert.isFalse(again({}))
    assert.isTrue(again({ digest: "broken otherwise" }))
    assert.isTrue(again({ diagnostics: finding(2) }))
    assert.isTrue(again({ trust: { _tag: "Changed" } }))
    assert.isTrue(again({ bindings: [...failed.bindings] }))
    assert.isTrue(again({ failed: false }))
  })

  it("also by way of the paths that the action names", () => {
    const edit = envelope({ _tag: "tool.pre", action: { _tag: "FileDelete", paths: ["/there/x"] } }, { cwd: "/repo" })
    const next = replaceSource(before, state("/there", { digest: "other" }))
    assert.isTrue(sourcesMoved(host, edit, before, next))
  })
})
