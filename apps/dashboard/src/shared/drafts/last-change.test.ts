import { expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { findLastChange } from './last-change.js';

const refuse = (...details: { path: string; message: string }[]) =>
  new ApiError(412, 'PRECONDITION_FAILED', 'It has changed.', { details });
const at = { path: '/changedAt', message: '2026-11-27T14:02:00.000Z' };

it('a conflict says who has changed a part, and when, as far as it is known (docs/dashboard.md Y33.3)', () => {
  expect(findLastChange(refuse({ path: '/changedBy', message: 'Ada' }, at))).toEqual({ name: 'Ada', at: at.message });
  expect(findLastChange(refuse(at))).toEqual({ at: at.message });
  expect(findLastChange(refuse())).toEqual({});
  expect(findLastChange(new Error('Other.'))).toEqual({});
  expect(findLastChange(null)).toEqual({});
});
