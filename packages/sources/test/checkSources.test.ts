import fs from "node:fs"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import {
  CurrentHost,
  coreCodes,
  defaultRunPolicy,
  everythingProfile,
  HookDispatcher,
  HookRegistry,
  SourceCheck,
  TrustPolicy
} from "@pawl/core"
import { RecordingAdapter, RecordingMessenger, ScriptedRunner, shellRun } from "@pawl/core/testing"
import { type DiscoverOptions, discover, installAll, layerSourceCheck } from "@pawl/sources"
import { NodeSystem, SyncFileSystem } from "@pawl/sources/node"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import { folder, isRoot, link, repositoryIn, temporaryFolder, withoutRights, write } from "./support/tree.ts"

const file = (...lines: ReadonlyArray<object>): string =>
  lines.map((line) => `${JSON.stringify({ boundary: "tool.pre", command: "./hook", ...line })}\n`).join("")

const allows = file({ effects: { verdict: "allow" } })
const denies = file({ effects: { verdict: "deny", reason: "no" } })

/** A file system that lets others go first whenever it is asked what is there. */
const unhurried = Layer.effect(
  FileSystem.FileSystem,
  Effect.map(
    FileSystem.FileSystem,
    (system): FileSystem.FileSystem => ({ ...system, stat: (at) => Effect.andThen(Effect.yieldNow, system.stat(at)) })
  )
).pipe(Layer.provide(SyncFileSystem.layer))

const services = (
  trust: Layer.Layer<TrustPolicy> = TrustPolicy.layerThisCall,
  fileSystem: Layer.Layer<FileSystem.FileSystem> = SyncFileSystem.layer
) =>
  HookDispatcher.layer.pipe(
    Layer.provideMerge(HookRegistry.layer),
    Layer.provideMerge(ScriptedRunner.layer()),
    Layer.provideMerge(RecordingAdapter.layerFormats()),
    Layer.provideMerge(RecordingMessenger.layer),
    Layer.provideMerge(Layer.succeed(CurrentHost, { profile: everythingProfile, roots: [] })),
    Layer.provideMerge(trust),
    Layer.provideMerge(Layer.mergeAll(fileSystem, NodeSystem.layer, Path.layer))
  )

const snapshot = HookRegistry.use((registry) => registry.snapshot)
const refresh = SourceCheck.use((check) => check.refresh)

/** What a shell command comes to at the moment, in a folder. */
const judged = Effect.fnUntraced(function* (cwd: string) {
  const dispatcher = yield* HookDispatcher
  const outcome = yield* dispatcher.dispatch(shellRun("ls", { cwd }), {
    policy: defaultRunPolicy,
    snapshot: yield* snapshot
  })
  return outcome.merged.verdict
})

/** How far the revision moves while something happens. */
const moved = Effect.fnUntraced(function* (happens: () => void, times = 1) {
  const before = (yield* snapshot).revision
  happens()
  for (let i = 0; i < times; i++) yield* refresh
  return (yield* snapshot).revision - before
})

const diagnostics = RecordingMessenger.use((messenger) => messenger.events).pipe(
  Effect.map((events) => events.flatMap((event) => (event._tag === "DiagnosticFound" ? [event.diagnostic] : [])))
)

/** Finds and installs what is there, and runs a test with the check of it. */
const checking = <A, E, R>(options: DiscoverOptions, test: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const discovery = yield* discover(options)
    yield* installAll(discovery)
    return yield* test.pipe(Effect.provide(layerSourceCheck(discovery)))
  })

/** A repository with a hooks file in it, and one that is named. */
const tree = Effect.gen(function* () {
  const home = yield* temporaryFolder
  repositoryIn(home)
  const own = write(denies, home, "hooks.recording")
  const outside = yield* temporaryFolder
  const named = write(allows, outside, "named.recording")
  const all: DiscoverOptions = { cwd: home, explicit: [{ path: named }] }
  return { home, own, named, all }
})

describe("layerSourceCheck (SRC-26)", () => {
  it.live("moves nothing while the bytes are the same, however they came there", () =>
    Effect.gen(function* () {
      const { all, home, named, own } = yield* tree
      yield* checking(
        all,
        Effect.gen(function* () {
          const same = (happens: () => void) => Effect.map(moved(happens, 2), (by) => assert.strictEqual(by, 0))
          yield* same(() => undefined)
          yield* same(() => fs.utimesSync(own, 1, 1))
          yield* same(() => fs.writeFileSync(own, denies))
          yield* same(() => fs.renameSync(write(allows, path.dirname(named), "other"), named))
          yield* same(() => {
            fs.unlinkSync(own)
            write(denies, home, "hooks.recording")
          })
          yield* same(() => {
            // As editors save that keep a backup.
            fs.renameSync(own, `${own}~`)
            write(denies, home, "hooks.recording")
          })
          assert.strictEqual((yield* judged(home))._tag, "Deny")
          assert.isEmpty(yield* diagnostics)
        })
      )
    }).pipe(Effect.provide(services()))
  )

  it.live("puts other bytes of a named file in force, once", () =>
    Effect.gen(function* () {
      const { all, home, named } = yield* tree
      yield* checking(
        { ...all, only: true },
        Effect.gen(function* () {
          assert.strictEqual((yield* judged(home))._tag, "Allow")
          const { atime, mtime } = fs.statSync(named)
          const rewrite = () => {
            fs.writeFileSync(named, denies)
            fs.utimesSync(named, atime, mtime)
          }
          assert.strictEqual(yield* moved(rewrite, 3), 1)
          assert.strictEqual((yield* judged(home))._tag, "Deny")
          const rename = () => fs.renameSync(write(allows, home, "new"), named)
          assert.strictEqual(yield* moved(rename, 3), 1)
          assert.strictEqual((yield* judged(home))._tag, "Allow")
        })
      )
    }).pipe(Effect.provide(services()))
  )

  it.live("denies what the guards of a project's file denied when that file has changed since it was approved", () =>
    Effect.gen(function* () {
      const { home, own } = yield* tree
      write(`${denies}${file({ boundary: "tool.result" })}`, home, "hooks.recording")
      yield* checking(
        { cwd: home },
        Effect.gen(function* () {
          assert.strictEqual(yield* moved(() => fs.writeFileSync(own, allows)), 1)
          const verdict = yield* judged(home)
          assert.strictEqual(verdict._tag === "Deny" && verdict.reason.cause, "untrusted")
          // An empty file switches no guard off either.
          assert.strictEqual(yield* moved(() => fs.writeFileSync(own, "")), 1)
          assert.strictEqual((yield* judged(home))._tag, "Deny")
          const started = (yield* ScriptedRunner.use((runner) => runner.record)).started
          assert.isEmpty(started)
          // The bytes that were approved are approved.
          fs.writeFileSync(own, `${denies}${file({ boundary: "tool.result" })}`)
          yield* refresh
          const again = yield* judged(home)
          assert.strictEqual(again._tag === "Deny" && again.reason.cause, "hook")
        })
      )
    }).pipe(Effect.provide(services()))
  )

  it.live("takes a project's file out that is gone, with one warning, and puts it in force when it is back", () =>
    Effect.gen(function* () {
      const { home, own } = yield* tree
      yield* checking(
        { cwd: home },
        Effect.gen(function* () {
          assert.strictEqual(yield* moved(() => fs.unlinkSync(own), 3), 1)
          assert.deepStrictEqual(
            (yield* snapshot).sources.map(({ bindings, failed }) => [bindings.length, failed]),
            [[0, true]]
          )
          assert.strictEqual((yield* judged(home))._tag, "None")
          assert.deepStrictEqual(
            (yield* diagnostics).map(({ code, file, severity }) => [code, severity, file]),
            [
              ["sources/removed", "warning", own],
              ["core/source-gone", "warning", own]
            ]
          )
          assert.strictEqual(yield* moved(() => fs.writeFileSync(own, denies), 3), 1)
          assert.strictEqual((yield* judged(home))._tag, "Deny")
        })
      )
    }).pipe(Effect.provide(services()))
  )

  it.live(
    "does not forget what was approved of a file that is gone: other bytes in its place are a change (CORE-91)",
    () =>
      Effect.gen(function* () {
        const { home, own } = yield* tree
        fs.writeFileSync(own, denies)
        yield* checking(
          { cwd: home },
          Effect.gen(function* () {
            fs.unlinkSync(own)
            yield* refresh
            fs.writeFileSync(own, allows)
            yield* refresh
            assert.strictEqual((yield* judged(home))._tag, "Deny")
          })
        )
      }).pipe(Effect.provide(services(TrustPolicy.layerThisCall)))
  )

  it.live("keeps the last good version of a named file that is gone, and says at each moment that it is", () =>
    Effect.gen(function* () {
      const { all, home, named } = yield* tree
      fs.writeFileSync(named, denies)
      yield* checking(
        { ...all, only: true },
        Effect.gen(function* () {
          assert.strictEqual(yield* moved(() => fs.unlinkSync(named), 3), 1)
          assert.strictEqual((yield* judged(home))._tag, "Deny")
          const codes = (yield* diagnostics).map(({ code }) => code)
          assert.includeMembers(codes, ["sources/missing", coreCodes.lastGood])
          assert.strictEqual(yield* moved(() => write(allows, path.dirname(named), "named.recording"), 3), 1)
          assert.strictEqual((yield* judged(home))._tag, "Allow")
        })
      )
    }).pipe(Effect.provide(services()))
  )

  it.live("puts a file in force that was not there, anywhere on the way down", () =>
    Effect.gen(function* () {
      const { home } = yield* tree
      const cwd = folder(home, "a", "b")
      yield* checking(
        { cwd },
        Effect.gen(function* () {
          const appear = () => {
            write(file({ effects: { verdict: "ask" } }), home, "a", "hooks.recording")
            link("../../hooks.recording", home, "a", "b", "hooks.recording")
          }
          assert.strictEqual(yield* moved(appear, 3), 1)
          const { sources } = yield* snapshot
          assert.deepStrictEqual(
            sources.map(({ source }) => path.relative(home, source.path)),
            ["hooks.recording", "a/hooks.recording"]
          )
        })
      )
    }).pipe(Effect.provide(services()))
  )

  it.live("does not run a file of the project that was not there when the call approved what it found (CORE-78)", () =>
    Effect.gen(function* () {
      const { home, own } = yield* tree
      const found = yield* Effect.provide(discover({ cwd: home }), services())
      const digests = found.candidates.flatMap(({ contents, source }) =>
        contents._tag === "Read" ? [[source.id, contents.text.digest] as const] : []
      )
      const cwd = folder(home, "a")
      yield* checking(
        { cwd },
        Effect.gen(function* () {
          assert.deepStrictEqual((yield* snapshot).sources[0]?.trust, { _tag: "Approved", by: "call" })
          yield* moved(() => write(allows, home, "a", "hooks.recording"))
          assert.deepStrictEqual(
            (yield* snapshot).sources.map(({ trust }) => trust?._tag),
            ["Approved", "NotApproved"]
          )
          yield* moved(() => fs.writeFileSync(own, allows))
          assert.strictEqual((yield* snapshot).sources[0]?.trust?._tag, "Changed")
        })
      ).pipe(Effect.provide(services(TrustPolicy.layerFound(new Map(digests)))))
    })
  )

  it.live("a file that can no longer be read, or that may not be, is a failed load, and is told once", () =>
    Effect.gen(function* () {
      const { home, own } = yield* tree
      yield* checking(
        { cwd: home },
        Effect.gen(function* () {
          for (const spoil of [
            () => fs.chmodSync(own, 0o666),
            () => {
              fs.unlinkSync(own)
              fs.mkdirSync(own)
            },
            () => {
              fs.rmdirSync(own)
              fs.writeFileSync(own, Uint8Array.of(0xff))
              fs.chmodSync(own, 0o644)
            }
          ]) {
            assert.strictEqual(yield* moved(spoil, 3), 1)
            const [state] = (yield* snapshot).sources
            assert.isTrue(state?.failed)
            assert.strictEqual((yield* judged(home))._tag, "Deny")
          }
          assert.strictEqual(yield* moved(() => fs.writeFileSync(own, denies), 3), 1)
          assert.isFalse((yield* snapshot).sources[0]?.failed)
        })
      )
    }).pipe(Effect.provide(services()))
  )

  it.live("a file in a format that nobody knows is told of at each change of it, and asks nobody", () =>
    Effect.gen(function* () {
      const { home, named } = yield* tree
      yield* checking(
        { cwd: home, explicit: [{ path: named, format: "other" }], only: true },
        Effect.gen(function* () {
          assert.strictEqual(yield* moved(() => fs.writeFileSync(named, denies), 3), 0)
          assert.deepStrictEqual(
            (yield* diagnostics).map(({ code, file }) => [code, file]),
            [["sources/unknown-format", named]]
          )
        })
      )
    }).pipe(Effect.provide(services()))
  )

  it.live("a file without the right to read it is a failed load", () =>
    Effect.gen(function* () {
      const { home, own } = yield* tree
      yield* checking(
        { cwd: home, anyOwner: true },
        Effect.gen(function* () {
          fs.chmodSync(own, 0)
          if (isRoot) fs.chmodSync(home, 0o755)
          yield* withoutRights(refresh)
          assert.isTrue((yield* snapshot).sources[0]?.failed)
          assert.strictEqual((yield* judged(home))._tag, "Deny")
          fs.chmodSync(own, 0o644)
          yield* refresh
          assert.isFalse((yield* snapshot).sources[0]?.failed)
        })
      )
    }).pipe(Effect.provide(services()))
  )

  it.live("where one stood is gone: everything is a failed load, in force as it was, until it is back", () =>
    Effect.gen(function* () {
      const { all, home, named } = yield* tree
      const cwd = folder(home, "a")
      yield* checking(
        { ...all, cwd },
        Effect.gen(function* () {
          assert.strictEqual(yield* moved(() => fs.rmdirSync(cwd), 3), 2)
          const { sources } = yield* snapshot
          assert.deepStrictEqual(
            sources.map(({ diagnostics, failed, source }) => [source.path, failed, diagnostics[0]?.code]),
            [named, path.join(home, "hooks.recording")].map((at) => [at, true, "sources/not-looked-for"])
          )
          assert.strictEqual((yield* judged(home))._tag, "Deny")
          assert.strictEqual(yield* moved(() => fs.mkdirSync(cwd), 3), 2)
          assert.isTrue((yield* snapshot).sources.every(({ failed }) => !failed))
        })
      )
    }).pipe(Effect.provide(services()))
  )

  it.live("checks at once wait for one another, and find a change once", () =>
    Effect.gen(function* () {
      const { all, named, own } = yield* tree
      yield* checking(
        all,
        Effect.gen(function* () {
          const before = (yield* snapshot).revision
          fs.writeFileSync(named, denies)
          fs.unlinkSync(own)
          yield* Effect.all(
            Array.from({ length: 10 }, () => refresh),
            { concurrency: "unbounded", discard: true }
          )
          assert.strictEqual((yield* snapshot).revision, before + 2)
          assert.deepStrictEqual(
            (yield* diagnostics).map(({ code }) => code),
            ["sources/removed"]
          )
        })
      )
    }).pipe(Effect.provide(services(TrustPolicy.layerThisCall, unhurried)))
  )

  it.live("a check that is interrupted between two changes leaves the rest to the next one", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const first = write(allows, home, "1.recording")
      const second = write(allows, home, "2.recording")
      const gone = write(allows, home, "hooks.recording")
      yield* checking(
        { cwd: home, explicit: [{ path: first }, { path: second }] },
        Effect.gen(function* () {
          fs.writeFileSync(first, denies)
          fs.writeFileSync(second, `${denies}held`)
          fs.unlinkSync(gone)
          const waiting = yield* Effect.forkChild(refresh)
          // The first has been put in force when the second is asked about.
          while ((yield* judged(home))._tag !== "Deny") yield* Effect.yieldNow
          yield* Fiber.interrupt(waiting)
          fs.writeFileSync(second, denies)
          yield* refresh
          const { sources } = yield* snapshot
          assert.deepStrictEqual(
            sources.map(({ digest, failed }) => [digest === sources[0]?.digest, failed]),
            [
              [true, false],
              [true, false],
              [false, true]
            ]
          )
          assert.include(
            (yield* diagnostics).map(({ code }) => code),
            "sources/removed"
          )
        })
      )
    }).pipe(
      Effect.provide(
        services(
          Layer.succeed(TrustPolicy, {
            assess: (_, { text }) =>
              text.endsWith("held") ? Effect.never : Effect.succeed({ _tag: "Approved", by: "kind" })
          })
        )
      )
    )
  )
})
