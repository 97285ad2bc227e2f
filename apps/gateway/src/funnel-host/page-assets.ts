import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { sha256 } from '@svc/kit';
import type { Encoding } from '../route/compress-body.js';

/** A built file in the forms in which it is sent. Its name contains the hash of its content, so it never changes. */
export interface Asset {
  type: string;
  /** Strong, of the uncompressed bytes, without quotes. */
  tag: string;
  identity: Buffer;
  /** Forms that are smaller. */
  compressed: Partial<Record<Encoding, Buffer>>;
}

/** The built page: what its HTML refers to, and the files. */
export interface PageAssets {
  /** Module script of the page. */
  script: string;
  /** What the script imports immediately, and style sheets. */
  preload: string[];
  styles: string[];
  /** What the result page needs besides. */
  resultPreload: string[];
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

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.png': 'image/png',
};
const COMPRESSED_FORMATS = new Set(['.woff2', '.webp', '.png']);
const BASE = '/assets/';

/** Where the page is built to. */
export const getBuiltPageDirectory = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@svc/questionnaire/package.json')), 'dist');

/**
 * Reads the built page by its manifest, and compresses it once. Only files that the manifest names are served.
 * @throws Error when the page was not built.
 */
export async function loadPageAssets(directory: string): Promise<PageAssets> {
  const manifest = JSON.parse(await readFile(join(directory, '.vite/manifest.json'), 'utf8')) as Manifest;
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('The manifest of the page names no entry.');
  const names = new Set(
    Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]),
  );
  const files = await Promise.all(
    [...names].map(async (name) => [BASE + name, await toAsset(name, await readFile(join(directory, name)))] as const),
  );
  const atOnce = findImports(manifest, entry);
  const results = (entry.dynamicImports ?? [])
    .filter((key) => key.includes('/results/'))
    .flatMap((key) => [manifest[key] as ManifestEntry, ...findImports(manifest, manifest[key] as ManifestEntry)])
    .filter((chunk) => !atOnce.includes(chunk) && chunk !== entry);
  return {
    script: BASE + entry.file,
    preload: atOnce.map(({ file }) => BASE + file),
    styles: [entry, ...atOnce].flatMap(({ css = [] }) => css).map((name) => BASE + name),
    resultPreload: [...new Set(results)].map(({ file }) => BASE + file),
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

async function toAsset(name: string, identity: Buffer): Promise<Asset> {
  const extension = extname(name);
  const asset: Asset = {
    type: TYPES[extension] ?? 'application/octet-stream',
    tag: sha256(identity).toString('base64url').slice(0, 27),
    identity,
    compressed: {},
  };
  if (COMPRESSED_FORMATS.has(extension)) return asset;
  const [zipped, packed] = await Promise.all([
    promisify(gzip)(identity, { level: 9 }),
    promisify(brotliCompress)(identity, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
  ]);
  if (zipped.length < identity.length) asset.compressed.gzip = zipped;
  if (packed.length < identity.length) asset.compressed.br = packed;
  return asset;
}
