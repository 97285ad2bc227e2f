import { afterEach, describe, expect, it, vi } from 'vitest';
import { createChunkImport, createChunkLoader } from './chunk-loader.js';
import type { ChunkModule } from './runtime.js';

const ORIGIN = 'https://svc.example';
const FILES = 'v/1.0.0/*-aa11bb22.js';
const LATER = 'var N={frame:["core"]};f("v/1.1.0/*-cc33dd44.js")';

afterEach(() => vi.unstubAllGlobals());

/** @param served - files that the server has. */
function createImport(served: RegExp) {
  const imported: string[] = [];
  const fetched: [string, RequestInit | undefined][] = [];
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    fetched.push([input, init]);
    return new Response(LATER);
  });
  const importChunk = createChunkImport(FILES, async (address) => {
    imported.push(address.replace(`${ORIGIN}/`, ''));
    if (!served.test(address)) throw new TypeError('Failed to fetch dynamically imported module');
    return { address } as ChunkModule;
  });
  return { importChunk, imported, fetched };
}

describe('createChunkImport (docs/components.md B1.9)', () => {
  it('requests what a chunk imports at the same time', async () => {
    const { importChunk, imported } = createImport(/1\.0\.0/);
    await importChunk('popup', ORIGIN);
    expect(imported.sort()).toEqual([
      'v/1.0.0/core-aa11bb22.js',
      'v/1.0.0/frame-aa11bb22.js',
      'v/1.0.0/popup-aa11bb22.js',
    ]);
  });

  it('a chunk that is missing during an upgrade is loaded by the names of the latest loader', async () => {
    const { importChunk, imported, fetched } = createImport(/1\.1\.0/);
    expect(await importChunk('core', ORIGIN)).toEqual({ address: 'https://svc.example/v/1.1.0/core-cc33dd44.js?1' });
    expect(fetched).toEqual([['https://svc.example/components.js', { cache: 'reload' }]]);
    await importChunk('frame', ORIGIN);
    expect(imported.slice(-2).sort()).toEqual(['v/1.1.0/core-cc33dd44.js', 'v/1.1.0/frame-cc33dd44.js']);
  });

  it('each further attempt has an address of its own, because Firefox remembers those that failed', async () => {
    let isDown = true;
    const failed = new Set<string>();
    vi.stubGlobal('fetch', async () => new Response(LATER));
    const importChunk = createChunkImport(FILES, async (address) => {
      if (isDown) failed.add(address);
      if (failed.has(address)) throw new TypeError('Failed to fetch dynamically imported module');
      return { address } as ChunkModule;
    });
    await expect(importChunk('launcher', ORIGIN)).rejects.toThrow();
    await expect(importChunk('launcher', ORIGIN)).rejects.toThrow();
    isDown = false;
    expect(await importChunk('launcher', ORIGIN)).toEqual({
      address: 'https://svc.example/v/1.1.0/launcher-cc33dd44.js?3',
    });
  });

  it('rejects when the latest loader does not help, after one attempt', async () => {
    const { importChunk, fetched } = createImport(/nothing/);
    await expect(importChunk('core', ORIGIN)).rejects.toThrow();
    expect(fetched).toHaveLength(1);
  });
});

describe('createChunkLoader', () => {
  it('loads and registers a chunk once', async () => {
    const loaded: ChunkModule[] = [];
    const load = createChunkLoader(
      () => Promise.resolve({}),
      (chunk) => loaded.push(chunk),
      () => {},
    );
    expect(await Promise.all([load('core'), load('core')])).toEqual([{}, {}]);
    expect(loaded).toHaveLength(1);
  });

  it('reports a chunk that cannot be loaded, resolves null, and tries again at the next call', async () => {
    const warnings: string[] = [];
    let attempts = 0;
    const load = createChunkLoader(
      () => (attempts++ === 0 ? Promise.reject(new Error('404')) : Promise.resolve({})),
      () => {},
      (code) => warnings.push(code),
    );
    expect([await load('popup'), await load('popup')]).toEqual([null, {}]);
    expect(warnings).toEqual(['chunk']);
  });

  it('a page that lets no element be defined is one warning (docs/components.md B6.12)', async () => {
    const warnings: string[] = [];
    const load = createChunkLoader(
      () => Promise.resolve({}),
      () => {
        throw new TypeError('customElements.define is not allowed here');
      },
      (code) => warnings.push(code),
    );
    expect(await load('launcher')).toBeNull();
    expect(warnings).toEqual(['chunk']);
  });

  it('a page that adds to Object.prototype changes nothing (docs/components.md B6.12)', async () => {
    const prototype = Object.prototype as { core?: unknown; page?: unknown };
    Object.assign(prototype, { core: 'core', page: 'page' });
    try {
      const { importChunk, imported } = createImport(/1\.0\.0/);
      const load = createChunkLoader(
        (name) => importChunk(name, ORIGIN),
        () => {},
        () => {},
      );
      await load('page');
      await load('frame');
      expect(imported.map((file) => file.split(/[/-]/)[2])).toEqual(['page', 'core', 'frame']);
    } finally {
      delete prototype.core;
      delete prototype.page;
    }
  });
});
