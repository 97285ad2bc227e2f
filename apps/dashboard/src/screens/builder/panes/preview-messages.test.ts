import { expect, it } from 'vitest';
import { readFrameMessage, toPreviewOrigin } from './preview-messages.js';

it('messages of the frame are read, and everything else is ignored', () => {
  const message = { svc: 1, v: 1, k: 'key', type: 'shown', seq: 2, stepId: 7 };
  expect(readFrameMessage(message, 'key')).toEqual({ type: 'shown', seq: 2, stepId: 7 });
  expect(readFrameMessage({ ...message, type: 'hello' }, 'key')).toEqual({ type: 'hello' });
  expect(readFrameMessage({ ...message, type: 'ready' }, 'key')).toEqual({ type: 'ready', seq: 2 });
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
    { ...message, stepId: '7' },
    { ...message, seq: null },
  ];
  for (const other of others) expect(readFrameMessage(other, 'key')).toBeUndefined();
});

it('the preview is next to the dashboard', () => {
  const location = { protocol: 'http:', host: 'dashboard.localhost:8080' };
  expect(toPreviewOrigin(location)).toBe('http://preview.localhost:8080');
});
