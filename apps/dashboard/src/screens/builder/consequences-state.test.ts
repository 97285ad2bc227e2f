import { expect, it } from 'vitest';
import { getConsequencesState } from './consequences-state.js';

it.each([
  ['PROBLEMS', { hasSubject: false, isBusy: true, isOld: true }],
  ['WAITING', { hasSubject: true, isBusy: true, isOld: true }],
  ['OLD', { hasSubject: true, isBusy: false, isOld: true }],
  ['NOW', { hasSubject: true, isBusy: false, isOld: false }],
] as const)(
  'the panel of consequences says %s: what was found before is never called current (docs/dashboard.md Y39.2)',
  (said, state) => {
    expect(getConsequencesState(state)).toBe(said);
  },
);
