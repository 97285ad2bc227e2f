import { expect, it } from 'vitest';
import { readAddress } from './address.js';

it('the address has the filter and the conversation that is open; what cannot be is left out (docs/dashboard.md Y55.1)', () => {
  expect(readAddress({ unanswered: true, text: 'vegan', conversation: 'ab', other: 1 })).toEqual({
    unanswered: true,
    text: 'vegan',
    conversation: 'ab',
  });
  expect(readAddress({ unanswered: 'no', text: '', conversation: '' })).toEqual({});
});
