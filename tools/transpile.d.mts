export function transpile(project: string, file: string): Promise<void>;
