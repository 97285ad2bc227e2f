import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDuplicateKeys } from './duplicate-keys.js';

describe('findDuplicateKeys', () => {
  it.each([
    ['{"a":1,"b":2,"a":3}', ['/a']],
    ['{"a":{"b":1,"b":2,"b":3}}', ['/a/b', '/a/b']],
    ['[{"a":1},{"a":1,"x":[],"a":2}]', ['/1/a']],
    ['{"list":[0,[1,{"k":1,"k":1}]]}', ['/list/1/1/k']],
    ['{ "a" : "a" , "b" : "a,\\"a\\":" , "a" : 1 }', ['/a']],
    [String.raw`{"\u0061":1,"a":2}`, ['/a']],
    [String.raw`{"a\"b":1,"a\"b":2,"c\\":1,"c\\":2}`, ['/a"b', '/c\\']],
    ['{"a/b":1,"a/b":2}', ['/a~1b']],
    ['{"":1,"":2}', ['/']],
    ['{"constructor":1,"constructor":2}', ['/constructor']],
    ['[1,2,3,"a","a",{"a":{"a":{"a":1}}},{}]', []],
    ['"a"', []],
  ])('%s', (text, expected) => {
    JSON.parse(text);
    expect(findDuplicateKeys(text, 10)).toEqual(expected);
  });

  it('finds nothing in what JSON.stringify writes, whatever its keys are', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(3), (value, indent) => {
        expect(findDuplicateKeys(JSON.stringify(value, null, indent), 10)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds one key that is written twice, at its place', () => {
    const key = fc.oneof(fc.string(), fc.constantFrom('a', 'ü', '"', '\\', '/', '~', '{', '[,:'));
    fc.assert(
      fc.property(key, fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 }), (name, values) => {
        const written = JSON.stringify(name);
        const object = `{${written}:1,"\u{1f600}":${JSON.stringify(values)},${written}:{}}`;
        const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
        const text = `${JSON.stringify([values]).slice(0, -1)},${object}]`;
        expect(findDuplicateKeys(text, 10)).toEqual([`/1/${escaped}`]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('lists no more than the limit', () => {
    const text = `{${Array.from({ length: 500 }, () => '"a":1').join()}}`;
    expect(findDuplicateKeys(text, 200)).toHaveLength(200);
  });
});
