import { sha256 } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeCompany } from './testing/demo-documents.testing.js';
import type { FakeCompany } from './testing/fake-peers.testing.js';
import { context, startTestService, type TestService, toCaller, turn } from './testing/test-service.testing.js';

const TURN_MS = 1_500;

describe('a turn that takes long', () => {
  let service: TestService;
  let company: FakeCompany;
  let open = () => {};
  /** Only the turn that takes too long has little time: a busy machine may need as much for any other one. */
  const turnMs = { plain: 60_000, model: 60_000 };
  beforeAll(async () => {
    service = await startTestService({ turnMs, maxWaitMs: 200 });
    company = service.add(createFakeCompany());
  });
  afterAll(() => service.stop());

  const ask = async (text: string) => {
    const sent = { caller: toCaller(company), context: context(), turn: turn({ text }), isUnlimited: false };
    return (await service.chat.createThread(sent)).answer;
  };
  const close = (method: string) => service.peers.gates.set(method, new Promise<void>((resolve) => (open = resolve)));

  it('because the index is not ready, is answered if it needs no search, and otherwise says so; what has products is read later (docs/chat.md T7.8, T8.4)', async () => {
    close('getSearchDocuments');
    const said = async (text: string) => JSON.stringify((await ask(text))?.blocks);
    expect(await said('Hello')).toContain('Welcome to Linden & Lune!');
    expect(await said('How long does delivery take?')).toContain('Delivery takes two days.');
    const threadId = (await ask('Hello'))?.threadId ?? '';
    const read = () => service.chat.getThread({ threadId, caller: { origin: '' } });
    expect((await read()).messages).toHaveLength(2);
    // An answer with products, as one has that was written before the index was lost.
    const products = { type: 'products', items: [{ variantId: 'LIP-MATTE', reasons: [] }] };
    await service
      .db('turns')
      .where({ thread_hash: sha256(threadId) })
      .update({ blocks: JSON.stringify([products]) });
    await expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterS: 2 });
    for (const text of ['Show me lipsticks', 'Velvet Hour', 'cheapest lipstick under 20 euros']) {
      expect(await said(text)).toMatch(/moment/);
    }
    open();
    service.peers.gates.clear();
    await expect.poll(() => said('Show me lipsticks'), { timeout: 30_000 }).toContain('LIP-');
    expect((await read()).messages).toHaveLength(2);
  });

  it('is UNAVAILABLE, nothing is stored, and the same message can be sent again (docs/chat.md T7.4, T8.3)', async () => {
    const answer = await ask('Show me lipsticks');
    close('getScope');
    const sent = {
      ...{ threadId: answer?.threadId ?? '', caller: { origin: '' }, context: context(), isUnlimited: false },
      turn: turn({ text: 'cheaper please' }),
    };
    const { plain } = turnMs;
    turnMs.plain = TURN_MS;
    const started = performance.now();
    await expect(service.chat.createTurn(sent)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(performance.now() - started).toBeGreaterThan(TURN_MS - 100);
    turnMs.plain = plain;
    const turns = () => service.db('turns').where({ client_turn_id: sent.turn.clientTurnId });
    await expect.poll(turns, { timeout: 20_000 }).toEqual([]);
    open();
    service.peers.gates.clear();
    expect((await service.chat.createTurn(sent)).answer?.blocks.length).toBeGreaterThan(0);
  });
});
