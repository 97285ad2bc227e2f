import { expect, it } from 'vitest';
import { toFilter } from './filter.js';

it('the address of the log keeps the filter, and leaves out what does not exist (docs/dashboard.md Y9.3)', () => {
  expect(toFilter({ state: 'DEAD', target: 'crm', analysisId: ' 5gNp1RtXv6 ' })).toEqual({
    state: 'DEAD',
    target: 'crm',
    analysisId: '5gNp1RtXv6',
  });
  expect(toFilter({ state: 'LOST', target: 1, analysisId: '', other: 'x' })).toEqual({});
});
