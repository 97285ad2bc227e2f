import { beforeEach, describe, expect, it } from 'vitest';
import { CHAT_KEY, readChat, writeChat } from '../storage/chat-record.js';
import type { RecordStorage } from '../storage/record-list.js';
import type { ChatClient, StoredMessage, TurnResult } from './chat-client.js';
import { type Conversation, createConversation } from './conversation.js';

const THREAD = '5gNp3kQ7wXyZ0aBcDeFgHi';
const OTHER = 'a1B2c3D4e5F6g7H8i9J0k1';
const NOW = 1_000_000;
const DONE: TurnResult = { kind: 'DONE', threadId: THREAD };

describe('the conversation of a page', () => {
  let values: Map<string, string>;
  let storage: RecordStorage;
  let sent: { threadId: string | null; body: string }[];
  let answers: (TurnResult | (() => Promise<TurnResult>))[];
  let waits: number[];
  let stored: StoredMessage[] | null | Error;
  let isRemoved: boolean | Promise<boolean>;
  let removed: string[];
  let contexts: number;
  let analysisId: string | undefined;

  beforeEach(() => {
    values = new Map();
    storage = {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
    };
    sent = [];
    answers = [];
    waits = [];
    stored = [];
    isRemoved = true;
    removed = [];
    contexts = 0;
    analysisId = 'A1';
  });

  function start(): Conversation {
    const client: ChatClient = {
      async send(threadId, body, on) {
        sent.push({ threadId, body });
        const answer = answers.shift() ?? DONE;
        on.block({ type: 'text', text: `Answer ${sent.length}` });
        on.replies([{ id: 'q1', label: 'Cheaper' }]);
        return typeof answer === 'function' ? answer() : answer;
      },
      async load() {
        if (stored instanceof Error) throw stored;
        return stored;
      },
      async remove(threadId) {
        removed.push(threadId);
        return isRemoved;
      },
    };
    let ids = 0;
    return createConversation({
      client,
      storage,
      local: { removeItem: (key) => void values.delete(key) },
      getContext: async () => ({ locale: 'en', path: `/${++contexts}`, analysisId }),
      storageFailed: () => {},
      now: () => NOW,
      sleep: async (ms) => void waits.push(ms),
      createId: () => `turn-${++ids}`,
    });
  }
  /** The next answer arrives when the test says so. */
  function holdAnswer(): (result: TurnResult) => void {
    let finish: (result: TurnResult) => void = () => {};
    answers = [() => new Promise((resolve) => (finish = resolve))];
    return (result) => finish(result);
  }
  const ask = (conversation: Conversation) => conversation.send({ text: 'Hello' }, 'Hello');
  const view = ({ turns }: Conversation) =>
    turns.map(({ label, state, problem, blocks }) => [label, state, problem?.kind, blocks.length]);

  it('begins a thread with the first message, and remembers it (docs/components.md B17.4, B12.10)', async () => {
    const conversation = start();
    await conversation.restore();
    expect([values.size, sent]).toEqual([0, []]);
    await ask(conversation);
    await conversation.send({ quickReply: 'q1' }, 'Cheaper');
    expect(sent.map(({ threadId }) => threadId)).toEqual([null, THREAD]);
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
      { context: { locale: 'en', path: '/1', analysisId: 'A1' }, turn: { clientTurnId: 'turn-1', text: 'Hello' } },
      { context: { locale: 'en', path: '/2', analysisId: 'A1' }, turn: { clientTurnId: 'turn-2', quickReply: 'q1' } },
    ]);
    expect(readChat(storage, NOW)).toEqual({ threadId: THREAD, timestamp: NOW, analysisId: 'A1', answers: 2 });
    expect(conversation.replies).toEqual([{ id: 'q1', label: 'Cheaper' }]);
  });

  it('repeats an interrupted turn with the same body, and shows its answer once (docs/components.md B17.7)', async () => {
    answers = [{ kind: 'INTERRUPTED' }, { kind: 'BUSY', seconds: 3 }];
    const conversation = start();
    await ask(conversation);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect([sent.length, waits]).toEqual([3, [1_000, 3_000]]);
    expect(view(conversation)).toEqual([['Hello', 'DONE', undefined, 1]]);
  });

  it('stops after three repetitions, and a retry sends the same turn (docs/components.md B17.7)', async () => {
    answers = Array.from({ length: 4 }, () => ({ kind: 'INTERRUPTED' }) as const);
    const conversation = start();
    await ask(conversation);
    expect(view(conversation)).toEqual([['Hello', 'FAILED', 'INTERRUPTED', 1]]);
    await conversation.retry(conversation.turns[0] as never);
    expect(sent).toHaveLength(5);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(contexts).toBe(1);
    expect(view(conversation)).toEqual([['Hello', 'DONE', undefined, 1]]);
  });

  it.each(['OFFLINE', 'DOWN', 'FULL', 'UNKNOWN', 'REFUSED'] as const)(
    'a turn that fails with %s keeps what the shopper wrote, and is not repeated (docs/components.md B17.8)',
    async (kind) => {
      answers = [{ kind }];
      const conversation = start();
      await ask(conversation);
      expect(view(conversation)).toEqual([['Hello', 'FAILED', kind, 1]]);
      expect([sent.length, values.size, conversation.isBusy]).toEqual([1, 0, false]);
    },
  );

  it('a retried turn is the last one', async () => {
    answers = [{ kind: 'OFFLINE' }, DONE];
    const conversation = start();
    await ask(conversation);
    await conversation.send({ text: 'Second' }, 'Second');
    await conversation.retry(conversation.turns[0] as never);
    expect(conversation.turns.map(({ label, state }) => [label, state])).toEqual([
      ['Second', 'DONE'],
      ['Hello', 'DONE'],
    ]);
  });

  it('a thread that the service no longer has is begun again with what the shopper wrote (docs/components.md B17.9)', async () => {
    writeChat(storage, { threadId: OTHER, timestamp: NOW });
    answers = [{ kind: 'UNKNOWN' }];
    const conversation = start();
    await ask(conversation);
    expect(sent.map(({ threadId }) => threadId)).toEqual([OTHER, null]);
    expect(sent[0]?.body).toBe(sent[1]?.body);
    expect(readChat(storage, NOW)?.threadId).toBe(THREAD);
  });

  it('sends one turn at a time', async () => {
    const finish = holdAnswer();
    const conversation = start();
    const first = ask(conversation);
    await expect.poll(() => sent.length).toBe(1);
    await conversation.send({ text: 'Second' }, 'Second');
    expect([conversation.isBusy, sent.length]).toEqual([true, 1]);
    finish(DONE);
    await first;
    expect([conversation.isBusy, conversation.turns.length]).toEqual([false, 1]);
  });

  it('restartChat() begins a new thread, and an answer that arrives later is not shown. docs/components.md B17.2, S38; docs/contract.md C19.5', async () => {
    const conversation = start();
    await ask(conversation);
    const finish = holdAnswer();
    const second = ask(conversation);
    await expect.poll(() => sent.length).toBe(2);
    conversation.restart();
    finish(DONE);
    await second;
    expect([conversation.turns, conversation.replies, conversation.isBusy]).toEqual([[], [], false]);
    expect(readChat(storage, NOW)).toEqual({ threadId: null, timestamp: NOW });
    await ask(conversation);
    expect(sent.map(({ threadId }) => threadId)).toEqual([null, THREAD, null]);
  });

  it('shows the messages of an earlier visit, once (docs/components.md B17.9)', async () => {
    writeChat(storage, { threadId: THREAD, timestamp: NOW });
    const block = { type: 'text', text: 'Hi' } as const;
    stored = [
      { text: 'Hello', blocks: [] },
      { blocks: [block] },
      { text: 'Alone', blocks: [] },
      { text: 'Last', blocks: [] },
    ];
    const conversation = start();
    await Promise.all([conversation.restore(), conversation.restore()]);
    expect(view(conversation)).toEqual([
      ['Hello', 'DONE', undefined, 1],
      ['Alone', 'DONE', undefined, 0],
      ['Last', 'DONE', undefined, 0],
    ]);
    expect(sent).toEqual([]);
  });

  it('each answer belongs to the analysis of its turn, also on the next page (docs/components.md B17.14, B12.10)', async () => {
    const conversation = start();
    for (const id of ['A1', undefined, 'A2', 'A2']) {
      analysisId = id;
      await ask(conversation);
    }
    const listAnalyses = ({ turns }: Conversation) => turns.map((turn) => turn.analysisId);
    expect(listAnalyses(conversation)).toEqual(['A1', null, 'A2', 'A2']);
    stored = conversation.turns.flatMap(({ label, blocks }) => [{ text: label, blocks: [] }, { blocks }]);
    const next = start();
    await next.restore();
    // Of earlier answers the browser no longer knows it.
    expect(listAnalyses(next)).toEqual([null, null, 'A2', 'A2']);
    analysisId = undefined;
    await ask(next);
    expect(readChat(storage, NOW)).toEqual({ threadId: THREAD, timestamp: NOW });
  });

  it('forgets a thread that the service no longer has, and keeps one that cannot be loaded now (docs/components.md B17.9)', async () => {
    writeChat(storage, { threadId: THREAD, timestamp: NOW - 1, analysisId: 'A1', answers: 1 });
    stored = new Error('503');
    const conversation = start();
    await conversation.restore();
    expect([conversation.isUnloaded, readChat(storage, NOW)?.threadId]).toEqual([true, THREAD]);
    stored = null;
    await conversation.restore();
    // When the shopper wrote last stays known.
    expect([conversation.isUnloaded, readChat(storage, NOW)]).toEqual([false, { threadId: null, timestamp: NOW - 1 }]);
  });

  it('is deleted on the server, or stays as it is (docs/components.md B17.11)', async () => {
    const conversation = start();
    await ask(conversation);
    isRemoved = false;
    expect([await conversation.remove(), conversation.turns.length]).toEqual([false, 1]);
    isRemoved = true;
    expect([await conversation.remove(), conversation.turns.length]).toEqual([true, 0]);
    expect(values.has(CHAT_KEY)).toBe(false);
  });

  it('is deleted on the server when its first answer is still awaited (docs/components.md B17.11)', async () => {
    const finish = holdAnswer();
    const conversation = start();
    const first = ask(conversation);
    await expect.poll(() => sent.length).toBe(1);
    const erased = conversation.remove();
    finish(DONE);
    expect([await erased, removed, conversation.turns, values.has(CHAT_KEY)]).toEqual([true, [THREAD], [], false]);
    await first;
  });

  it('is deleted on the server although a new one is asked for while its first answer is awaited (docs/components.md B17.11)', async () => {
    const finish = holdAnswer();
    const conversation = start();
    const first = ask(conversation);
    await expect.poll(() => sent.length).toBe(1);
    const erased = conversation.remove();
    conversation.restart();
    finish(DONE);
    expect([await erased, removed, conversation.turns]).toEqual([true, [THREAD], []]);
    await first;
  });

  it('sends nothing while it is being deleted: the message would go with it (docs/components.md B17.11)', async () => {
    const conversation = start();
    await ask(conversation);
    let finish: (isRemoved: boolean) => void = () => {};
    isRemoved = new Promise((resolve) => (finish = resolve));
    const erased = conversation.remove();
    await conversation.send({ text: 'Second' }, 'Second');
    expect([conversation.isBusy, sent.length]).toEqual([true, 1]);
    finish(true);
    expect([await erased, conversation.isBusy]).toEqual([true, false]);
    await ask(conversation);
    expect([sent.at(-1)?.threadId, conversation.turns.length]).toEqual([null, 1]);
  });
});
