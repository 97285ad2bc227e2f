import { expect, it } from 'vitest';
import { createNumbers, readPageMessage, readResultMessage, toDashboardOrigin } from './preview-message.js';

const page = { steps: [] };
const message = { svc: 1, type: 'page', k: 'key', seq: 3, page, stepId: 2 };

it('a page of the dashboard is read, and everything else is ignored (docs/dashboard.md Y16.6)', () => {
  expect(readPageMessage(message, 'key')).toEqual({ seq: 3, page, stepId: 2, answers: null });
  expect(readPageMessage({ ...message, stepId: undefined }, 'key')?.stepId).toBeNull();
  const answers = { selectionValues: [] };
  expect(readPageMessage({ ...message, answers }, 'key')?.answers).toEqual(answers);
  expect(readPageMessage({ ...message, answers: 'dry' }, 'key')?.answers).toBeNull();
  const others = [null, 'page', {}, { ...message, k: 'other' }, { ...message, svc: 2 }, { ...message, page: {} }];
  for (const other of [...others, { ...message, seq: '3' }]) expect(readPageMessage(other, 'key')).toBeUndefined();
});

it('a result of the dashboard is read, and everything else is ignored (docs/dashboard.md Y16.6)', () => {
  const result = { variants: ['V1'], tabs: [], cards: {} };
  const given = { svc: 1, type: 'result', k: 'key', seq: 4, result };
  expect(readResultMessage(given, 'key')).toEqual({ seq: 4, result });
  expect(readPageMessage(given, 'key')).toBeUndefined();
  const others = [null, message, { ...given, k: 'other' }, { ...given, result: null }, { ...given, result: {} }];
  for (const other of [...others, { ...given, seq: '4' }]) expect(readResultMessage(other, 'key')).toBeUndefined();
});

it('a message with the number of an earlier one, or a lower one, is ignored (docs/dashboard.md Y16.6)', () => {
  const numbers = createNumbers();
  expect([0, 3, 3, 1, 4].map((seq) => numbers.isNext(seq))).toEqual([true, true, false, false, true]);
  expect(numbers.last).toBe(4);
  expect(numbers.isNext(-1)).toBe(false);
});

it('the dashboard is next to the preview host', () => {
  expect(toDashboardOrigin({ protocol: 'https:', host: 'preview.svc.example:8443' })).toBe(
    'https://dashboard.svc.example:8443',
  );
});
