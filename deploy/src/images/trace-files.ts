import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { getFolder, type Imaged } from '../../services.ts';

/** Optional parts of libraries, which are not installed: drivers of other databases, and native code by platform. */
const OPTIONAL = [
  ...['better-sqlite3', 'mariadb', 'mysql', 'mysql2', 'oracledb', 'sqlite3', 'tedious'],
  ...['pg-native', 'pg-query-stream', 'pg-cloudflare', '*.node', '@img/*', 'encoding', 'supports-color'],
];

/** What libraries read at run time without importing it, next to licenses, which have to accompany their code. */
const DATA_FILES = '{package.json,**/*.{proto,wasm,node},LICEN[CS]E*,licen[cs]e*,NOTICE*}';

/**
 * The files of the repository that a program needs, by path from the root: its bundle, all of its modules and those that they
 * import, which threads, child processes and migrations run from, and files that are read. Tests and benchmarks are left out.
 * @throws Error when a module imports what is not installed, or when a pattern of the table matches nothing.
 */
export async function traceFiles(root: string, imaged: Imaged): Promise<string[]> {
  const folder = getFolder(imaged);
  const starts = imaged.entries ?? [`${folder}/dist/bundle/main.js`];
  for (const start of starts)
    if (!existsSync(join(root, start))) throw new Error(`Build ${folder} first: npm run build`);
  const modules =
    imaged.entries ??
    findFiles(root, `${folder}/dist/**/*.js`).filter(
      (file) => !/\/(bench|bundle|testing)\/|[.]testing[.]js$/.test(file) && hasSource(root, file),
    );
  const imported = await traceImports(root, [...modules, ...(imaged.image.modules ?? [])]);
  const files = new Set([
    ...findFiles(root, imaged.entries ? `${folder}/package.json` : `${folder}/{package.json,dist/bundle/*}`),
    ...findFiles(root, 'libs/proto/proto/**/*.proto'),
    ...imported,
    ...imported
      .map((file) => `${file}.map`)
      .filter((file) => !file.includes('node_modules/') && existsSync(join(root, file))),
  ]);
  for (const pattern of imaged.image.files ?? []) for (const file of findFiles(root, pattern)) files.add(file);
  for (const owner of new Set([...files].map((file) => findPackage(root, file)))) {
    const data = owner.includes('node_modules/') ? DATA_FILES : 'package.json';
    const found = globSync(data, { cwd: join(root, owner), exclude: isInnerPackage });
    for (const file of found) files.add(`${owner}/${file}`);
  }
  return [...files].sort();
}

/** Whether a module was made from what is there now: compilers leave modules behind whose source was moved or removed. */
function hasSource(root: string, file: string): boolean {
  const source = file.replace('/dist/', '/src/').replace(/[.]js$/, '');
  return existsSync(join(root, `${source}.ts`)) || existsSync(join(root, `${source}.tsx`));
}

/** @returns paths from the root of all modules that the modules import, and of the modules themselves */
async function traceImports(root: string, modules: readonly string[]): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: modules.map((file) => join(root, file)),
    absWorkingDir: root,
    outdir: join(root, 'deploy/dist/trace'),
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    // As Node resolves them.
    mainFields: ['main'],
    conditions: [],
    external: OPTIONAL,
    logLevel: 'error',
  });
  return Object.keys(metafile.inputs);
}

function findFiles(root: string, pattern: string): string[] {
  const found = globSync(pattern, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  if (found.length === 0) throw new Error(`No file matches ${pattern}.`);
  return found;
}

/** The folder of the package that a file belongs to, by path from the root. */
export function findPackage(root: string, file: string): string {
  const [installed] = file.match(/^.*node_modules\/(@[^/]+\/)?[^/]+(?=\/)/) ?? [];
  if (installed !== undefined) return installed;
  const folder = dirname(file);
  if (folder === '.') throw new Error(`${file} belongs to no package.`);
  return existsSync(join(root, folder, 'package.json')) ? folder : findPackage(root, folder);
}

const isInnerPackage = (path: string): boolean => path.endsWith('node_modules');
