// Vitest's own summary has no line of the plain form `N passed, N failed, N skipped`; logs on CI end in this one.
export default class ClosingLine {
  onTestRunEnd(modules, errors) {
    let passed = 0
    let failed = 0
    let skipped = 0
    for (const module of modules) {
      let any = false
      for (const test of module.children.allTests()) {
        any = true
        const { state } = test.result()
        if (state === "passed") passed++
        else if (state === "failed") failed++
        else skipped++
      }
      // A file that fails while it is imported has no tests to count.
      if (!any && module.state() === "failed") failed++
    }
    // An error outside of any test fails the run, so the line must not say that nothing failed.
    failed += errors.length
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`)
  }
}
