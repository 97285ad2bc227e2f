export function toContractFiles(paths: readonly string[]): string[];
