export * as NodeSystem from "./NodeSystem.ts"
export * as SyncFileSystem from "./SyncFileSystem.ts"
