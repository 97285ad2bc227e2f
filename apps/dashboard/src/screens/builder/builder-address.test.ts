import { expect, it } from 'vitest';
import { readBuilderAddress } from './builder-address.js';

it('the way to a dead end is part of the address, and what is none is left out (docs/dashboard.md Y39.1)', () => {
  const path = {
    answers: [
      [1, ['dry']],
      [2, []],
    ],
    colorType: 'TRUE_AUTUMN',
  };
  expect(readBuilderAddress({ step: 2, path })).toEqual({ step: 2, path });
  const broken = [[1, ['dry']], [1.5, ['dry']], [2, 'dry'], [3, [4]], null];
  expect(readBuilderAddress({ path: { answers: broken, colorType: 5 } })).toEqual({
    path: { answers: [[1, ['dry']]] },
  });
  for (const other of [undefined, null, 'dry', {}, { answers: 'dry' }]) {
    expect(readBuilderAddress({ path: other })).toEqual({});
  }
});
