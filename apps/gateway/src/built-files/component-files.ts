import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import type { Logger } from '@svc/kit';
import { loadOnce } from '../load-once.js';
import { type Asset, createAsset } from '../route/asset.js';

/** The built browser components. */
export interface ComponentFiles {
  /** Release of `/components.js`. */
  version: string;
  /** By address: `/components.js`, `/v/0.2.0/core-1a2b.js`. */
  files: ReadonlyMap<string, Asset>;
}

/** What the build of libs/components writes. */
interface Manifest {
  version: string;
  /** `path` is relative to the folder; `integrity` as in HTML, of the uncompressed bytes. */
  files: { path: string; integrity?: string }[];
}

/** Where the browser components are built to. */
const getBuiltDirectory = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@svc/components/package.json')), 'dist/browser');

/**
 * Reads the built browser components by their manifest. Only files that the manifest names are served.
 * @throws Error when they were not built, or when a file is not the one that was built.
 */
async function loadComponentFiles(directory: string): Promise<ComponentFiles> {
  const manifest = JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8')) as Manifest;
  const files = await Promise.all(
    manifest.files.map(async ({ path, integrity }) => {
      const bytes = await readFile(join(directory, path));
      if (integrity !== undefined && integrity !== createIntegrity(bytes))
        throw new Error(`The browser component file ${path} differs from the manifest; build libs/components again.`);
      return [posix.join('/', path), createAsset(path, bytes)] as const;
    }),
  );
  return { version: manifest.version, files: new Map(files) };
}

const createIntegrity = (bytes: Buffer): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/**
 * The browser components, read at the start; read again with each request as long as they are not there, so that a start
 * does not wait for a build.
 */
export function createComponentFilesLoader(log: Logger, directory?: string): () => Promise<ComponentFiles> {
  const load = loadOnce(async () => loadComponentFiles(directory ?? getBuiltDirectory()));
  load().catch((error) => log.warn({ err: error }, 'the browser components are not built'));
  return load;
}
