import { notStarted } from "./notStarted.ts"

// What is loaded once it is certain that it will run: the command that a call names, and nothing of the others.
const [command, ...words] = process.argv.slice(2)

const start = (): Promise<void> =>
  command === "exec"
    ? import("./exec/main.ts").then(({ main }) => main(words))
    : import("./commands.ts").then(({ main }) => main(command, words))

start().catch(notStarted)
