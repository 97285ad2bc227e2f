import { describe, expect, it } from 'vitest';
import { listReasons } from './list-reasons.js';

const explanation = {
  variantId: 'V1',
  matched: false,
  sentence: 'It is not in the list.',
  position: null,
  eligibility: { code: 'ELIGIBLE', passed: true, sentence: 'It is available.' },
  tests: [
    { passed: true, sentence: 'No rule excludes it.' },
    { passed: false, sentence: 'It lacks skin:dry.' },
    { passed: true, sentence: '' },
  ],
  sets: [],
  tabs: [],
  pin: null,
  score: null,
};

describe('why a variant is (not) in a list (docs/dashboard.md Y10.3)', () => {
  it('begins with what keeps it out', () => {
    expect(listReasons(explanation as never)).toEqual([
      { sentence: 'It lacks skin:dry.', isObstacle: true },
      { sentence: 'It is available.', isObstacle: false },
      { sentence: 'No rule excludes it.', isObstacle: false },
    ]);
  });

  it('of one in the list ends with what its place depends on', () => {
    const score = { parts: [{ sentence: 'Tags: 0.8.' }], sentence: 'In all 0.8.' };
    const pin = { group: 1, rule: 'new', sentence: 'The rule "new" puts it first.' };
    const reasons = listReasons({ ...explanation, tests: [], score, pin } as never);
    expect(reasons.map(({ sentence }) => sentence)).toEqual([
      'It is available.',
      'Tags: 0.8.',
      'In all 0.8.',
      'The rule "new" puts it first.',
    ]);
  });
});
