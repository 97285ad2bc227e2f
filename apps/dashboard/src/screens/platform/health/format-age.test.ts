import { expect, it } from 'vitest';
import { formatAge } from './format-age.js';

it.each([
  [0.44, '0.4 sec'],
  [119, '119 sec'],
  [150, '3 min'],
  [7_300, '2 hr'],
  [3 * 86_400, '3 days'],
])('the age %s s is "%s", in the largest unit that it fills (docs/dashboard.md Y19.5)', (seconds, text) => {
  expect(formatAge('en', seconds)).toBe(text);
});
