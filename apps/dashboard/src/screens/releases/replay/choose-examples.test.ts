import { expect, it } from 'vitest';
import { chooseExamples } from './choose-examples.js';

it('of the replayed shoppers, the ten whose list changes most are shown (docs/dashboard.md Y14.6)', () => {
  const examples = Array.from({ length: 20 }, (_, at) => at);
  expect(chooseExamples(examples)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(chooseExamples([1, 2])).toEqual([1, 2]);
});
