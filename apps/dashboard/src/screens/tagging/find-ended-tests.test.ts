import { describe, expect, it } from 'vitest';
import { findEndedTests } from './find-ended-tests.js';

const test = (id: string, ...tagged: { kind: 'product' | 'variant'; id: string }[]) => ({
  ...{ id, name: id },
  arms: [
    { key: 'A' as const, name: '', weight: 1, versionId: null, settings: null },
    {
      ...{ key: 'B' as const, name: '', weight: 1, versionId: null },
      settings: { learning: false, tagging: tagged.map((each) => ({ ...each, add: ['finish:matte'], remove: [] })) },
    },
  ],
});

describe('tests that a change of tags ends (docs/insight.md N13.15)', () => {
  it('have an arm that changes tags of the same product or variant, whichever tags', () => {
    const tests = [
      test('product', { kind: 'product', id: 'P1' }),
      test('variant', { kind: 'variant', id: 'P1' }, { kind: 'variant', id: 'V2' }),
      test('no tags'),
    ];
    const toIds = (...operations: { kind: 'product' | 'variant'; id: string }[]) =>
      findEndedTests(tests, operations).map(({ id }) => id);
    expect(toIds()).toEqual([]);
    expect(toIds({ kind: 'product', id: 'P1' })).toEqual(['product']);
    expect(toIds({ kind: 'variant', id: 'V2' }, { kind: 'product', id: 'P9' })).toEqual(['variant']);
    expect(toIds({ kind: 'product', id: 'P1' }, { kind: 'variant', id: 'P1' })).toEqual(['product', 'variant']);
  });
});
