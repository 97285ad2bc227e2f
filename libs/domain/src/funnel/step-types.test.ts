import { expect, it } from 'vitest';
import { STEP_TYPES } from './step-types.js';

it('steps have these nine types and no other (docs/contract.md C6.2)', () => {
  expect([...STEP_TYPES].sort()).toEqual(
    [
      ...['HAIR_COLOR', 'EYE_COLOR', 'SKIN_COLOR', 'SKIN_UNDERTONE', 'AGE', 'SELFIE', 'EMAIL'],
      ...['SINGLE_SELECTION', 'MULTI_SELECTION'],
    ].sort(),
  );
});
