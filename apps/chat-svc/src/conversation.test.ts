import { setTimeout as delay } from 'node:timers/promises';
import { sha256 } from '@svc/kit';
import { countWaiting } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeCompany } from './testing/demo-documents.testing.js';
import type { FakeCompany } from './testing/fake-peers.testing.js';
import { context, startTestService, type TestService, toCaller, turn } from './testing/test-service.testing.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type Input = Parameters<typeof turn>[0];

const begin = async (company: FakeCompany, input: Input, more: Parameters<typeof context>[0] = {}) => {
  const { answer } = await service.chat.createThread({
    ...{ caller: toCaller(company), context: context(more), turn: turn(input), isUnlimited: false },
  });
  if (!answer) throw new Error('A thread must have an answer.');
  return answer;
};
const next = async (threadId: string, sent: ReturnType<typeof turn>, company?: FakeCompany) => {
  const caller = company ? toCaller(company) : { origin: '' };
  const { answer } = await service.chat.createTurn({
    ...{ threadId, caller, context: context(), turn: sent, isUnlimited: false },
  });
  if (!answer) throw new Error('A turn must have an answer.');
  return answer;
};
type Blocks = Awaited<ReturnType<typeof begin>>['blocks'];
const texts = (blocks: Blocks) => blocks.flatMap(({ block }) => (block?.$case === 'text' ? [block.value.text] : []));
const products = (blocks: Blocks) =>
  blocks.flatMap(({ block }) => (block?.$case === 'products' ? block.value.items : []));
const isCode = (code: string) => expect.objectContaining({ code });

describe('a conversation (docs/chat.md T7)', () => {
  it('is begun by a page of the company, with products of its catalog; the id is not stored (T3.1, T7.2, T7.3)', async () => {
    const company = service.add(createFakeCompany());
    const { threadId, blocks, replies } = await begin(company, { text: 'Show me red lipsticks' });
    expect(threadId).toMatch(/^[A-Za-z0-9]{22}$/);
    expect(products(blocks).length).toBeGreaterThan(0);
    for (const { variantId, card } of products(blocks)) {
      const document = company.documents.find((one) => one.variantId === variantId);
      expect(card).toMatchObject({ variantId, name: document?.variantName });
    }
    expect(replies.length).toBeGreaterThan(0);
    const rows = await service.db('threads').where({ company_id: company.id }).select('thread_hash');
    expect(rows).toEqual([{ thread_hash: sha256(threadId) }]);
    expect(JSON.stringify(await service.db('turns').select())).not.toContain(threadId);
  });

  it.each([
    ['another page', { origin: 'https://elsewhere.example' }],
    ['no page', { origin: '' }],
    [
      'the page of another company’s funnel',
      { origin: 'https://quiz.example', originFunnel: { name: { $case: 'subdomain', value: 'foreign' } } },
    ],
  ] as const)('is not begun by %s (T7.2)', async (_, origin) => {
    const company = service.add(createFakeCompany()) as FakeCompany;
    const caller = { ...toCaller(company), ...origin } as ReturnType<typeof toCaller>;
    const sent = { caller, context: context(), turn: turn({ text: 'Hello' }), isUnlimited: false };
    await expect(service.chat.createThread(sent)).rejects.toEqual(isCode('NOT_FOUND'));
  });

  it('is begun by the page of a funnel, by the domain of a page alone, and not where the chat is off (T7.2)', async () => {
    const company = service.add(createFakeCompany());
    const [funnel] = company.company.funnels;
    const originFunnel = { name: { $case: 'subdomain' as const, value: funnel?.subdomain ?? '' } };
    const ask = (caller: object) =>
      service.chat.createThread({
        ...{ caller: { origin: '', ...caller }, context: context(), turn: turn({ text: 'Hello' }), isUnlimited: false },
      });
    expect((await ask({ companyKey: company.key, origin: 'https://x.example', originFunnel })).answer).toBeDefined();
    expect((await ask({ origin: `https://${company.company.domains[0]}` })).answer).toBeDefined();
    const off = service.add(createFakeCompany({ isEnabled: false }));
    await expect(ask(toCaller(off))).rejects.toEqual(isCode('NOT_FOUND'));
  });

  it('is begun also where a shopper goes away whose request was the first to ask for the company (T7.2)', async () => {
    const company = service.add(createFakeCompany());
    let open = () => {};
    service.peers.gates.set('getChatCompany', new Promise<void>((resolve) => (open = resolve)));
    const calls = service.peers.calls.get('getChatCompany') ?? 0;
    const gone = new AbortController();
    const sent = { caller: toCaller(company), context: context(), turn: turn({ text: 'Hello' }), isUnlimited: false };
    const first = service.chat.createThread(sent, { signal: gone.signal }).catch(() => 'gone');
    await expect.poll(() => service.peers.calls.get('getChatCompany')).toBeGreaterThan(calls);
    const second = begin(company, { text: 'Hello' });
    gone.abort();
    expect(await first).toBe('gone');
    open();
    service.peers.gates.clear();
    expect((await second).blocks.length).toBeGreaterThan(0);
  });

  it('continues with quick replies and actions of the last answer, and with no other (T7.5)', async () => {
    const company = service.add(createFakeCompany());
    const first = await begin(company, { text: 'Show me lipsticks' });
    const cheaper = first.replies.find(({ label }) => label === 'Lower price');
    const second = await next(first.threadId, turn({ quickReply: cheaper?.id ?? '' }));
    expect(texts(second.blocks).join()).toMatch(/cost less|costs less/);
    const [action] = first.blocks.flatMap(({ block }) => (block?.$case === 'actions' ? block.value.items : []));
    expect(action?.id).toBe('a1');
    const cart = await next(first.threadId, turn({ text: 'Add the first one to my cart' }));
    const [offered] = cart.blocks.flatMap(({ block }) => (block?.$case === 'actions' ? block.value.items : []));
    expect(offered).toMatchObject({ id: 'a1', kind: 'CHAT_ACTION_KIND_ADD_TO_CART' });
    const again = await next(first.threadId, turn({ action: 'a1' }));
    expect(products(again.blocks).map(({ variantId }) => variantId)).toEqual([offered?.variantId]);
    for (const input of [{ quickReply: 'q9' }, { action: 'a2' }, { quickReply: 'a1' }, { action: 'constructor' }]) {
      await expect(next(first.threadId, turn(input))).rejects.toEqual(isCode('INVALID_REQUEST'));
    }
    const { messages } = await service.chat.getThread({ threadId: first.threadId, caller: { origin: '' } });
    expect(messages.flatMap(({ text }) => text ?? [])).toEqual([
      ...['Show me lipsticks', 'Lower price', 'Add the first one to my cart', offered?.label],
    ]);
  });

  it('counts a clientTurnId once: same body, same answer; other body, conflict (T7.4)', async () => {
    const company = service.add(createFakeCompany());
    const { threadId } = await begin(company, { text: 'Show me lipsticks' });
    const sent = turn({ text: 'cheaper please' });
    const first = await next(threadId, sent);
    expect(await next(threadId, sent)).toEqual(first);
    const changed = { ...sent, requestHash: sha256('other') };
    await expect(next(threadId, changed)).rejects.toEqual(isCode('IDEMPOTENCY_CONFLICT'));
    const count = await service.db('turns').where({ thread_hash: sha256(threadId) });
    expect(count).toHaveLength(2);
    service.clock.advance(24 * 3_600_000 + 1);
    await service.db('turns').where({ client_turn_id: sent.clientTurnId }).update({ answer: null });
    await expect(next(threadId, sent)).rejects.toEqual(isCode('IDEMPOTENCY_CONFLICT'));
  });

  it('begins one conversation for a repeated first message, and its id cannot be read from the database (T3.1, T7.4)', async () => {
    const company = service.add(createFakeCompany());
    const sent = turn({ text: 'Show me lipsticks' });
    const post = (change: Partial<ReturnType<typeof turn>> = {}, of = company) =>
      service.chat.createThread({
        ...{ caller: toCaller(of), context: context(), turn: { ...sent, ...change }, isUnlimited: false },
      });
    const [one, two] = await Promise.allSettled([post(), post()]);
    const begun = [one, two].flatMap((each) => (each?.status === 'fulfilled' ? [each.value] : []));
    const refused = [one, two].flatMap((each) => (each?.status === 'rejected' ? [each.reason.code] : []));
    expect(refused).toEqual(Array(2 - begun.length).fill('REQUEST_IN_PROGRESS'));
    const threadId = begun[0]?.answer?.threadId ?? '';
    expect([begun[1] ?? begun[0], await post()]).toEqual([begun[0], begun[0]]);
    const rows = () => service.db('turns').where({ company_id: company.id });
    expect(await rows()).toHaveLength(1);
    expect(JSON.stringify(await rows())).not.toContain(sent.clientTurnId);
    // The same id within the conversation is the first message, too.
    expect((await next(threadId, sent)).turnId).toBe(begun[0]?.answer?.turnId);
    await expect(next(threadId, { ...sent, requestHash: sha256('other') })).rejects.toEqual(
      isCode('IDEMPOTENCY_CONFLICT'),
    );
    const other = service.add(createFakeCompany());
    const others = [await post({ requestHash: sha256('other') }), await post({ clientTurnId: 'x'.repeat(16) })];
    const ids = [...others, await post({}, other)].map(({ answer }) => answer?.threadId);
    expect(new Set([threadId, ...ids]).size).toBe(4);
    // Ids that two shoppers could have are not taken as one.
    const short = [await post({ clientTurnId: 'turn-1' }), await post({ clientTurnId: 'turn-1' })];
    expect(new Set(short.map(({ answer }) => answer?.threadId)).size).toBe(2);
  });

  it('begins another conversation for a repeated first message when the first one is over (T3.4, T7.4)', async () => {
    const company = service.add(createFakeCompany());
    const sent = turn({ text: 'Show me lipsticks' });
    const post = async () =>
      (
        await service.chat.createThread({
          ...{ caller: toCaller(company), context: context(), turn: sent, isUnlimited: false },
        })
      ).answer?.threadId;
    const first = await post();
    await service.chat.deleteThread({ threadId: first ?? '' });
    const second = await post();
    service.clock.advance(30 * 86_400_000);
    const third = await post();
    expect(new Set([first, second, third]).size).toBe(3);
    expect(await service.db('threads').where({ company_id: company.id })).toHaveLength(1);
  });

  it('answers one message at a time; one that was never answered is taken over (T7.4)', async () => {
    const company = service.add(createFakeCompany());
    const { threadId } = await begin(company, { text: 'Show me lipsticks' });
    let open = () => {};
    service.peers.gates.set('getScope', new Promise<void>((resolve) => (open = resolve)));
    const sent = turn({ text: 'cheaper please' });
    const running = next(threadId, sent);
    await expect.poll(() => service.db('turns').where({ client_turn_id: sent.clientTurnId })).toHaveLength(1);
    await expect(next(threadId, sent)).rejects.toEqual(isCode('REQUEST_IN_PROGRESS'));
    await expect(next(threadId, turn({ text: 'thanks' }))).rejects.toEqual(isCode('REQUEST_IN_PROGRESS'));
    open();
    service.peers.gates.clear();
    await running;
    // A process that went away.
    await service.db('turns').where({ client_turn_id: sent.clientTurnId }).update({ answered_at: null, answer: null });
    await expect(next(threadId, sent)).rejects.toEqual(isCode('REQUEST_IN_PROGRESS'));
    service.clock.advance(10_000);
    expect((await next(threadId, sent)).blocks.length).toBeGreaterThan(0);
  });

  describe('is taken over from a process that stood still, which changes nothing of it later (T7.4)', () => {
    /** Sends a message twice; the first one waits until the second one is answered. */
    async function takeOver(company: FakeCompany, send: () => Promise<unknown>) {
      let gate = { open: () => {}, fail: (_: Error) => {} };
      const waiting = new Promise<void>((open, fail) => (gate = { open, fail }));
      service.peers.gates.set('getScope', waiting);
      const calls = service.peers.calls.get('getScope') ?? 0;
      const frozen = send().catch((error: unknown) => error);
      await expect.poll(() => service.peers.calls.get('getScope')).toBeGreaterThan(calls);
      service.peers.gates.clear();
      service.clock.advance(10_000);
      const answer = await send();
      const read = () =>
        Promise.all(['threads', 'turns'].map((table) => service.db(table).where({ company_id: company.id })));
      return { frozen, gate, answer, read, stored: await read() };
    }

    it('neither where it answers', async () => {
      const company = service.add(createFakeCompany());
      const { threadId } = await begin(company, { text: 'Show me lipsticks' });
      const sent = turn({ text: 'cheaper please' });
      const { frozen, gate, answer, read, stored } = await takeOver(company, () => next(threadId, sent));
      gate.open();
      expect(await frozen).toEqual(isCode('REQUEST_IN_PROGRESS'));
      expect(await read()).toEqual(stored);
      expect(await next(threadId, sent)).toEqual(answer);
    });

    it('nor where it fails', async () => {
      const company = service.add(createFakeCompany());
      const { threadId } = await begin(company, { text: 'Show me lipsticks' });
      const sent = turn({ text: 'cheaper please' });
      const { frozen, gate, read, stored } = await takeOver(company, () => next(threadId, sent));
      gate.fail(new Error('late'));
      expect(await frozen).toBeInstanceOf(Error);
      expect(await read()).toEqual(stored);
    });

    it('nor where it had begun the conversation and fails', async () => {
      const company = service.add(createFakeCompany());
      const sent = {
        caller: toCaller(company),
        context: context(),
        turn: turn({ text: 'Lipsticks' }),
        isUnlimited: false,
      };
      const { frozen, gate, read, stored } = await takeOver(company, () => service.chat.createThread(sent));
      gate.fail(new Error('late'));
      expect(await frozen).toBeInstanceOf(Error);
      expect(await read()).toEqual(stored);
      expect(stored.map((rows) => rows.length)).toEqual([1, 1]);
    });
  });

  it('recommends the match of an analysis of the company, with reasons; another company’s is ignored (T2.1, T7.7)', async () => {
    const company = service.add(createFakeCompany());
    const matched = company.documents.filter(({ productId }) => productId === 'LIP-MATTE').slice(0, 3);
    company.matched = matched.map(({ variantId }) => variantId);
    service.peers.analyses.set('own-analysis', company.id).set('foreign-analysis', 'another-company');
    const own = await begin(company, { text: 'What suits me?' }, { analysisId: 'own-analysis' });
    expect(products(own.blocks).every(({ variantId }) => company.matched.includes(variantId))).toBe(true);
    expect(products(own.blocks)[0]?.reasons).toEqual(['Goes with your answer.']);
    const german = await begin(company, { text: 'Was passt zu mir?' }, { analysisId: 'own-analysis' });
    expect(products(german.blocks)[0]?.reasons).toEqual(['Passt zu deiner Antwort.']);
    const colorType = await begin(company, { text: 'What is my color type?' }, { analysisId: 'own-analysis' });
    expect(texts(colorType.blocks).join()).toContain('True Winter');
    for (const analysisId of ['foreign-analysis', 'no-analysis']) {
      const foreign = await begin(company, { text: 'What suits me?' }, { analysisId });
      expect(products(foreign.blocks)).toEqual([]);
    }
    const hashes = await service.db('threads').where({ company_id: company.id }).select('analysis_hashes');
    expect(hashes.filter(({ analysis_hashes }) => analysis_hashes.length > 0)).toHaveLength(3);
  });

  it('answers with the sets that the matcher gives, and with those that are complete for an analysis (T1.14)', async () => {
    const company = service.add(createFakeCompany());
    const name = (id: string) => company.documents.find(({ variantId }) => variantId === id)?.variantName;
    company.sets = { 'SET-CALM': ['TON-CALM', 'SER-AZE'], 'SET-QUARTET': [] };
    const all = await begin(company, { text: 'Show me your sets' });
    expect(products(all.blocks).map(({ variantId }) => variantId)).toHaveLength(2);
    expect(texts(all.blocks)).toContain(`${name('SET-CALM')} contains: ${name('TON-CALM')} · ${name('SER-AZE')}.`);
    service.peers.analyses.set('set-analysis', company.id);
    const none = await begin(company, { text: 'Ein Set?' }, { analysisId: 'set-analysis' });
    expect([texts(none.blocks), products(none.blocks)]).toEqual([
      ['Kein Set ist für deine Antworten vollständig.'],
      [],
    ]);
    company.matched = ['SET-CALM'];
    const complete = await begin(company, { text: 'Ein Set?' }, { analysisId: 'set-analysis' });
    expect(texts(complete.blocks)[0]).toBe('Diese Sets passen zu dir.');
    expect(products(complete.blocks).map(({ variantId }) => variantId)).toEqual(['SET-CALM']);
    company.sets = {};
    company.documents = company.documents.filter(({ tags }) => !tags.includes('category:set'));
    company.catalogVersion = 2;
    await service.bus.publish('company-changed', { companyId: company.id });
    await expect
      .poll(async () => texts((await begin(company, { text: 'Which products go together?' })).blocks))
      .toEqual(['This shop has no sets.']);
  });

  it('names nothing that rules exclude, from the next message on (T2.1)', async () => {
    const company = service.add(createFakeCompany());
    const { threadId, blocks } = await begin(company, { text: 'Show me lipsticks' });
    const [shown] = products(blocks);
    company.excluded = company.documents
      .filter(({ productId }) => productId === shown?.card?.productId)
      .map(({ variantId }) => variantId);
    const after = await next(threadId, turn({ text: `Is ${shown?.card?.name} available?` }));
    expect(JSON.stringify(after.blocks)).not.toContain(shown?.variantId);
  });

  it('says on the page of a product that rules exclude that it is not recommended (T1.9)', async () => {
    const company = service.add(createFakeCompany());
    const of = (product: string) =>
      company.documents.filter(({ productId }) => productId === product).map(({ variantId }) => variantId);
    const other = company.documents.find(({ productId }) => productId !== 'LIP-MATTE')?.productId ?? '';
    company.excluded = of('LIP-MATTE');
    company.matched = of(other);
    service.peers.analyses.set('excluding-analysis', company.id);
    const page = { analysisId: 'excluding-analysis', productId: 'LIP-MATTE' };
    const { blocks } = await begin(company, { text: 'Does this suit me?' }, page);
    expect(texts(blocks)[0]).toBe('This product is not recommended with your answers.');
    expect(products(blocks).map(({ card }) => card?.productId)).toEqual([other]);
  });

  it('follows the catalog: a change is answered from the next index on, and cards of earlier answers change (T6.1, T7.8, T8.4)', async () => {
    const company = service.add(createFakeCompany());
    const { threadId, blocks } = await begin(company, { text: 'Show me lipsticks' });
    const [first, second] = products(blocks);
    company.documents = company.documents
      .filter(({ variantId }) => variantId !== second?.variantId)
      .map((document) => (document.variantId === first?.variantId ? { ...document, price: '99.00' } : document));
    company.catalogVersion = 2;
    await service.bus.publish('company-changed', { companyId: company.id });
    const read = async () => {
      const { messages } = await service.chat.getThread({ threadId, caller: toCaller(company) });
      return products(messages[1]?.blocks ?? []).map(({ variantId, card }) => [variantId, card?.price]);
    };
    await expect.poll(read).toEqual(
      expect.arrayContaining([
        [first?.variantId, '€99.00'],
        [second?.variantId, undefined],
      ]),
    );
  });

  it('has no link to a host that the company no longer has, in earlier answers neither; its contact may be anywhere (T5.4)', async () => {
    const company = service.add(createFakeCompany());
    const text = 'How long does delivery take?';
    const links = (blocks: Blocks) =>
      blocks.flatMap(({ block }) => (block?.$case === 'text' ? (block.value.link ?? []) : []));
    const first = await begin(company, { text });
    expect(links(first.blocks)).toEqual(['https://www.linden-lune.example/shipping']);
    company.company.domains = [`other-${company.company.domains[0]}`];
    company.version += 1;
    await expect.poll(async () => links((await begin(company, { text })).blocks)).toEqual([]);
    const again = await next(first.threadId, turn({ text }));
    expect([texts(again.blocks), links(again.blocks)]).toEqual([texts(first.blocks), []]);
    const { messages } = await service.chat.getThread({ threadId: first.threadId, caller: { origin: '' } });
    expect(messages.flatMap(({ blocks }) => texts(blocks)).length).toBeGreaterThan(1);
    expect(messages.flatMap(({ blocks }) => links(blocks))).toEqual([]);
    const contact = await next(first.threadId, turn({ text: 'I want to talk to a person' }));
    expect(JSON.stringify(contact.blocks)).toContain('https://www.linden-lune.example/contact');
  });

  it('of another company, unknown or expired is one and the same failure (T3.2, T3.4, T7.3)', async () => {
    const [company, other] = [service.add(createFakeCompany()), service.add(createFakeCompany())];
    const { threadId } = await begin(company, { text: 'Show me lipsticks' });
    const failures: unknown[] = await Promise.all(
      [next(threadId, turn({ text: 'Hello' }), other), next('0'.repeat(22), turn({ text: 'Hello' }))].map((one) =>
        one.catch((error: Error) => error.message),
      ),
    );
    service.clock.advance(30 * 86_400_000);
    failures.push(await next(threadId, turn({ text: 'Hello' })).catch((error: Error) => error.message));
    failures.push(
      await service.chat.getThread({ threadId, caller: { origin: '' } }).catch((error: Error) => error.message),
    );
    expect(new Set(failures).size).toBe(1);
  });

  it('is deleted also at the moment in which a message fails (T4.1)', async () => {
    const company = service.add(createFakeCompany());
    const { threadId } = await begin(company, { text: 'Show me lipsticks' });
    let fail = (_: Error) => {};
    service.peers.gates.set('getScope', new Promise<void>((_, reject) => (fail = reject)));
    const calls = service.peers.calls.get('getScope') ?? 0;
    const failed = next(threadId, turn({ text: 'cheaper please' })).catch((error: unknown) => error);
    await expect.poll(() => service.peers.calls.get('getScope')).toBeGreaterThan(calls);
    await service.db.transaction(async (trx) => {
      await trx('threads')
        .where({ thread_hash: sha256(threadId) })
        .forUpdate();
      fail(new Error('late'));
      service.peers.gates.clear();
      await expect.poll(() => countWaiting(service.db)).toBe(1);
      // Longer than PostgreSQL waits before it looks for a deadlock: what waits next would be ended for it.
      await delay(1_500);
      await trx('threads')
        .where({ thread_hash: sha256(threadId) })
        .delete();
    });
    expect(await failed).toBeInstanceOf(Error);
    expect(await service.db('turns').where({ company_id: company.id })).toEqual([]);
  });

  it('is deleted with its messages, also twice (T4.1)', async () => {
    const company = service.add(createFakeCompany());
    const { threadId } = await begin(company, { text: 'Show me lipsticks' });
    await service.chat.deleteThread({ threadId });
    await service.chat.deleteThread({ threadId });
    expect(await service.db('turns').where({ company_id: company.id })).toEqual([]);
    await expect(next(threadId, turn({ text: 'Hello' }))).rejects.toEqual(isCode('NOT_FOUND'));
  });

  it('is stored without personal data (T3.3)', async () => {
    const company = service.add(createFakeCompany());
    await begin(company, { text: 'Write to maria@example.com or call 0151 23456789' });
    const [row] = await service
      .db('turns')
      .where({ company_id: company.id })
      .select('text', 'answer', 'blocks', 'plan');
    expect(row.text).toBe('Write to [e-mail] or call [phone]');
    expect(JSON.stringify(row)).not.toContain('maria');
  });

  it('whose analysis is erased while it is answered, is not stored (T4.3)', async () => {
    const company = service.add(createFakeCompany());
    service.peers.analyses.set('erased-analysis', company.id);
    let open = () => {};
    service.peers.gates.set('getScope', new Promise<void>((resolve) => (open = resolve)));
    const asked = begin(company, { text: 'What suits me?' }, { analysisId: 'erased-analysis' });
    await expect.poll(() => service.db('turns').where({ company_id: company.id })).toHaveLength(1);
    await service.erase(sha256('erased-analysis'));
    await expect
      .poll(() => service.db('erased_analyses').where({ analysis_hash: sha256('erased-analysis') }))
      .toHaveLength(1);
    open();
    service.peers.gates.clear();
    await expect(asked).rejects.toEqual(isCode('NOT_FOUND'));
    expect(await service.db('threads').where({ company_id: company.id })).toEqual([]);
  });

  it('has 200 messages, and a company 600 a minute (T8.1)', async () => {
    const company = service.add(createFakeCompany());
    const { threadId } = await begin(company, { text: 'Hello' });
    await service.db('threads').where({ company_id: company.id }).update({ turns: 200 });
    const full = next(threadId, turn({ text: 'Hello' }));
    await expect(full).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterS: 30 * 86_400 });
    await service.db('threads').where({ company_id: company.id }).update({ turns: 1 });
    await service.db.raw(
      `insert into turns (company_id, thread_hash, number, client_turn_id, request_hash, asked_at, answered_at)
       select company_id, thread_hash, n, n::text, request_hash, asked_at, asked_at from turns, generate_series(1000, 1598) n
        where company_id = ?`,
      [company.id],
    );
    const limited = next(threadId, turn({ text: 'Hello' }));
    await expect(limited).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterS: 60 });
    service.clock.advance(60_000);
    expect((await next(threadId, turn({ text: 'Hello' }))).blocks).toHaveLength(1);
  });
});
