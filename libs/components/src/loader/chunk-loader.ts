import type { ChunkModule, ChunkName, WarningCode } from './runtime.js';

/** Imports a chunk. Rejects when it cannot be loaded. */
export type ImportChunk = (name: ChunkName) => Promise<ChunkModule>;

/** What a chunk imports statically. Requesting it at the same time saves a round trip. */
const NEEDS: { [Name in ChunkName]?: ChunkName[] } = { frame: ['core'], popup: ['core', 'frame'], widget: ['core'] };

/**
 * Imports chunks by the names that this release has for them. While a release is rolled out, a replica may not have them: the
 * loader is then fetched once more, and the names that it contains are used from there on.
 * @param base - where the script was loaded from, with a slash at the end.
 * @param files - text that names the file of each chunk, as the loader itself does: `v/0.2.0/ core:1a2b3c4d frame:…`.
 */
export function createChunkImport(
  base: string,
  files: string,
  importModule: (address: string) => Promise<ChunkModule>,
): ImportChunk {
  const importNamed = async (name: string): Promise<ChunkModule> => {
    const [, folder, hash] = RegExp(`(v/[\\w.-]+/) .*\\b${name}:(\\w+)`).exec(files) ?? [];
    return importModule(`${base}${folder}${name}-${hash}.js`);
  };
  return (name) => {
    for (const needed of NEEDS[name] ?? []) importNamed(needed).catch(() => {});
    return importNamed(name).catch(async () => {
      files = await (await fetch(`${base}components.js`, { cache: 'reload' })).text();
      return importNamed(name);
    });
  };
}

/** Loads each chunk once; null and the warning `chunk` when that is impossible. A later call tries again. */
export function createChunkLoader(
  importChunk: ImportChunk,
  onLoaded: (chunk: ChunkModule) => void,
  warn: (code: WarningCode, text: string) => void,
): (name: ChunkName) => Promise<ChunkModule | null> {
  const loading = new Map<ChunkName, Promise<ChunkModule | null>>();
  return (name) => {
    const request =
      loading.get(name) ??
      importChunk(name).then(
        (chunk) => {
          onLoaded(chunk);
          return chunk;
        },
        () => {
          loading.delete(name);
          warn('chunk', `${name} could not be loaded.`);
          return null;
        },
      );
    loading.set(name, request);
    return request;
  };
}
