/**
 * The id of the extension that a `workspaceOpen` hook fills with folders of plugins, as it wrote them. A host that honours
 * it names it among its extensions; none of Pawl's own does. Rule: CUR-77, CUR-100
 */
export const pluginPaths = "cursor/plugin-paths"
