import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
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

// A stand-in for everything that the set-up fetches and builds: what is left is how Pawl is started.
const scene = () => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "pawl-bootstrap-")))
  const root = path.join(folder, "pawl")
  const write = (name: string, text: string, mode = 0o644) => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    fs.writeFileSync(path.join(root, name), text, { mode })
  }
  const from = path.dirname(path.dirname(bootstrap))
  for (const name of ["package.json", "scripts/bootstrap.mjs", "scripts/tools.json"]) {
    write(name, fs.readFileSync(path.join(from, name), "utf8"))
  }
  const { packageManager } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))
  const { pnpm } = JSON.parse(fs.readFileSync(path.join(root, "scripts/tools.json"), "utf8"))
  const target = `${process.platform}-${process.arch}`
  const home = `.tools/pnpm-${/^pnpm@([^+]+)/.exec(packageManager)?.[1]}-${target}/node_modules`
  write(`${home}/${pnpm.packages[target].name}/pnpm`, "#!/bin/sh\nexit 0\n", 0o755)
  write("node_modules/turbo/bin/turbo", "")
  write(
    "packages/cli/dist/bundle/main.cjs",
    `const { PATH, INIT_CWD, npm_lifecycle_event } = process.env
    console.log(JSON.stringify({ words: process.argv.slice(2), cwd: process.cwd(), PATH, INIT_CWD, npm_lifecycle_event }))
    if (process.argv[2] === "die") process.kill(process.pid, "SIGTERM")
    else process.stdin.on("data", (piece) => process.stdout.write(piece)).on("end", () => process.exit(7))`
  )
  return { folder, root, [Symbol.dispose]: () => fs.rmSync(folder, { recursive: true }) }
}

const hasNpm = spawnSync("npm", ["--version"]).status === 0

describe.runIf(process.platform !== "win32" && hasNpm)("npm run pawl (needs npm)", () => {
  const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`
  const npmRun = ({ folder, root }: ReturnType<typeof scene>, ...words: ReadonlyArray<string>) => {
    const args = ["--prefix", root, "run", "-s", "pawl", "--", ...words]
    return spawnSync("npm", args, { cwd: folder, env: { ...process.env, PATH }, encoding: "utf8", input: "for pawl" })
  }

  it("runs pawl where one stands, with one's words, stdin and programs, and ends with its exit code", () => {
    using place = scene()
    const words = ["exec", "-c", "it's $HOME\n && *", "--", "", "--force"]
    const { status, stderr, stdout } = npmRun(place, ...words)
    assert.strictEqual(stderr, "")
    const [line = "", echoed] = stdout.split("\n")
    assert.deepStrictEqual(JSON.parse(line), { words, cwd: place.folder, PATH })
    assert.strictEqual(echoed, "for pawl")
    assert.strictEqual(status, 7)
  })

  it("ends by the signal that pawl died of", () => {
    using place = scene()
    const { signal, status } = npmRun(place, "die")
    // Some versions of npm die of it as well, some say it with their exit code.
    assert.include(["SIGTERM", 128 + os.constants.signals.SIGTERM], signal ?? status)
  })
})
