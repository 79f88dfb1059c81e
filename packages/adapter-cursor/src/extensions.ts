/** The id of the extension that a workspaceOpen hook fills with folders of plugins; no host of ours honours it. Rule: CUR-77 */
export const pluginPaths = "cursor/plugin-paths"
