import { expect, it } from 'vitest';
import { getUndoEnd } from './undo-time.js';

it('a release can be taken back in one step for ten minutes (docs/dashboard.md Y14.4)', () => {
  expect(new Date(getUndoEnd('2026-11-24T14:02:10.000Z')).toISOString()).toBe('2026-11-24T14:12:10.000Z');
});
