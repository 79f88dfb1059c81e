import { mergeConfig } from "vitest/config"
import { project } from "../../vitest.shared.ts"

export default mergeConfig(project("runner-node"), { test: { globalSetup: ["./test/broker/buildHelper.ts"] } })
