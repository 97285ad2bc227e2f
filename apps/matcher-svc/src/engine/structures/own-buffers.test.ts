import { describe, expect, it } from 'vitest';
import { compileAssortment } from '../compile/compile-assortment.js';
import { benchCompany } from '../testing/bench-company.js';
import { bytesIn, inOneBuffer, ownBuffers } from './own-buffers.js';

describe('inOneBuffer', () => {
  it('keeps every value, each array aligned for its type, in one buffer', () => {
    const value = {
      a: Uint8Array.of(1, 2, 3),
      b: { c: Uint32Array.of(4), d: [Uint16Array.of(5, 6)], e: 'text' },
      f: 7,
    };
    const packed = inOneBuffer(value);
    expect(packed).toEqual(value);
    expect(ownBuffers(packed).size).toBe(1);
    expect(ownBuffers(value).size).toBe(3);
  });

  it('an assortment is one buffer of the size that the cache counts, and moves between threads as it is', () => {
    const { snapshot, tagging } = benchCompany(2_000);
    const assortment = compileAssortment(snapshot, tagging);
    const [buffer, ...others] = ownBuffers(assortment);
    expect(others).toEqual([]);
    expect(assortment.bytes).toBeGreaterThan(buffer!.byteLength);
    expect(assortment.bytes).toBeLessThan(buffer!.byteLength + 8_000);
    const copy = structuredClone(assortment);
    const moved = structuredClone(assortment, { transfer: [buffer!] });
    expect(moved).toEqual(copy);
    expect(assortment.lookByOrdinal.length).toBe(0);
  });

  it('bytesIn counts arrays, whatever they are in', () => {
    expect(bytesIn({ a: [new Uint32Array(100)], b: { c: new Uint8Array(8) } })).toBeGreaterThanOrEqual(408);
    expect(bytesIn({ a: 'text', b: [1, 2] })).toBe(0);
  });
});
