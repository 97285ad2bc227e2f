import { isObject, toText } from '../storage/record-list.js';
import { type ChatBlock, type ChatReply, readBlock, readList, readReplies } from './answer.js';
import { readEvents } from './read-events.js';

/** Nothing arrives for that long: the connection is lost. The service sends a comment every 15 s. */
const SILENCE_MS = 20_000;
/** Where an answer names no time. */
const DEFAULT_WAIT_S = 2;
/** The longest wait for another message of the thread; what takes longer is its end. */
const MAX_WAIT_S = 600;

/** What the shopper did. */
export type TurnInput = { text: string } | { quickReply: string } | { action: string };

/** Where the shopper is. */
export interface ChatContext {
  /** Company key; absent, the page's domain names the company. */
  company?: string | undefined;
  locale: string;
  path: string;
  productId?: string | undefined;
  analysisId?: string | undefined;
  funnel?: string | undefined;
}

/** Why a turn has no answer. */
export type Problem =
  /** The service cannot be reached. */
  | { kind: 'OFFLINE' }
  /** The stream ended before the answer did. */
  | { kind: 'INTERRUPTED' }
  /** The first attempt still runs. */
  | { kind: 'BUSY'; seconds: number }
  | { kind: 'TOO_FAST'; seconds: number }
  /** The thread takes no further turn. */
  | { kind: 'FULL' }
  /** The service does not know the thread, or refuses a new one. */
  | { kind: 'UNKNOWN' }
  /** What was chosen is no longer offered. */
  | { kind: 'REFUSED' }
  | { kind: 'DOWN' };

export type TurnResult = { kind: 'DONE'; threadId: string } | Problem;

/** A message of a thread that was fetched again. */
export interface StoredMessage {
  /** Of the shopper; absent for an answer. */
  text?: string | undefined;
  blocks: ChatBlock[];
}

export interface ChatClient {
  /**
   * Sends a turn. Repeating it with the same body returns the same answer. Never rejects.
   * @param threadId - null: the turn begins a new thread.
   */
  send(
    threadId: string | null,
    body: string,
    on: { block(block: ChatBlock): void; replies(replies: ChatReply[]): void },
    signal: AbortSignal,
  ): Promise<TurnResult>;
  /** The messages of a thread, the oldest first; null: the service does not have it. @throws when there is no answer. */
  load(threadId: string): Promise<StoredMessage[] | null>;
  /** Erases a thread. @returns whether it is erased. Never rejects. */
  remove(threadId: string): Promise<boolean>;
}

/** Speaks with the chat service. docs/components.md B17.6. @param getBase - of the tracking server. */
export function createChatClient(getBase: () => string): ChatClient {
  const request = (threadId: string | null, rest: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${getBase()}/api/chat/v1/threads${threadId === null ? '' : `/${encodeURIComponent(threadId)}`}${rest}`, {
      credentials: 'omit',
      ...init,
    });

  return {
    async send(threadId, body, on, signal) {
      const silence = new AbortController();
      let timer = 0;
      const wait = (): void => {
        clearTimeout(timer);
        timer = window.setTimeout(() => silence.abort(), SILENCE_MS);
      };
      const abort = (): void => silence.abort();
      signal.addEventListener('abort', abort);
      let hasBegun = false;
      wait();
      try {
        const response = await request(threadId, threadId === null ? '' : '/turns', {
          method: 'POST',
          // JSON; as text it needs no preflight.
          headers: { 'Content-Type': 'text/plain;charset=UTF-8', Accept: 'text/event-stream' },
          body,
          signal: silence.signal,
        });
        if (!response.ok) return await readProblem(response, threadId);
        hasBegun = true;
        const id = await (isStream(response) ? readStream(response, on, wait) : readWhole(response, on));
        return id === undefined ? { kind: 'INTERRUPTED' } : { kind: 'DONE', threadId: id };
      } catch {
        return { kind: hasBegun ? 'INTERRUPTED' : 'OFFLINE' };
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
      }
    },
    async load(threadId) {
      const response = await request(threadId, '', { signal: AbortSignal.timeout(SILENCE_MS) });
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`${response.status}`);
      const body: unknown = await response.json();
      return readList(isObject(body) ? body.messages : null, readMessage);
    },
    async remove(threadId) {
      try {
        const { status } = await request(threadId, '', { method: 'DELETE', signal: AbortSignal.timeout(SILENCE_MS) });
        return status === 204 || status === 404;
      } catch {
        return false;
      }
    },
  };
}

type Listener = Parameters<ChatClient['send']>[2];

const isStream = ({ headers }: Response): boolean => /event-stream/.test(headers.get('Content-Type') ?? '');

/** @returns the id of the thread; undefined: the stream ended too early. */
async function readStream({ body }: Response, on: Listener, wait: () => void): Promise<string | undefined> {
  if (!body) return undefined;
  for await (const { event, data } of readEvents(body, wait)) {
    const value: unknown = JSON.parse(data);
    if (event === 'done') return isObject(value) ? toText(value.threadId) : undefined;
    if (event === 'replies') on.replies(readReplies(value));
    const block = event === 'block' ? readBlock(value) : null;
    if (block) on.block(block);
  }
  return undefined;
}

async function readWhole(response: Response, on: Listener): Promise<string | undefined> {
  const body: unknown = await response.json();
  if (!isObject(body)) return undefined;
  for (const block of readList(body.blocks, readBlock)) on.block(block);
  on.replies(readReplies(body.replies));
  return toText(body.threadId);
}

/** @param threadId - null: what is refused is a new thread, so its end is not the reason. */
async function readProblem(response: Response, threadId: string | null): Promise<Problem> {
  const { status, headers } = response;
  const seconds = Math.max(1, Math.ceil(Number(headers.get('Retry-After'))) || DEFAULT_WAIT_S);
  const body: unknown = await response.json().catch(() => null);
  const code = isObject(body) ? body.error : undefined;
  if (status === 404) return { kind: 'UNKNOWN' };
  if (status === 409 && code === 'REQUEST_IN_PROGRESS') return { kind: 'BUSY', seconds };
  if (status === 429) {
    const isOver = threadId !== null && (!headers.has('Retry-After') || seconds > MAX_WAIT_S);
    return isOver ? { kind: 'FULL' } : { kind: 'TOO_FAST', seconds };
  }
  return { kind: status < 500 ? 'REFUSED' : 'DOWN' };
}

function readMessage(value: Record<string, unknown>): StoredMessage | null {
  const text = toText(value.text);
  const blocks = readList(value.blocks, readBlock);
  return text || blocks.length > 0 ? { text, blocks } : null;
}
