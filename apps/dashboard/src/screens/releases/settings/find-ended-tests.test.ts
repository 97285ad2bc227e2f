import { describe, expect, it } from 'vitest';
import { findEndedTests } from './find-ended-tests.js';

const arm = (key: 'A' | 'B', settings: object | null) => ({
  ...{ key, name: '', weight: 1, versionId: null },
  settings: settings as never,
});
const tags = { tagging: [{ kind: 'product', id: 'P1', add: ['finish:matte'], remove: [] }] };
const test = (name: string, kind: 'MATCHING' | 'QUESTIONNAIRE', settings: object | null = null) => ({
  ...{ id: name, name, kind, funnel: 'beauty' },
  arms: [arm('A', null), arm('B', settings)],
});

describe('tests that going back to earlier settings ends (docs/insight.md N13.8)', () => {
  it.each([
    [['tagging'], ['tags']],
    [['funnels/beauty/matching'], ['plain', 'tags']],
    [
      ['funnels/beauty/resultPage', 'tagging'],
      ['plain', 'tags'],
    ],
    [['funnels/care/matching', 'sets'], []],
    [[], []],
  ])('%j: %j', (parts, expected) => {
    const tests = [
      test('plain', 'MATCHING', { learning: false }),
      test('tags', 'MATCHING', tags),
      test('questions', 'QUESTIONNAIRE'),
    ];
    const found = findEndedTests(
      tests,
      parts.map((part) => ({ part })),
    );
    expect(found.map(({ name }) => name)).toEqual(expected);
  });
});
