#!/usr/bin/env node
"use strict"
// The first file of the command line; beside it lies the bundle. It keeps the compiled form of the bundle for the next
// start, which has to be said before the bundle is loaded. What lies in that folder is run, so it must be ours alone.
const fs = require("node:fs")
const path = require("node:path")
const { enableCompileCache } = require("node:module")

const privateFolder = () => {
  if (process.env.NODE_COMPILE_CACHE) return process.env.NODE_COMPILE_CACHE
  if (!process.getuid) return undefined
  const uid = process.getuid()
  const folder = path.join(require("node:os").tmpdir(), `pawl-compile-cache-${uid}`)
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
  } catch {
    // It is there already, or cannot be made: the check below tells.
  }
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false })
  return stat?.isDirectory() && stat.uid === uid && (stat.mode & 0o077) === 0 ? folder : undefined
}

const folder = enableCompileCache && privateFolder()
if (folder !== undefined) enableCompileCache(folder)
require("./cli.cjs")
