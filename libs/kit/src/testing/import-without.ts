import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Imports a copy of a TypeScript module from which a piece of its text was deleted, to show that something else holds where
 * that piece is forgotten.
 * @param module - URL of the source file.
 * @param deleted - every match is deleted.
 * @param load - imports a URL. A test gives its own `import`, which reads TypeScript as Vitest does.
 * @throws Error when there is no match, so that the test cannot pass by looking at the original.
 */
export async function importWithout<Module>(
  module: URL,
  deleted: RegExp,
  load: (url: string) => Promise<unknown>,
): Promise<Module> {
  const source = await readFile(module, 'utf8');
  const changed = source.replaceAll(new RegExp(deleted, 'g'), '');
  if (changed === source) throw new Error(`${module.href} has nothing that matches ${deleted}.`);
  // Imports of neighbors and packages are found from anywhere once they are absolute; those of types vanish.
  const text = changed.replaceAll(/(from|import\() ?'([^']+)'/g, (_, keyword: string, specifier: string) => {
    if (!specifier.startsWith('.')) return `${keyword} '${fileURLToPath(import.meta.resolve(specifier, module))}'`;
    return `${keyword} '${fileURLToPath(new URL(specifier.replace(/\.js$/, '.ts'), module))}'`;
  });
  const folder = await mkdtemp(join(tmpdir(), 'svc-copy-'));
  try {
    const copy = join(folder, basename(fileURLToPath(module)));
    await writeFile(copy, text);
    return (await load(pathToFileURL(copy).href)) as Module;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
