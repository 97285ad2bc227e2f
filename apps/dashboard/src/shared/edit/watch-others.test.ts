import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchOthers } from './watch-others.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Watches with what `report` answers, one after the other; the last answer repeats. */
function watch(...answers: string[][]) {
  const seen: (readonly string[])[] = [];
  const report = vi.fn(async () => (answers.length > 1 ? answers.shift() : answers[0]) ?? []);
  const refresh = vi.fn(async () => {});
  const page = { isHidden: false };
  const stop = watchOthers({ report, refresh, isHidden: () => page.isHidden, onOthers: (others) => seen.push(others) });
  return { seen, report, refresh, page, stop };
}

describe('other users of the same funnel (docs/dashboard.md Y15.6)', () => {
  it('are asked for immediately and every 15 seconds, and what they save is brought in that often', async () => {
    const { seen, refresh, stop } = watch([], ['Grace']);
    await vi.advanceTimersByTimeAsync(14_999);
    expect([seen, refresh.mock.calls.length]).toEqual([[[]], 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect([seen, refresh.mock.calls.length]).toEqual([[[], ['Grace']], 1]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(refresh).toHaveBeenCalledTimes(2);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  it('stay as they were without an answer, and are not asked for while the page is hidden', async () => {
    const { seen, report, page, stop } = watch(['Grace']);
    await vi.advanceTimersByTimeAsync(0);
    report.mockRejectedValueOnce(new Error('No answer came.'));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(seen).toEqual([['Grace']]);
    page.isHidden = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(report).toHaveBeenCalledTimes(2);
    page.isHidden = false;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(seen).toEqual([['Grace'], ['Grace']]);
    stop();
  });
});
