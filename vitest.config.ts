import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    projects: [
      "packages/*",
      // What holds for the house as a whole: import direction, packed packages, the scripts.
      { test: { name: "house", include: ["test/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 } }
    ],
    // By itself it would leave one processor idle, which is half of a machine of two.
    maxWorkers: "100%",
    // A log on CI must end in one plain line that a machine can read.
    reporters: process.env.CI ? ["default", "./scripts/closing-line-reporter.mjs"] : ["default"],
    coverage: { provider: "v8", include: ["packages/*/src/**"] }
  }
})
