export const name: string;

/** See `CreateNodesV2` of Nx. */
export const createNodes: [
  pattern: string,
  create: (
    files: readonly string[],
    options: unknown,
    context: { workspaceRoot: string },
  ) => [file: string, result: ProjectNodes][],
];

export interface ProjectNodes {
  /** By folder. */
  projects: Record<
    string,
    { targets: Record<string, { executor: string; options: { command: string; cwd: string } }> }
  >;
}
