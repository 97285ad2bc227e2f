export function getProgram(project: string, name: string): string;
export function hasBundle(project: string, name: string): boolean;
export const MARK: string;
export function describeCompilation(project: string): string | undefined;
export function toBundleName(name: string): string;
