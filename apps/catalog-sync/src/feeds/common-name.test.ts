import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonWords } from './common-name.js';

describe('commonWords (docs/catalog.md "The native CSV file", name)', () => {
  it.each([
    ['Velvet Foundation Ivory', 'Velvet Foundation Iris', 'Velvet Foundation '],
    ['Velvet Foundation', 'Velvet Foundation Ivory', 'Velvet Foundation'],
    ['Ivory 10ml', 'Ivory 100ml', 'Ivory '],
    ['Lip – Red', 'Lip – Rose', 'Lip – '],
    ['Foobar', 'Foo Bar', ''],
    ['Same', 'Same', 'Same'],
    ['Rot', 'Blau', ''],
  ])('%s + %s = %s', (a, b, common) => {
    expect(commonWords(a, b)).toBe(common);
  });

  it('does not depend on the order of the names', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', 'é'), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), fc.integer({ min: 0, max: 4 }), (names, turn) => {
        const turned = [...names.slice(turn % names.length), ...names.slice(0, turn % names.length)];
        expect(turned.reduce(commonWords)).toBe(names.reduce(commonWords));
      }),
    );
  });
});
