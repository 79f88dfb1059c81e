// Vitest's own summary has no line of the plain form `N passed, N failed, N skipped`; logs on CI end in this one.
export default class ClosingLine {
  onTestRunEnd(modules, errors) {
    let passed = 0
    let failed = 0
    let skipped = 0
    for (const module of modules) {
      // What fails outside of a test, in a hook or while a file is imported, has no test that could be counted for it.
      const groups = [module, ...module.children.allSuites()]
      failed += groups.filter((group) => group.errors().length > 0).length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === "passed") passed++
        else if (state === "failed") failed++
        else skipped++
      }
    }
    // What is thrown while nothing is waiting fails the run, so the line must not say that nothing failed.
    failed += errors.length
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`)
  }
}
