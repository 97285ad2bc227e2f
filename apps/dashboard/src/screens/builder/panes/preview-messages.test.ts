import { expect, it } from 'vitest';
import { readFrameMessage, toPreviewOrigin } from './preview-messages.js';

it('messages with the key of the frame are read, and everything else is ignored (docs/dashboard.md Y16.6)', () => {
  const answers = { ageRange: 'UNDER_16', selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
  const state = { stepId: 7, answers, hasSelfie: false, hasContact: true };
  const message = { svc: 1, v: 1, k: 'key', type: 'shown', seq: 2, ...state };
  expect(readFrameMessage(message, 'key')).toEqual({ type: 'shown', seq: 2, state });
  expect(readFrameMessage({ ...message, type: 'hello' }, 'key')).toEqual({ type: 'hello' });
  expect(readFrameMessage({ ...message, type: 'ready' }, 'key')).toEqual({ type: 'ready', seq: 2, state });
  expect(readFrameMessage({ ...message, type: 'leave', key: 'F6', isBack: true }, 'key')).toEqual({
    type: 'leave',
    key: 'F6',
    isBack: true,
  });
  const others = [
    null,
    'hello',
    {},
    { ...message, k: 'other' },
    { ...message, type: 'other' },
    { ...message, seq: null },
  ];
  for (const other of others) expect(readFrameMessage(other, 'key')).toBeUndefined();
  const unreadable = { ...message, stepId: '7', answers: { selectionValues: [null, { stepId: '1' }], eyeColor: 5 } };
  expect(readFrameMessage(unreadable, 'key')).toMatchObject({
    state: { stepId: null, answers: { selectionValues: [] } },
  });
});

it('the preview is next to the dashboard', () => {
  const location = { protocol: 'http:', host: 'dashboard.localhost:8080' };
  expect(toPreviewOrigin(location)).toBe('http://preview.localhost:8080');
});
