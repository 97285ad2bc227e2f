export function concernsContract(paths: readonly string[]): boolean;
