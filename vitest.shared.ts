import { defineProject } from "vitest/config"

// Tests run on the sources of every package: nobody has to build before testing.
const conditions = ["@pawl/source"]

/** One package's tests. `types` also runs its `*.test-d.ts` through the compiler. */
export const project = (name: string, options: { readonly types?: boolean } = {}) =>
  defineProject({
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name,
      include: ["test/**/*.test.ts"],
      benchmark: { include: ["bench/**/*.bench.ts"] },
      // Real processes on a busy machine of two cores: generous, so that only a hang is a failure.
      testTimeout: 30_000,
      hookTimeout: 30_000,
      typecheck: {
        enabled: options.types === true,
        include: ["test/**/*.test-d.ts"],
        checker: "tsc",
        tsconfig: "test/tsconfig.json"
      }
    }
  })
