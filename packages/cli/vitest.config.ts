import { project } from "../../vitest.shared.ts"

export default project("cli", { types: true })
