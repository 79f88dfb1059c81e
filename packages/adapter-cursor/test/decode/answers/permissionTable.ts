import { answerTable } from "./AnswerTable.ts"

/** What an answer comes to at the six events before something is done. Rule: CUR-40 to CUR-49, CUR-60 to CUR-66 */
export const permissionTable = answerTable(
  {
    allow: { called: "it fits and says allow", example: '{"permission":"allow"}' },
    deny: { called: "it fits and denies", example: '{"permission":"deny"}' },
    ask: { called: "it fits and asks", example: '{"permission":"ask"}' },
    "weak ask": { called: "it fits and asks, at `preToolUse`", example: '{"permission":"ask"}' },
    "deny over allow": {
      called: "it says allow, and asks for another input under a name that is not read",
      example: '{"permission":"allow","updatedInput":{"command":"ls"}}'
    },
    nothing: { called: "blanks at most", example: "" },
    unfit: { called: "it does not fit", example: "checked" },
    "unfit deny": { called: "it does not fit, and a denial stands in it", example: 'checked\n{"permission":"deny"}' },
    "unfit ask": { called: "it does not fit, and a question stands in it", example: 'checked\n{"permission":"ask"}' }
  },
  {
    tight: `
      allow                            | 0                 | allow | allow | allow | all        |
      deny; deny over allow            | 0                 | deny  | deny  | deny  | all        |
      ask; weak ask                    | 0                 | ask   | ask   | ask   | all        |
      nothing                          | 0                 | none  | deny  | deny  | none       | no-answer
      unfit; unfit deny; unfit ask     | 0                 | deny  | deny  | deny  | all        | malformed-answer
      any                              | 0, cut            | deny  | deny  | deny  | none       | malformed-answer
      any                              | 2                 | deny  | deny  | deny  | none       |
      allow; deny over allow; nothing; unfit | failed            | none  | deny  | deny  | tightening | hook-failed
      deny; unfit deny                 | failed            | deny  | deny  | deny  | tightening | hook-failed
      ask; weak ask; unfit ask         | failed            | ask   | deny  | deny  | tightening | hook-failed
      any                              | late 2            | deny  | deny  | deny  | tightening | hook-failed
      any                              | failed, cut       | deny  | deny  | deny  | tightening | hook-failed, malformed-answer
      any                              | not started; lost | deny  | deny  | deny  | none       |
    `,
    shipped: `
      nothing                          | 0                 | deny  | deny  | deny  | none       | no-answer
    `,
    asWritten: `
      weak ask                         | 0                 | none  | none  | ask   | all        | ask-not-honoured/ask-not-honoured/
      any                              | late 2; failed; failed, cut; not started | none  | deny  | deny  | none | hook-failed
    `
  }
)
