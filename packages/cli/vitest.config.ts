import { mergeConfig } from "vitest/config"
import { project } from "../../vitest.shared.ts"

export default mergeConfig(project("cli"), { test: { globalSetup: ["./test/support/buildBundle.ts"] } })
