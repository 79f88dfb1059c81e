import { answerTable } from "./AnswerTable.ts"

/** What an answer comes to at the fourteen events where nothing can be prevented any more. Rule: CUR-76 to CUR-78 */
export const quietTable = answerTable(
  {
    fits: { called: "a JSON object whose documented fields fit", example: "{}" },
    nothing: { called: "blanks at most", example: "" },
    unfit: { called: "it does not fit", example: "checked" }
  },
  {
    tight: `
      fits    | 0                                                | does | does | does | all  |
      nothing | 0                                                | none | none | none | none |
      unfit   | 0                                                | none | none | none | all  | malformed-answer
      any     | 0, cut                                           | none | none | none | none | malformed-answer
      any     | 2; late 2; failed; failed, cut; not started; lost        | none | none | none | none | hook-failed
    `,
    shipped: "",
    asWritten: ""
  }
)
