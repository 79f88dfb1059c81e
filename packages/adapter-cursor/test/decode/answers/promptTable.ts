import { answerTable } from "./AnswerTable.ts"

/** What an answer comes to at a prompt. Rule: CUR-79, CUR-61 */
export const promptTable = answerTable(
  {
    goes: { called: "it fits and says true", example: '{"continue":true}' },
    stops: { called: "it fits and says false", example: '{"continue":false}' },
    nothing: { called: "blanks at most", example: "" },
    unfit: { called: "it does not fit", example: "checked" },
    "unfit stops": { called: "it does not fit, and a false stands in it", example: 'checked\n{"continue":false}' }
  },
  {
    tight: `
      goes                             | 0                 | none | none | none | all        |
      stops                            | 0                 | halt | halt | halt | all        |
      nothing                          | 0                 | none | halt | halt | none       | no-answer
      unfit                            | 0                 | none | halt | halt | all        | malformed-answer
      unfit stops                      | 0                 | halt | halt | halt | all        | malformed-answer
      any                              | 0, cut            | halt | halt | halt | tightening | malformed-answer
      any                              | 2                 | halt | halt | halt | none       |
      goes; nothing; unfit             | failed            | none | halt | halt | tightening | hook-failed
      stops; unfit stops               | failed            | halt | halt | halt | tightening | hook-failed
      any                              | late 2            | halt | halt | halt | tightening | hook-failed
      any                              | failed, cut       | halt | halt | halt | tightening | hook-failed
      any                              | not started; lost | halt | halt | halt | none       |
    `,
    shipped: "",
    asWritten: `
      unfit stops                      | 0                 | none | halt | halt | all        | malformed-answer
      any                              | 0, cut            | none | halt | halt | none       | malformed-answer
      any                              | late 2; failed; failed, cut; not started | none | halt | halt | none | hook-failed
    `
  }
)
