import { afterEach, describe, expect, it } from 'vitest';
import { createFakeCompany } from './testing/demo-documents.testing.js';
import type { FakeCompany } from './testing/fake-peers.testing.js';
import { context, startTestService, type TestService, toCaller, turn } from './testing/test-service.testing.js';

const MAX = 2;
/** A turn that is expected to take so long leaves no time for another one. */
const LONG_MS = 50_000;

describe('more messages than a replica has in work (docs/chat.md T8.6)', () => {
  let service: TestService;
  let company: FakeCompany;
  const start = async (workMs: number) => {
    service = await startTestService({ slots: { max: MAX, workMs } });
    company = service.add(createFakeCompany());
  };
  afterEach(() => service.stop());

  const ask = (text: string) =>
    service.chat.createThread({
      ...{ caller: toCaller(company), context: context(), turn: turn({ text }), isUnlimited: false },
    });
  /** Holds all calls of a method. @returns what lets them continue. */
  const hold = (method: string): (() => void) => {
    let open = () => {};
    service.peers.gates.set(method, new Promise<void>((resolve) => (open = resolve)));
    return () => {
      service.peers.gates.clear();
      open();
    };
  };
  const countStored = async (): Promise<number> => (await service.db('threads').select('thread_hash')).length;

  it('others are refused with Retry-After, before anything is stored for them; those in work are answered', async () => {
    await start(LONG_MS);
    await ask('Hello');
    const before = await countStored();
    const open = hold('getScope');
    const inWork = Array.from({ length: MAX }, () => ask('Hello'));
    await expect.poll(countStored).toBe(before + MAX);
    const refused = await Promise.allSettled(Array.from({ length: 5 }, () => ask('Hello')));
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE', retryAfterS: 2 } });
    }
    expect(await countStored()).toBe(before + MAX);
    open();
    for (const { answer } of await Promise.all(inWork)) expect(answer?.blocks.length).toBeGreaterThan(0);
    expect((await ask('Hello')).answer?.blocks.length).toBeGreaterThan(0);
  });

  it('others wait while they can be answered in their time', async () => {
    await start(1);
    await ask('Hello');
    const open = hold('getScope');
    const before = await countStored();
    const asked = Array.from({ length: MAX * 5 }, () => ask('Hello'));
    await expect.poll(countStored).toBe(before + MAX);
    open();
    for (const { answer } of await Promise.all(asked)) expect(answer?.blocks.length).toBeGreaterThan(0);
  });

  it('one that waits for an index is not in work', async () => {
    await start(1);
    await ask('Hello');
    const other = service.add({ ...createFakeCompany(), id: 'other', key: 'OtherCompanyKey0000000001' });
    const open = hold('getSearchDocuments');
    const before = await countStored();
    const waiting = Array.from({ length: MAX * 2 }, () =>
      service.chat.createThread({
        caller: toCaller(other),
        context: context(),
        turn: turn({ text: 'Show me lipsticks' }),
        isUnlimited: false,
      }),
    );
    await expect.poll(countStored).toBe(before + 2 * MAX);
    expect((await ask('Hello')).answer?.blocks.length).toBeGreaterThan(0);
    open();
    for (const { answer } of await Promise.all(waiting)) expect(JSON.stringify(answer?.blocks)).toContain('LIP-');
  });
});
