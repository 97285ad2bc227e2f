import { gzipSync } from 'node:zlib';
import { json, sha256 } from '@svc/kit';
import { afterAll, describe, expect, it } from 'vitest';
import { DamagedCatalogError, type StoredCatalog } from '../domain/stored-catalog.js';
import { compileAssortment } from '../engine/compile/compile-assortment.js';
import { benchCompany } from '../engine/testing/bench-company.js';
import { createCatalog } from '../testing/matcher.js';
import { createCatalogCompiler } from './catalog-compiler.js';

const compiler = createCatalogCompiler();
afterAll(() => compiler.stop());

const tagging = { products: {}, variants: { b: ['t:2'] } };
/** New bytes each time, since compiling uses them up. */
const taggingBytes = () => [json.encode(tagging)];
const stored = (data: Buffer, version = 1): StoredCatalog => ({ version, data: [data], checksum: sha256(data) });

describe('catalogCompiler', () => {
  it('packs and compiles to what the engine compiles, down to the last byte', async () => {
    const snapshot = createCatalog(7, { a: ['t:1', 'color_type:LIGHT_SPRING'], b: [], ü: ['complexion:MEDIUM/*'] });
    const bytes = json.encode(snapshot);
    const packed = await compiler.pack([bytes.subarray(0, 40), bytes.subarray(40)]);
    expect(packed.version).toBe(7);
    const compiled = await compiler.compile(packed, taggingBytes());
    expect(compiled).toEqual(compileAssortment(snapshot, tagging, compiled.variants.seed));
  });

  it('hashes use a new seed each time, so that no catalog can provoke collisions', async () => {
    const packed = () => stored(gzipSync(json.encode(createCatalog(1, { a: [] }))));
    const one = await compiler.compile(packed(), taggingBytes());
    const other = await compiler.compile(packed(), taggingBytes());
    expect(one.variants.seed).not.toBe(other.variants.seed);
  });

  it('a truncated stream and other data than a snapshot are rejected', async () => {
    const bytes = json.encode(createCatalog(1, { a: [] }));
    await expect(compiler.pack([bytes.subarray(0, bytes.length - 1)])).rejects.toThrow();
    for (const other of [{}, { version: 1 }, { version: 'x', products: [], variants: [] }, []]) {
      await expect(compiler.pack([json.encode(other)])).rejects.toThrow('invalid snapshot');
    }
  });

  it('never compiles damaged bytes: wrong checksum, no gzip, no JSON', async () => {
    const sound = gzipSync(json.encode(createCatalog(3, { a: [] })));
    const damaged = [
      { ...stored(sound, 3), checksum: sha256('other') },
      stored(Buffer.from('no gzip'), 3),
      stored(gzipSync('{"version":3'), 3),
      stored(sound.subarray(0, sound.length - 9), 3),
    ];
    for (const catalog of damaged) {
      const compiling = compiler.compile(catalog, taggingBytes());
      await expect(compiling).rejects.toBeInstanceOf(DamagedCatalogError);
      await expect(compiling).rejects.toMatchObject({ version: 3 });
    }
  });

  it('a company of a usual size does not wait for a large one', async () => {
    const order: string[] = [];
    const small = () => stored(gzipSync(json.encode(createCatalog(1, { a: [] }))));
    const large = stored(gzipSync(json.encode(benchCompany(60_000).snapshot), { level: 1 }));
    await compiler.compile(small(), taggingBytes()); // Its thread runs.
    const first = compiler.compile(large, taggingBytes()).then(() => order.push('large'));
    const second = compiler.compile(small(), taggingBytes()).then(() => order.push('small'));
    await Promise.all([first, second]);
    expect(order).toEqual(['small', 'large']);
  });
});
