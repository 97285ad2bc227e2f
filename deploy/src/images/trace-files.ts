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
 * The files of the repository that each program needs, by path from the root: its bundle, all of its modules and those that they
 * import, which child processes and migrations run from, and files that are read. Tests and benchmarks are left out.
 * @returns by name of the image
 * @throws Error when a module imports what is not installed, or when a pattern of the table matches nothing.
 */
export async function traceFiles(root: string, images: readonly Imaged[]): Promise<Map<string, string[]>> {
  const modules = images.map((imaged) => findModules(root, imaged));
  const imports = await readImports(root, modules.flat());
  return new Map(
    images.map((imaged, at) => [imaged.name, listFiles(root, imaged, follow(modules[at] ?? [], imports))]),
  );
}

/** The modules from which a program starts. */
function findModules(root: string, imaged: Imaged): string[] {
  const folder = getFolder(imaged);
  const starts = imaged.entries ?? [`${folder}/dist/bundle/main.js`];
  for (const start of starts)
    if (!existsSync(join(root, start))) throw new Error(`Build ${folder} first: npm run build`);
  const modules =
    imaged.entries ??
    findFiles(root, `${folder}/dist/**/*.js`).filter(
      (file) => !/\/(bench|bundle|testing)\/|[.]testing[.]js$/.test(file) && hasSource(root, file),
    );
  return [...modules, ...(imaged.image.modules ?? [])];
}

/** @param imported - the modules of the program */
function listFiles(root: string, imaged: Imaged, imported: readonly string[]): string[] {
  const folder = getFolder(imaged);
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

/** What each module imports, by path from the root: of the given modules and of those that they import. */
async function readImports(root: string, modules: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const { metafile } = await build({
    // Programs share most of their modules, which are read once.
    stdin: {
      contents: [...new Set(modules)].map((file, at) => `export * as m${at} from './${file}';`).join('\n'),
      resolveDir: root,
    },
    absWorkingDir: root,
    write: false,
    metafile: true,
    bundle: true,
    format: 'esm',
    platform: 'node',
    // As Node resolves them.
    mainFields: ['main'],
    conditions: [],
    external: OPTIONAL,
    logLevel: 'error',
  });
  return new Map(
    Object.entries(metafile.inputs).map(([file, { imports }]) => [
      file,
      imports.filter(({ external }) => !external).map(({ path }) => path),
    ]),
  );
}

/** The modules and all that they import, directly or not. */
function follow(modules: readonly string[], imports: ReadonlyMap<string, string[]>): string[] {
  const found = new Set(modules);
  for (const file of found) for (const imported of imports.get(file) ?? []) found.add(imported);
  return [...found];
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
