import { setTimeout as delay } from 'node:timers/promises';
import type { Clients } from '../../clients.js';

/** Whether chat-svc and its database answer, as last seen. Never rejects. */
export type IsChatServing = () => Promise<boolean>;

/** A check counts for this long, milliseconds. Settings that say that the chat is off are kept as long. */
export const CHAT_CHECK_MS = 5_000;
/** Longest that an answer waits for a check, milliseconds. The check itself ends after a second. */
const MAX_WAIT_MS = 250;

/**
 * Checks chat-svc as `/readyz` does, at most once in 5 s, and only when the settings of a company with a chat are requested. The request
 * that begins a check waits for it, but not longer than 250 ms; requests meanwhile, and it then, get what was seen last. Before the first
 * check the service counts as serving. docs/components.md B4.11.
 */
export function createChatHealth({ health }: { health: Pick<Clients['health'], 'chat'> }): IsChatServing {
  let isServing = true;
  let isChecking = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  async function check(): Promise<void> {
    isChecking = true;
    isServing = await health.chat().catch(() => false);
    checkedAt = performance.now();
    isChecking = false;
  }
  return async () => {
    if (!isChecking && performance.now() - checkedAt > CHAT_CHECK_MS)
      await Promise.race([check(), delay(MAX_WAIT_MS, undefined, { ref: false })]);
    return isServing;
  };
}
