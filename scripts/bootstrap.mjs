// What `npm start`, `npm test`, `npm run check`, `npm run pawl` and their like run: it needs nothing but Node 20 and npm. Whatever it
// fetches (a newer Node where needed, pnpm) comes from npm's registry as this machine has it set up, pinned, and lies in .tools/.
// It runs under the machine's own Node, so: only node: builtins, no syntax newer than ES2022.
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import tty from "node:tty"
import { fileURLToPath } from "node:url"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const tools = path.join(root, ".tools")
const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))
const pins = JSON.parse(fs.readFileSync(path.join(root, "scripts/tools.json"), "utf8"))
const target = `${process.platform}-${process.arch}`
const exe = process.platform === "win32" ? ".exe" : ""

class SetUpFailed extends Error {}
const fail = (message) => {
  throw new SetUpFailed(message)
}

const atLeast = (have, want) => {
  const a = have.replace(/^v/, "").split(/[.-]/).map(Number)
  const b = want.split(".").map(Number)
  for (let i = 0; i < b.length; i++) if (a[i] !== b[i]) return a[i] > b[i]
  return true
}

/** Runs a program to its end and gives its exit code; its standard output goes to stderr unless `stdio` says otherwise. */
const run = (file, args, options) => {
  const result = spawnSync(file, args, { cwd: root, stdio: ["ignore", 2, 2], ...options })
  if (result.error) fail(`${path.basename(file)} could not be started: ${result.error.message}`)
  return result.status ?? 1
}

const checkPlatform = () => {
  if (!atLeast(process.version, "20.0.0")) {
    fail(`Node 20 or newer is needed to set Pawl up; this is ${process.version}.`)
  }
  if (process.platform === "linux") {
    // Without this the report would look up the name of every open socket.
    process.report.excludeNetwork = true
    if (process.report.getReport().header.glibcVersionRuntime === undefined) {
      fail("Pawl's build tools need glibc; this Linux has another C library (musl), which is not covered.")
    }
  }
  if (!pins.pnpm.packages[target]) {
    fail(
      `Pawl's build tools are not available for ${target}; covered are ${Object.keys(pins.pnpm.packages).join(", ")}.`
    )
  }
}

// npm's own JavaScript entry: npm.cmd cannot be started on Windows without a shell.
const npmCli = () => {
  const fromEnv = process.env.npm_execpath
  if (fromEnv?.endsWith("npm-cli.js")) return fromEnv
  const bin = path.dirname(fs.realpathSync(process.execPath))
  const places = ["node_modules/npm", "../lib/node_modules/npm", "../share/nodejs/npm", "../../share/nodejs/npm"]
  const found = places.map((place) => path.join(bin, place, "bin/npm-cli.js")).find((file) => fs.existsSync(file))
  return found ?? fail("npm was not found; start this with `npm start` or `npm test`.")
}

// Said one by one, because a user's .npmrc may say otherwise.
const npmInstall = [
  "install",
  "--no-save",
  "--no-package-lock",
  "--no-package-lock-only",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--no-dry-run",
  "--no-global",
  "--no-engine-strict",
  "--no-offline",
  "--no-before",
  "--min-release-age=0",
  "--include=prod",
  "--install-strategy=hoisted",
  "--update-notifier=false",
  "--loglevel=error",
  `--os=${process.platform}`,
  `--cpu=${process.arch}`
]

// Installs one package without running its scripts, verifies the pinned integrity and moves it into place in one rename,
// so that an interrupted run leaves nothing half done and two runs at once are safe.
const fetchTool = (slot, pkg, version, binary) => {
  const home = path.join(tools, `${slot}-${version}-${target}`)
  const inside = path.join("node_modules", ...pkg.name.split("/"))
  if (fs.existsSync(home)) return path.join(home, inside, binary)
  process.stderr.write(`bootstrap: fetching ${pkg.name}@${version} into .tools/\n`)
  fs.mkdirSync(tools, { recursive: true })
  const draft = fs.mkdtempSync(path.join(tools, "draft-"))
  try {
    fs.writeFileSync(path.join(draft, "package.json"), '{"private":true}\n')
    const args = [npmCli(), ...npmInstall, "--prefix", draft, `${pkg.name}@${version}`]
    if (run(process.execPath, args, { cwd: draft }) !== 0) fail(`npm could not install ${pkg.name}@${version}.`)
    const lock = JSON.parse(fs.readFileSync(path.join(draft, "node_modules/.package-lock.json"), "utf8"))
    const got = lock.packages[`node_modules/${pkg.name}`].integrity
    if (pkg.integrity && got !== pkg.integrity) {
      fail(`${pkg.name}@${version} is not what it should be: its integrity is ${got}, expected was ${pkg.integrity}.`)
    }
    // Headers and manuals are a third of Node's package and nobody reads them here.
    for (const extra of ["include", "share"])
      fs.rmSync(path.join(draft, inside, extra), { recursive: true, force: true })
    fs.renameSync(draft, home)
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    // Another run was faster: its copy is as good as ours.
    if (!fs.existsSync(home)) throw error
  }
  return path.join(home, inside, binary)
}

const findNode = () => {
  // Node 23 is past its time, and its first releases cannot run TypeScript.
  if (atLeast(process.version, pins.node.minimum) && !process.version.startsWith("v23.")) return process.execPath
  const pkg = pins.node.packages[target]
  if (!pkg) fail(`Node ${pins.node.minimum} or newer is needed on ${target}; this is ${process.version}.`)
  return fetchTool("node", pkg, pkg.version ?? pins.node.version, `bin/node${exe}`)
}

const startedByNpm = process.env.npm_lifecycle_event !== undefined
const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === "PATH") ?? "PATH"

// The variables of whoever has called, without what npm adds for its scripts: pnpm would take some of it as being said to it, and
// a command that Pawl runs for somebody is to find the programs that this person would find.
const callersEnvironment = () => {
  const ofNpm = /^npm_(lifecycle|package|command|execpath|node_execpath)|^npm_config_(user_agent|.*prefix)$|^INIT_CWD$/i
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !ofNpm.test(key)))
  const folders = (env[pathKey] ?? "").split(path.delimiter)
  // npm puts the .bin of each folder up to the root in front, and one of its own behind them.
  const last = startedByNpm ? folders.findIndex((folder) => /[\\/]node-gyp-bin$/.test(folder)) : -1
  const isBin = (folder) => /[\\/]node_modules[\\/]\.bin$/.test(folder)
  const own = folders.slice(0, Math.max(last, 0)).every(isBin) ? folders.slice(last + 1) : folders
  return { ...env, [pathKey]: own.join(path.delimiter) }
}

const childEnvironment = (node, pnpm) => {
  const env = callersEnvironment()
  // NODE_ENV=production would leave the development dependencies out.
  delete env.NODE_ENV
  const bins = [path.dirname(node), path.dirname(pnpm), path.join(root, "node_modules/.bin")]
  env[pathKey] = [...bins, env[pathKey]].join(path.delimiter)
  return {
    ...env,
    // Nothing is told to anybody, and turbo keeps its settings in this folder instead of the user's.
    DO_NOT_TRACK: "1",
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_NO_UPDATE_NOTIFIER: "1",
    TURBO_CONFIG_DIR_PATH: path.join(tools, "turbo"),
    pnpm_config_update_notifier: "false"
  }
}

// Tests and checks have a home folder of their own. What this user's git, pnpm or agents are set to is not theirs to see, and
// what vitest, biome and the tests leave in a home folder stays in this one.
const ownHome = () => {
  const home = path.join(tools, "home")
  fs.mkdirSync(home, { recursive: true })
  const xdg = ["CONFIG_HOME", "CONFIG_DIRS", "DATA_HOME", "DATA_DIRS", "CACHE_HOME", "STATE_HOME"]
  const unset = Object.fromEntries(xdg.map((name) => [`XDG_${name}`, undefined]))
  return { ...unset, HOME: home, USERPROFILE: home, APPDATA: home, LOCALAPPDATA: home }
}

// Installs only when what it depends on has changed since the last time that it succeeded.
const install = (node, pnpm, env) => {
  const manifests = fs.readdirSync(path.join(root, "packages")).map((name) => `packages/${name}/package.json`)
  const inputs = ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", ...manifests]
  const digest = createHash("sha256").update(`${node}\n${pnpm}\n`)
  for (const file of inputs.map((input) => path.join(root, input))) {
    if (fs.existsSync(file)) digest.update(file).update(fs.readFileSync(file))
  }
  const stamp = path.join(root, "node_modules/.bootstrap-stamp")
  const want = digest.digest("hex")
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === want) return
  const args = ["install", "--frozen-lockfile", "--prefer-offline", "--reporter=append-only"]
  if (run(pnpm, args, { env }) !== 0) fail("pnpm could not install the dependencies; the reason stands above.")
  fs.writeFileSync(stamp, want)
}

// Runs Pawl as if the caller had started it: in that folder, with those variables and that terminal. What comes from the
// keyboard reaches it without us; another signal is handed on, and one that it dies of ends us as well.
const runPawl = (node, args, env) => {
  const cwd = (startedByNpm ? process.env.INIT_CWD : undefined) ?? process.cwd()
  const bundle = path.join(root, "packages/cli/dist/bundle/main.cjs")
  const child = spawn(node, [bundle, ...args], { cwd, env, stdio: "inherit" })
  const atTerminal = [0, 1, 2].some((fd) => tty.isatty(fd))
  for (const signal of ["SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP"]) {
    const reachesAll = atTerminal && (signal === "SIGINT" || signal === "SIGQUIT")
    process.on(signal, () => reachesAll || child.kill(signal))
  }
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new SetUpFailed(`pawl could not be started: ${error.message}`)))
    child.once("exit", (code, signal) => {
      if (signal !== null) {
        process.removeAllListeners(signal)
        process.kill(process.pid, signal)
      }
      resolve(code ?? 128 + os.constants.signals[signal])
    })
  })
}

const main = (job, args) => {
  checkPlatform()
  const node = findNode()
  const version = /^pnpm@([^+]+)/.exec(manifest.packageManager)[1]
  const pnpm = fetchTool("pnpm", pins.pnpm.packages[target], version, `pnpm${exe}`)
  const env = childEnvironment(node, pnpm)
  install(node, pnpm, env)

  const program = (file, words, extra = {}, flags = []) =>
    run(node, [...flags, path.join(root, file), ...words], { env: { ...env, ...extra }, stdio: "inherit" })
  // Straight from the sources, without Node's remark about that.
  const fromSources = ["--conditions=@pawl/source", "--disable-warning=ExperimentalWarning"]
  const turbo = (...words) => {
    const args = [path.join(root, "node_modules/turbo/bin/turbo"), "run", ...words, "--output-logs=errors-only"]
    const result = spawnSync(node, args, { cwd: root, env, encoding: "utf8", maxBuffer: 2 ** 28 })
    if (result.error) fail(`turbo could not be run: ${result.error.message}`)
    // What a build that succeeds says is of no interest to somebody who wants to see the demonstration.
    if (result.status !== 0) process.stderr.write(`${result.stdout}${result.stderr}`)
    return result.status ?? 1
  }

  switch (job) {
    case "start":
      // What Node compiles is kept here, so that the demonstration leaves nothing in the folder for temporary files.
      return (
        turbo("bundle") ||
        runPawl(node, ["demo", ...args], {
          ...callersEnvironment(),
          NODE_COMPILE_CACHE: path.join(tools, "compile-cache")
        })
      )
    case "pawl":
      return turbo("bundle") || runPawl(node, args, callersEnvironment())
    case "build":
      return turbo("build")
    case "bench":
      return turbo("bundle") || program("bench/main.ts", args, {}, fromSources)
    case "bench:peers":
      return program("bench/peers/main.ts", args, {}, fromSources)
    case "soak":
      // The collector is asked to collect before its heap is looked at, and its own room is kept small.
      return program("bench/soak/main.ts", args, {}, [...fromSources, "--expose-gc", "--max-semi-space-size=4"])
    case "check": {
      // The packages are checked as they would be published. What does not build is named by a check.
      turbo("build", "--continue")
      return program("scripts/check.ts", args, ownHome())
    }
    case "test": {
      // What does not compile may still have tests that tell more, so they run in any case.
      const built = turbo("build", "--continue")
      const tested = program("node_modules/vitest/vitest.mjs", ["run", ...args], ownHome())
      if (built !== 0) process.stderr.write("bootstrap: the build failed; the reason stands above the tests.\n")
      return tested || built
    }
    default:
      return fail(`unknown job ${job}; there are start, pawl, test, build, check, bench, bench:peers and soak.`)
  }
}

try {
  const [job = "start", ...args] = process.argv.slice(2)
  process.exitCode = await main(job, args)
} catch (error) {
  if (!(error instanceof SetUpFailed)) throw error
  process.stderr.write(`bootstrap: ${error.message}\n`)
  process.exitCode = 1
}
