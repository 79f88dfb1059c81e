import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    projects: ["packages/*"],
    // A log on CI must end in one plain line that a machine can read.
    reporters: process.env.CI ? ["default", "./scripts/closing-line-reporter.mjs"] : ["default"],
    coverage: { provider: "v8", include: ["packages/*/src/**"] }
  }
})
