export function getProgram(project: string, name: string): string;
export function hasBundle(project: string, name: string): boolean;
export function toBundleName(name: string): string;
