import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.js';
import { json } from './json.js';

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, shuffled(member)]),
  );
}

describe('canonicalJson', () => {
  it('does not depend on key order and means the same as the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(shuffled(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('keeps the order of arrays, and members named __proto__', () => {
    expect(canonicalJson([2, 1])).toBe('[2,1]');
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":0}}'))).toBe('{"__proto__":{"a":0},"b":1}');
  });

  it('leaves out undefined members and calls toJSON, as JSON does', () => {
    expect(canonicalJson({ b: undefined, a: false })).toBe('{"a":false}');
    expect(canonicalJson(undefined)).toBe('null');
    const odd = {
      a: [undefined, new Date(0), () => 1],
      b: Array(2),
      c: { toJSON: (key: string) => ({ key }) },
      d: -0,
      e: Number.NaN,
    };
    expect(canonicalJson(odd)).toBe(JSON.stringify(odd));
  });
});

describe('json', () => {
  it('decodes what it encoded, also from the middle of a larger buffer', () => {
    const bytes = json.encode({ name: 'Grün', n: 0 });
    const inside = Buffer.concat([Buffer.from('xx'), bytes, Buffer.from('yy')]).subarray(2, 2 + bytes.length);
    expect(json.decode(inside)).toEqual({ name: 'Grün', n: 0 });
  });
});
