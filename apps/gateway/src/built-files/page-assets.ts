import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Asset, createAsset } from '../route/asset.js';

/** The built page: what its HTML refers to, and the files. */
export interface PageAssets {
  /** Module script of the page. */
  script: string;
  /** What the script imports immediately, and style sheets. */
  preload: string[];
  styles: string[];
  /** By source, for example `src/app/shell.tsx`: its file and those that it imports, all but what the page loads anyway. */
  parts: ReadonlyMap<string, readonly string[]>;
  /** What the result page needs besides. */
  resultPreload: string[];
  /** Module script that shows pages in the dashboard; undefined where the build has none. */
  previewScript: string | undefined;
  /** By address, for example `/assets/main-1a2b.js`. */
  files: ReadonlyMap<string, Asset>;
}

interface ManifestEntry {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}
type Manifest = Record<string, ManifestEntry>;

const BASE = '/assets/';

/** The entry of the preview host. */
const PREVIEW = 'src/preview.ts';

/** Where a project builds its page to. @param packageFile - its package.json, by the name of the package. */
export const getBuiltPageDirectory = (packageFile: string): string =>
  join(dirname(createRequire(import.meta.url).resolve(packageFile)), 'dist');

/**
 * Reads the built page by its manifest. Only files that the manifest names are served.
 * @throws Error when the page was not built.
 */
export async function loadPageAssets(directory: string): Promise<PageAssets> {
  const manifest = JSON.parse(await readFile(join(directory, '.vite/manifest.json'), 'utf8')) as Manifest;
  const preview = manifest[PREVIEW];
  const entry = Object.values(manifest).find((each) => each.isEntry && each !== preview);
  if (!entry) throw new Error('The manifest of the page names no entry.');
  const names = new Set(
    Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]),
  );
  const files = await Promise.all(
    [...names].map(async (name) => [BASE + name, createAsset(name, await readFile(join(directory, name)))] as const),
  );
  const atOnce = findImports(manifest, entry);
  const toPart = (chunk: ManifestEntry): string[] =>
    [chunk, ...findImports(manifest, chunk)]
      .filter((each) => !atOnce.includes(each) && each !== entry)
      .map(({ file }) => BASE + file);
  const parts = new Map(Object.entries(manifest).map(([source, chunk]) => [source, toPart(chunk)] as const));
  const results = (entry.dynamicImports ?? [])
    .filter((key) => key.includes('/results/'))
    .flatMap((key) => parts.get(key) ?? []);
  return {
    script: BASE + entry.file,
    preload: atOnce.map(({ file }) => BASE + file),
    styles: [entry, ...atOnce].flatMap(({ css = [] }) => css).map((name) => BASE + name),
    parts,
    resultPreload: [...new Set(results)],
    previewScript: preview && BASE + preview.file,
    files: new Map(files),
  };
}

/** Everything that a chunk imports statically, itself left out. */
function findImports(manifest: Manifest, chunk: ManifestEntry, found: ManifestEntry[] = []): ManifestEntry[] {
  for (const key of chunk.imports ?? []) {
    const imported = manifest[key];
    if (!imported || found.includes(imported)) continue;
    found.push(imported);
    findImports(manifest, imported, found);
  }
  return found;
}
