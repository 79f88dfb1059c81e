import { NodeSystem, SyncFileSystem } from "@pawl/sources/node"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"

/** What hooks files are found and read with: small files, read at once, by a program that has to start fast. Rule: CLI-9 */
export const FileServices = Layer.mergeAll(SyncFileSystem.layer, NodeSystem.layer, Path.layer)
