import { setTimeout as delay } from 'node:timers/promises';
import { runDetached } from '@svc/kit';
import type { DefaultStarter } from '@svc/proto';
import type { Clients } from '../../clients.js';

/** What the settings of components say about chat-svc. */
export interface ChatState {
  /** It and its database answer. */
  isServing: boolean;
  /** A language model is connected to it. Undefined: not known, for example of an older release. */
  hasLanguageModel: boolean | undefined;
  /** What it offers where a company has no starters. Empty: not known. */
  defaultStarters: readonly DefaultStarter[];
}

/** As last seen. Never rejects. */
export type ReadChatState = () => Promise<ChatState>;

/** A check counts for this long, milliseconds. Settings that say that the chat is off are kept as long. */
export const CHAT_CHECK_MS = 5_000;
/** Longest that an answer waits for a check, milliseconds. */
const MAX_WAIT_MS = 250;

/**
 * Checks chat-svc as `/readyz` does, at most once in 5 s, and only when the settings of a company with a chat are requested. The request
 * that begins a check waits for it, but not longer than 250 ms; requests meanwhile, and it then, get what was seen last. The check
 * continues when that request goes away. Before the first check the service counts as serving. docs/components.md B4.11.
 */
export function createChatState(clients: {
  health: Pick<Clients['health'], 'chat'>;
  chat: Pick<Clients['chat'], 'getChatSetup'>;
}): ReadChatState {
  let state: ChatState = { isServing: true, hasLanguageModel: undefined, defaultStarters: [] };
  let isChecking = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  async function check(): Promise<void> {
    isChecking = true;
    const isServing = await clients.health.chat().catch(() => false);
    const setup = isServing ? await clients.chat.getChatSetup({}).catch(() => undefined) : undefined;
    state = {
      isServing,
      hasLanguageModel: setup?.hasLanguageModel,
      defaultStarters: setup?.defaultStarters ?? [],
    };
    checkedAt = performance.now();
    isChecking = false;
  }
  return async () => {
    if (!isChecking && performance.now() - checkedAt > CHAT_CHECK_MS)
      await Promise.race([runDetached(check), delay(MAX_WAIT_MS, undefined, { ref: false })]);
    return state;
  };
}
