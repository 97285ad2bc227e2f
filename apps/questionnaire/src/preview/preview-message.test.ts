import { expect, it } from 'vitest';
import { readPageMessage, toDashboardOrigin } from './preview-message.js';

const page = { steps: [] };
const message = { svc: 1, type: 'page', k: 'key', seq: 3, page, stepId: 2 };

it('a page of the dashboard is read, and everything else is ignored', () => {
  expect(readPageMessage(message, 'key')).toEqual({ seq: 3, page, stepId: 2, answers: null });
  expect(readPageMessage({ ...message, stepId: undefined }, 'key')?.stepId).toBeNull();
  const answers = { selectionValues: [] };
  expect(readPageMessage({ ...message, answers }, 'key')?.answers).toEqual(answers);
  expect(readPageMessage({ ...message, answers: 'dry' }, 'key')?.answers).toBeNull();
  const others = [null, 'page', {}, { ...message, k: 'other' }, { ...message, svc: 2 }, { ...message, page: {} }];
  for (const other of [...others, { ...message, seq: '3' }]) expect(readPageMessage(other, 'key')).toBeUndefined();
});

it('the dashboard is next to the preview host', () => {
  expect(toDashboardOrigin({ protocol: 'https:', host: 'preview.svc.example:8443' })).toBe(
    'https://dashboard.svc.example:8443',
  );
});
