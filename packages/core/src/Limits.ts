/**
 * Every limit of the engine, in one table. Sizes are in bytes of UTF-8 unless the name says otherwise, times in
 * milliseconds. Rule: CORE-49
 */
export const limits = {
  /** The longest time a hook may ask for. */
  timeoutCeilingMs: 3_600_000,
  /** Between the polite signal and the one that cannot be ignored. */
  graceMs: 2_000,
  /** How long an ended process may take to be collected. */
  reapMs: 2_000,
  /** How long the pipes of an ended hook are read when a background child still holds them. */
  pipeGraceMs: 1_000,
  stdoutBytes: 1_048_576,
  stderrTailBytes: 4_096,
  hooksFileBytes: 1_048_576,
  definitions: 1_000,
  commandBytes: 262_144,
  /** Of one reason or notice. */
  reasonBytes: 8_192,
  /** Of context for the model and of one follow-up. */
  contextBytes: 65_536,
  sessionEnvNames: 128,
  sessionEnvBytes: 32_768,
  /** For all patterns of one dispatch that only the platform's engine can run. */
  matcherBudgetMs: 25,
  /** Instructions times characters that all tests of one moment may take together; more is not begun. */
  matcherSteps: 50_000_000,
  /** Instructions of one pattern that runs in linear time. */
  matcherInstructions: 20_000,
  /** How deep the groups of a pattern may be nested. */
  matcherDepth: 200,
  /** How deep arrays and objects of a text may be nested. */
  jsonDepth: 512,
  /** How many Pawls may run inside one another. */
  nesting: 4
} as const
