import type { ChunkModule, ChunkName, WarningCode } from './runtime.js';

/** Imports a chunk from an origin. Rejects when it cannot be loaded. */
export type ImportChunk = (name: ChunkName, origin: string) => Promise<ChunkModule>;

/** Without what a page may have added to `Object.prototype`. */
type ByChunk<T> = { [Name in ChunkName]?: T | undefined } & { __proto__: null };

/** What a chunk imports statically. Requesting it at the same time saves a round trip. */
const NEEDS: ByChunk<ChunkName> = { __proto__: null, frame: 'core', popup: 'frame', widget: 'core' };

/**
 * Imports chunks by the names that this release has for them. While a release is rolled out, a replica may not have them: the
 * loader is then fetched once more, and the names that it contains are used from there on. That attempt has an address of its own,
 * because Firefox does not request a module again that could not be loaded.
 * @param files - path of the chunks, with a star for the name, as the loader itself contains it: `v/0.2.0/*-1a2b3c4d.js`.
 */
export function createChunkImport(files: string, importModule: (address: string) => Promise<ChunkModule>): ImportChunk {
  let failures = 0;
  return (name, origin) => {
    const request = (name: ChunkName, query = ''): Promise<ChunkModule> =>
      importModule(`${origin}/${files.replace('*', name)}${query}`);
    for (let needed = NEEDS[name]; needed; needed = NEEDS[needed]) request(needed).catch(() => {});
    return request(name).catch(async () => {
      const loader = await (await fetch(`${origin}/components.js`, { cache: 'reload' })).text();
      [files = ''] = /v\/[\w.-]+\/\*-\w+\.js/.exec(loader) ?? [];
      return request(name, `?${++failures}`);
    });
  };
}

/**
 * Loads each chunk once; null and the warning `chunk` when that is impossible. A later call tries again.
 * @param onLoaded - registers its elements. It may throw, since pages can replace what it calls.
 */
export function createChunkLoader(
  importChunk: (name: ChunkName) => Promise<ChunkModule>,
  onLoaded: (chunk: ChunkModule) => void,
  warn: (code: WarningCode, text: string) => void,
): (name: ChunkName) => Promise<ChunkModule | null> {
  const loading: ByChunk<Promise<ChunkModule | null>> = { __proto__: null };
  return (name) => {
    loading[name] ??= importChunk(name)
      .then((chunk) => {
        onLoaded(chunk);
        return chunk;
      })
      .catch(() => {
        loading[name] = undefined;
        warn('chunk', `${name} could not be loaded.`);
        return null;
      });
    return loading[name];
  };
}
