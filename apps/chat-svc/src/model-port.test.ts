import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createModelClient } from './clients/model.js';
import { MODEL_LIMITS } from './domain/model/model-limits.js';
import { answerTurn } from './domain/thread/answer-turn.js';
import { compileScope } from './domain/thread/compile-scope.js';
import { NEW_THREAD } from './domain/thread/thread-state.js';
import { createAllowance, findForeign } from './testing/check-answer.js';
import { createWholeScope } from './testing/demo-analysis.js';
import { readDemoCompany } from './testing/demo-company.js';
import { createFakeCompany } from './testing/demo-documents.testing.js';
import { readQuestions } from './testing/questions.js';
import { type Behavior, startStandInModel } from './testing/stand-in-model.testing.js';
import {
  context,
  startTestService,
  TestClock,
  type TestService,
  toCaller,
  turn,
} from './testing/test-service.testing.js';
import { createPlanChooser, type PlannedTurn } from './usecases/model/choose-plan.js';

const company = readDemoCompany();
const whole = createWholeScope(company);
const scope = compileScope(whole, company);
const allowance = createAllowance(company, whole);
const log = createLogger({ name: 'test', level: 'silent' });

let model: Awaited<ReturnType<typeof startStandInModel>>;
beforeAll(async () => {
  model = await startStandInModel();
});
afterAll(() => model.stop());

/** A busy machine may need longer for an answer than a turn would wait for it. */
const LIMITS = { ...MODEL_LIMITS, timeoutMs: 20_000 };
const createChooser = (limits = LIMITS) =>
  createPlanChooser({
    ...{ clock: new TestClock(), log, limits },
    model: createModelClient({ url: model.url, name: 'small', key: 'secret' }),
  });

/** A turn in which a chooser takes part, as the service has it. */
async function ask(text: string, chooser = createChooser(), threadCalls = 0) {
  let planned: Pick<PlannedTurn, 'plan' | 'context'> | undefined;
  const answer = (choose?: (plan: PlannedTurn['plan']) => PlannedTurn['plan']) =>
    answerTurn({ text, locale: 'en' }, company, scope, NEW_THREAD, (plan, planContext) => {
      planned ??= { plan, context: planContext };
      return choose ? choose(plan) : plan;
    });
  const own = answer();
  if (!own || !planned) throw new Error('A text must have a plan.');
  const listMessages = async () => [text];
  const { plan, isAsked } = await chooser({
    ...{ companyId: 'c', company, scope, language: own.language, threadCalls, listMessages, ...planned },
  });
  const chosen = answer(() => plan);
  if (!chosen) throw new Error('A plan must have an answer.');
  return { own, chosen, isAsked };
}

const plan = (change: object) => JSON.stringify({ intent: 'FIND', tags: [], pick: [], ...change });

describe('a language model that chooses plans (docs/chat.md T10)', () => {
  const misbehavior: [string, Behavior][] = [
    ['writes prose', { kind: 'ANSWERS', content: 'The True Red lipstick costs 3 € at https://evil.example.' }],
    ['writes around its plan', { kind: 'ANSWERS', content: `Sure! ${plan({})}` }],
    ['adds a field', { kind: 'ANSWERS', content: plan({ reply: 'Buy the Evil Serum' }) }],
    ['picks a product that was not listed', { kind: 'ANSWERS', content: plan({ pick: [23], tags: [79, 80] }) }],
    ['chooses a fixed answer', { kind: 'ANSWERS', content: plan({ intent: 'MEDICAL' }) }],
    ['writes too much', { kind: 'ANSWERS', content: `${plan({})}${' '.repeat(3_000)}` }],
    ['sends no completion', { kind: 'BODY', body: '{"choices":[]}' }],
    ['sends no JSON', { kind: 'BODY', body: '<html>' }],
    ['sends without end', { kind: 'BODY', body: 'x'.repeat(100_000) }],
    ['fails', { kind: 'STATUS', status: 500 }],
    ['redirects', { kind: 'STATUS', status: 302 }],
    ['breaks the connection', { kind: 'BREAKS' }],
    ['never answers', { kind: 'NEVER' }],
  ];
  it.each(misbehavior)('that %s changes nothing: the answer is that of the lexicon (T10.3)', async (_, behavior) => {
    model.behave(behavior);
    const limits = behavior.kind === 'NEVER' ? { ...LIMITS, timeoutMs: 300 } : LIMITS;
    const { own, chosen } = await ask('a red lipstick under 20 euros', createChooser(limits));
    expect(chosen).toEqual(own);
    expect(findForeign(chosen, allowance, company)).toEqual([]);
  });

  it('that misbehaves in another way at each question changes no answer to any of them (T10.3)', async () => {
    const behaviors = misbehavior.filter(([, { kind }]) => kind !== 'NEVER').map(([, behavior]) => behavior);
    const questions = [...readQuestions('tuned'), ...readQuestions('held-out')];
    const chooser = createChooser();
    const changed: string[] = [];
    let asked = 0;
    for (const [index, { turns }] of questions.entries()) {
      const behavior = behaviors[index % behaviors.length];
      if (behavior) model.behave(behavior);
      const text = turns.at(-1) ?? '';
      const { own, chosen, isAsked } = await ask(text, chooser);
      if (isAsked) asked += 1;
      if (JSON.stringify(chosen) !== JSON.stringify(own)) changed.push(text);
    }
    expect(changed).toEqual([]);
    expect(asked).toBeGreaterThan(questions.length / 2);
  });

  it('chooses products by number; nothing that it writes is in the answer (T10.2, T10.3)', async () => {
    model.behave({ kind: 'ANSWERS', content: plan({ pick: [1] }) });
    model.asked.length = 0;
    const { own, chosen, isAsked } = await ask('something nice for my lips, a red lipstick');
    expect(isAsked).toBe(true);
    expect(chosen).not.toEqual(own);
    expect(findForeign(chosen, allowance, company)).toEqual([]);
    const [{ headers, body } = { headers: {}, body: {} }] = model.asked;
    expect(headers).toMatchObject({ authorization: 'Bearer secret' });
    expect(body).toMatchObject({ model: 'small', temperature: 0, max_tokens: MODEL_LIMITS.answerTokens });
    const sent = JSON.stringify(body);
    for (const { id } of company.catalog.variants) expect(sent).not.toContain(`"${id}"`);
  });

  it('gets no personal data, and is not asked for fixed answers (T10.2)', async () => {
    model.behave({ kind: 'ANSWERS', content: plan({}) });
    model.asked.length = 0;
    for (const text of [
      'I have a rash from the cream',
      'mail me at maria@example.com',
      'How long does delivery take?',
    ]) {
      expect((await ask(text)).isAsked).toBe(false);
    }
    expect(model.asked).toEqual([]);
  });

  it('is not asked when the budget of the thread or of the company is used up (T10.4)', async () => {
    model.behave({ kind: 'ANSWERS', content: plan({}) });
    const chooser = createChooser({ ...LIMITS, callsPerDay: 2 });
    const asked = [];
    for (let count = 0; count < 3; count += 1) asked.push((await ask('a red lipstick', chooser)).isAsked);
    expect(asked).toEqual([true, true, false]);
    expect((await ask('a red lipstick', createChooser(), LIMITS.callsPerThread)).isAsked).toBe(false);
    const tokens = createChooser({ ...LIMITS, tokensPerDay: 120 });
    expect([(await ask('a red lipstick', tokens)).isAsked, (await ask('a red lipstick', tokens)).isAsked]).toEqual([
      ...[true, false],
    ]);
  });
});

describe('the budget of a company (docs/chat.md T10.4)', () => {
  /** A model that answers when the test says so. */
  function startSlowModel(callsPerDay: number) {
    const ends: (() => void)[] = [];
    const clock = new TestClock();
    const chooser = createPlanChooser({
      ...{ clock, log, limits: { ...LIMITS, callsPerDay } },
      model: { ask: () => new Promise((resolve) => ends.push(() => resolve({ text: plan({}), tokens: 1 }))) },
    });
    const isAsked = async () => (await ask('a red lipstick', chooser)).isAsked;
    return { clock, ends, isAsked };
  }

  it('holds for calls that are made simultaneously', async () => {
    const { ends, isAsked } = startSlowModel(2);
    const turns = Array.from({ length: 5 }, isAsked);
    await expect.poll(() => ends.length).toBeGreaterThan(1);
    for (const end of ends) end();
    expect((await Promise.all(turns)).filter(Boolean)).toHaveLength(2);
  });

  it('of a day is not given back by a call of the day before', async () => {
    const { clock, ends, isAsked } = startSlowModel(1);
    clock.set('2026-03-01T23:59:59Z');
    const before = isAsked();
    await expect.poll(() => ends.length).toBe(1);
    clock.set('2026-03-02T00:00:01Z');
    const after = isAsked();
    await expect.poll(() => ends.length).toBe(2);
    ends[1]?.();
    expect(await after).toBe(true);
    ends[0]?.();
    expect(await before).toBe(true);
    expect(await Promise.race([isAsked(), delay(5_000, 'ASKED')])).toBe(false);
  });
});

describe('the service with a model (docs/chat.md T10.1)', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({}, { CHAT_MODEL_URL: model.url });
  });
  afterAll(() => service.stop());

  it('reports whether it has one, which pages show to shoppers (docs/components.md B4.12)', async () => {
    expect((await service.chat.getChatSetup({})).hasLanguageModel).toBe(true);
    const without = await startTestService();
    expect((await without.chat.getChatSetup({})).hasLanguageModel).toBe(false);
    await without.stop();
  });

  it('gives a company that switched it on the time of turns without one, where none is connected (docs/chat.md T8.3)', async () => {
    const without = await startTestService({ turnMs: { plain: 1, model: 60_000 } });
    const shop = without.add(createFakeCompany());
    if (shop.company.settings) shop.company.settings.model = true;
    const asked = without.chat.createThread({
      ...{ caller: toCaller(shop), context: context(), turn: turn({ text: 'a red lipstick' }), isUnlimited: false },
    });
    await expect(asked).rejects.toEqual(expect.objectContaining({ code: 'UNAVAILABLE' }));
    await without.stop();
  });

  it('asks it for companies that switched it on, and counts the calls of a conversation', async () => {
    model.behave({ kind: 'ANSWERS', content: plan({}) });
    for (const isOn of [false, true]) {
      const shop = service.add(createFakeCompany());
      if (shop.company.settings) shop.company.settings.model = isOn;
      model.asked.length = 0;
      await service.chat.createThread({
        ...{ caller: toCaller(shop), context: context(), turn: turn({ text: 'a red lipstick' }), isUnlimited: false },
      });
      const [thread] = await service.db('threads').where({ company_id: shop.id }).select('model_calls');
      expect([model.asked.length, thread.model_calls]).toEqual(isOn ? [1, 1] : [0, 0]);
    }
  });
});
