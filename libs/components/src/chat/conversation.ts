import { createId as createRandomId } from '../reporting/create-id.js';
import { forgetChat, readChat, writeChat } from '../storage/chat-record.js';
import type { RecordStorage } from '../storage/record-list.js';
import type { ChatBlock, ChatReply } from './answer.js';
import type { ChatClient, ChatContext, Problem, TurnInput, TurnResult } from './chat-client.js';

/** Repetitions of a turn whose answer was interrupted, or that still runs. */
const MAX_REPEATS = 3;
const REPEAT_MS = 1_000;

/** A message of the shopper and its answer. */
export interface Turn {
  /** What the shopper wrote or chose; absent: the answer to a message that is no longer known. */
  readonly label: string | undefined;
  state: 'SENDING' | 'DONE' | 'FAILED';
  /** Why it failed. */
  problem: Problem | null;
  blocks: ChatBlock[];
  /** The analysis that the answer is about. */
  analysisId: string | null;
}

/** A turn that can be sent again: the same body, so the service answers it once. */
interface SentTurn extends Turn {
  body?: string;
  readonly input: TurnInput;
}

/** What changed: a turn, or null for all of it. */
export type ConversationListener = (turn: Turn | null) => void;

export interface Conversation {
  readonly turns: readonly Turn[];
  /** Offered under the last message. */
  readonly replies: readonly ChatReply[];
  /** A turn waits for its answer, the messages of an earlier visit are being loaded, or the thread is being erased. */
  readonly isBusy: boolean;
  /** The messages of an earlier visit could not be loaded. */
  readonly isUnloaded: boolean;
  /** Sends a turn. Without effect while the conversation is busy. Never rejects. */
  send(input: TurnInput, label: string): Promise<void>;
  /** Sends a turn that failed again, as the last one. */
  retry(turn: Turn): Promise<void>;
  /** Loads the messages of an earlier visit, once. */
  restore(): Promise<void>;
  /** The next message begins a new thread. The earlier one stays on the server. Without effect while it is being erased. */
  restart(): void;
  /** Erases the thread on the server, also one whose first answer is still awaited. @returns whether it is erased. */
  remove(): Promise<boolean>;
  /** @returns stops listening. */
  onChange(listener: ConversationListener): () => void;
}

export interface ConversationOptions {
  client: ChatClient;
  storage: RecordStorage;
  /** The browser's storage itself; null: it is blocked. */
  local: Pick<Storage, 'removeItem'> | null;
  /** Where the shopper is, when a turn is sent. */
  getContext(): Promise<ChatContext>;
  /** The thread could not be remembered. */
  storageFailed(): void;
  now?: () => number;
  sleep?: (ms: number) => Promise<unknown>;
  createId?: () => string;
}

/** The one conversation of a page; every `svc-chat` of it shows the same. Nothing is stored or sent before the shopper acts. */
export function createConversation({
  client,
  storage,
  local,
  getContext,
  storageFailed,
  now = Date.now,
  sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  createId = createRandomId,
}: ConversationOptions): Conversation {
  const listeners = new Set<ConversationListener>();
  let turns: SentTurn[] = [];
  let replies: ChatReply[] = [];
  let restoring: Promise<void> | undefined;
  let isRestoring = false;
  let isRemoving = false;
  let isUnloaded = false;
  /** Of the last turn that was sent. */
  let delivered: Promise<void> = Promise.resolve();
  /** Of everything that runs; replaced when the conversation ends. */
  let running = new AbortController();

  const emit = (turn: Turn | null): void => {
    for (const listener of [...listeners]) listener(turn);
  };
  const isBusy = (): boolean => isRestoring || isRemoving || turns.some(({ state }) => state === 'SENDING');
  const remember = (threadId: string, analysisId: string | null): void => {
    const before = readChat(storage, now());
    const answers = before?.analysisId === analysisId ? (before?.answers ?? 0) + 1 : 1;
    if (!writeChat(storage, { threadId, timestamp: now(), ...(analysisId && { analysisId, answers }) }))
      storageFailed();
  };
  /** When the shopper wrote last stays known: orders say whether the chat was used. */
  const forgetThread = (): void => {
    const record = readChat(storage, now());
    if (record) writeChat(storage, { threadId: null, timestamp: record.timestamp });
  };
  const clear = (): void => {
    running.abort();
    running = new AbortController();
    turns = [];
    replies = [];
    isRestoring = false;
    isUnloaded = false;
    restoring = Promise.resolve();
    emit(null);
  };

  /** One attempt, into the answer of the turn. */
  function attempt(turn: SentTurn, threadId: string | null, signal: AbortSignal): Promise<TurnResult> {
    turn.blocks = [];
    let offered: ChatReply[] = [];
    const on = {
      block(block: ChatBlock) {
        if (signal.aborted) return;
        turn.blocks.push(block);
        emit(turn);
      },
      replies(given: ChatReply[]) {
        offered = given;
      },
    };
    return client.send(threadId, turn.body as string, on, signal).then((result) => {
      if (result.kind === 'DONE' && !signal.aborted) replies = offered;
      return result;
    });
  }

  async function deliver(turn: SentTurn): Promise<void> {
    const { signal } = running;
    turn.state = 'SENDING';
    turn.problem = null;
    replies = [];
    emit(null);
    if (turn.body === undefined) {
      const context = await getContext();
      turn.analysisId = context.analysisId ?? null;
      turn.body ??= JSON.stringify({ context, turn: { clientTurnId: createId(), ...turn.input } });
    }
    // Another tab may have ended the thread, or begun it.
    let threadId = readChat(storage, now())?.threadId ?? null;
    let result: TurnResult;
    for (let repeats = 0; ; repeats += 1) {
      if (signal.aborted) return;
      result = await attempt(turn, threadId, signal);
      if (signal.aborted) return;
      if (result.kind === 'UNKNOWN' && threadId !== null) {
        // Expired or erased: the message begins a new thread.
        threadId = null;
        forgetThread();
        continue;
      }
      const seconds = result.kind === 'BUSY' ? result.seconds : 0;
      if ((result.kind !== 'INTERRUPTED' && result.kind !== 'BUSY') || repeats >= MAX_REPEATS) break;
      await sleep(Math.max(seconds * 1_000, REPEAT_MS * (repeats + 1)));
    }
    if (result.kind === 'DONE') {
      turn.state = 'DONE';
      remember(result.threadId, turn.analysisId);
    } else {
      turn.state = 'FAILED';
      turn.problem = result;
      // What was refused is not offered any more, so a repetition would be refused as well.
      if (result.kind === 'REFUSED') delete turn.body;
    }
    emit(turn);
  }

  return {
    get turns() {
      return turns;
    },
    get replies() {
      return replies;
    },
    get isBusy() {
      return isBusy();
    },
    get isUnloaded() {
      return isUnloaded;
    },
    async send(input, label) {
      if (isBusy()) return;
      const turn: SentTurn = { input, label, state: 'SENDING', problem: null, blocks: [], analysisId: null };
      turns = [...turns, turn];
      delivered = deliver(turn);
      await delivered;
    },
    async retry(given) {
      const turn = turns.find((one) => one === given);
      if (!turn || isBusy()) return;
      turns = [...turns.filter((one) => one !== turn), turn];
      delivered = deliver(turn);
      await delivered;
    },
    restore() {
      restoring ??= (async () => {
        const { threadId, analysisId = null, answers = 0 } = readChat(storage, now()) ?? {};
        if (!threadId) return;
        const { signal } = running;
        isRestoring = true;
        isUnloaded = false;
        emit(null);
        const messages = await client.load(threadId).catch(() => undefined);
        if (signal.aborted) return;
        isRestoring = false;
        isUnloaded = messages === undefined;
        if (isUnloaded) restoring = undefined;
        // The service no longer has the thread.
        if (messages === null) forgetThread();
        turns = toTurns(messages ?? []);
        for (const turn of answers > 0 ? turns.slice(-answers) : []) turn.analysisId = analysisId;
        emit(null);
      })();
      return restoring;
    },
    restart() {
      // It would end the wait for the answer that says which thread to erase.
      if (isRemoving) return;
      forgetThread();
      clear();
    },
    async remove() {
      isRemoving = true;
      emit(null);
      // Its id arrives with the first answer.
      if (!readChat(storage, now())?.threadId) await delivered;
      const threadId = readChat(storage, now())?.threadId;
      const isRemoved = !threadId || (await client.remove(threadId));
      isRemoving = false;
      if (isRemoved) {
        forgetChat(storage, local);
        clear();
      } else emit(null);
      return isRemoved;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Messages alternate, but an answer may have lost its question, and a question its answer. */
function toTurns(messages: Awaited<ReturnType<ChatClient['load']>> & object): SentTurn[] {
  const turns: SentTurn[] = [];
  for (const { text, blocks } of messages) {
    const last = turns.at(-1);
    if (text === undefined && last && last.blocks.length === 0) last.blocks = blocks;
    else
      turns.push({ label: text, input: { text: text ?? '' }, state: 'DONE', problem: null, blocks, analysisId: null });
  }
  return turns;
}
