import { expect, it } from 'vitest';
import { buildPage } from '../testing/page.testing.js';
import { createInbox, type PreviewMessage, readMessage, toDashboardOrigin } from './preview-message.js';

const page = { steps: [] };
const answers = { selectionValues: [] };
const result = { variants: ['V1'], tabs: [], cards: {} };
const said = { svc: 1, v: 1, k: 'key', seq: 3 };

it('messages of the dashboard are read, and everything else is ignored (docs/dashboard.md Y16.6)', () => {
  const show = { ...said, type: 'show', stepId: 2 };
  expect(readMessage({ ...said, type: 'page', page }, 'key')).toEqual({ type: 'page', seq: 3, page });
  expect(readMessage(show, 'key')).toEqual({ type: 'show', seq: 3, stepId: 2, answers: null });
  expect(readMessage({ ...show, stepId: undefined }, 'key')).toMatchObject({ stepId: null });
  expect(readMessage({ ...show, answers }, 'key')).toMatchObject({ answers });
  expect(readMessage({ ...show, answers: 'dry' }, 'key')).toMatchObject({ answers: null });
  expect(readMessage({ ...said, type: 'result', result }, 'key')).toEqual({ type: 'result', seq: 3, result });
  for (const whole of [{ ...said, type: 'page', page }, show, { ...said, type: 'result', result }])
    for (const change of [{ k: 'other' }, { svc: 2 }, { seq: '3' }, { type: 'other' }])
      expect(readMessage({ ...whole, ...change }, 'key')).toBeUndefined();
  const unreadable = [{ page: {} }, { page: null }, { type: 'result', result: null }, { type: 'result', result: {} }];
  for (const change of unreadable) expect(readMessage({ ...said, type: 'page', ...change }, 'key')).toBeUndefined();
  for (const other of [null, 'page', {}]) expect(readMessage(other, 'key')).toBeUndefined();
});

/** An inbox whose work takes until `finish()`, and the numbers of what was carried out. */
function startInbox() {
  const carriedOut: number[] = [];
  let finish = () => {};
  const take = createInbox(async ({ seq }) => {
    carriedOut.push(seq);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  const finishAll = async () => {
    for (let round = 0; round < 10; round += 1) {
      finish();
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  return { take, carriedOut, finishAll };
}

const toMessage = (type: PreviewMessage['type'], seq: number): PreviewMessage =>
  type === 'page' ? { type, seq, page: buildPage([]) } : { type: 'show', seq, stepId: 1, answers: null };

it('a message with the number of an earlier one, or a lower one, is ignored (docs/dashboard.md Y16.6)', async () => {
  const { take, carriedOut, finishAll } = startInbox();
  for (const seq of [0, 3, 3, 1, 4]) take(toMessage('show', seq));
  await finishAll();
  expect(carriedOut).toEqual([0, 3, 4]);
});

it('a slow frame leaves out a page that another one follows, and never what the user chose (docs/dashboard.md Y16.2)', async () => {
  const { take, carriedOut, finishAll } = startInbox();
  take(toMessage('page', 1));
  take(toMessage('page', 2));
  take(toMessage('page', 3));
  take(toMessage('show', 4));
  take(toMessage('page', 5));
  await finishAll();
  expect(carriedOut).toEqual([1, 3, 4, 5]);
});

it('a message that cannot be carried out keeps no later one from it', async () => {
  const carriedOut: number[] = [];
  const failed: unknown[] = [];
  const onFailure = (reason: unknown) => failed.push(reason);
  process.on('unhandledRejection', onFailure);
  const take = createInbox(async ({ seq }) => {
    if (seq === 1) throw new Error('Its script cannot be loaded.');
    carriedOut.push(seq);
  });
  take(toMessage('page', 1));
  await new Promise(setImmediate);
  process.off('unhandledRejection', onFailure);
  take(toMessage('page', 2));
  expect(failed).toHaveLength(1);
  expect(carriedOut).toEqual([2]);
});

it('the dashboard is next to the preview host', () => {
  expect(toDashboardOrigin({ protocol: 'https:', host: 'preview.svc.example:8443' })).toBe(
    'https://dashboard.svc.example:8443',
  );
});
