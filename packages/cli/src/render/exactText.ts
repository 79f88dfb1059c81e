import { escapeText } from "@pawl/core"

/** Text that is approved or run as it stands: a line break and the two characters that it is shown as differ. Rule: CLI-14 */
export const exactText = (text: string): string => escapeText(text.replaceAll("\\", "\\\\"))
