import { currentContext, newContext, runInContext } from '@svc/kit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CHAT_CHECK_MS, createChatState } from './chat-state.js';

afterEach(() => vi.restoreAllMocks());

/** A service whose checks end when the test says so, or are cancelled with the request that they belong to. */
function createService() {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const checks: { resolve(isServing: boolean): void; reject(error: Error): void }[] = [];
  const read = createChatState({
    health: {
      chat: () =>
        new Promise<boolean>((resolve, reject) => {
          checks.push({ resolve, reject });
          currentContext()?.signal?.addEventListener('abort', () => reject(new Error('CANCELLED')));
        }),
    },
    chat: { getChatSetup: async () => ({ hasLanguageModel: true, defaultStarters: [] }) },
  });
  const isServing = async () => (await read()).isServing;
  return {
    checks,
    isServing,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe('whether the chat serves (docs/components.md B4.11)', () => {
  it('a request waits for the check that it begins, and later ones use its result for 5 s', async () => {
    const { checks, isServing, pass } = createService();
    const first = isServing();
    checks[0]?.resolve(false);
    expect(await first).toBe(false);
    pass(CHAT_CHECK_MS);
    expect([await isServing(), checks.length]).toEqual([false, 1]);
    pass(1);
    const second = isServing();
    checks[1]?.resolve(true);
    expect([await second, checks.length]).toEqual([true, 2]);
  });

  it('a service that does not answer is waited for by one request, which then gets what was seen last', async () => {
    const { checks, isServing, pass } = createService();
    const first = isServing();
    // These do not wait for the check, and begin none.
    expect(await Promise.all([isServing(), isServing()])).toEqual([true, true]);
    // The check has not ended.
    expect(await first).toBe(true);
    checks[0]?.reject(new Error('DEADLINE_EXCEEDED'));
    await expect.poll(isServing).toBe(false);
    pass(CHAT_CHECK_MS + 1);
    expect(await isServing()).toBe(false);
    expect(checks).toHaveLength(2);
  });

  it('a request that goes away does not cancel the check that it has begun for all', async () => {
    const { checks, isServing } = createService();
    const leaving = new AbortController();
    const first = runInContext(newContext({ signal: leaving.signal }), isServing);
    leaving.abort();
    checks[0]?.resolve(true);
    await first;
    expect([await isServing(), checks.length]).toEqual([true, 1]);
  });
});
