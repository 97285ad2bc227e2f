import { describe, expect, it, vi } from 'vitest';
import { LocalLimiter, MAX_SUBJECTS } from './local-limiter.js';

describe('budgets that a process counts alone', () => {
  it('hold a bounded number of subjects, however many there are', async () => {
    const limiter = new LocalLimiter({ requests: 2, windowS: 60 });
    for (let i = 0; i < 3 * MAX_SUBJECTS; i++) {
      await limiter.consume(`random-${i}`);
      // A caller that keeps asking is not forgotten.
      if (i === 0) await limiter.consume('caller');
      else if (i % 1_000 === 0) await limiter.consume('caller').catch(() => undefined);
    }
    expect(limiter.subjects).toBeLessThanOrEqual(MAX_SUBJECTS);
    await expect(limiter.consume('caller')).rejects.toMatchObject({ remainingPoints: 0 });
  });

  it('never report more than the window, although times have fractions of a millisecond', async () => {
    const time = 8_924.9605;
    expect(time + 10_000 - time).toBeGreaterThan(10_000);
    const now = vi.spyOn(performance, 'now').mockReturnValue(time);
    try {
      const { msBeforeNext } = await new LocalLimiter({ requests: 1, windowS: 10 }).consume('a');
      expect(msBeforeNext).toBe(10_000);
    } finally {
      now.mockRestore();
    }
  });

  it('start again when their window ends', async () => {
    vi.useFakeTimers();
    try {
      const limiter = new LocalLimiter({ requests: 1, windowS: 10 });
      expect(await limiter.consume('a')).toMatchObject({ remainingPoints: 0, msBeforeNext: 10_000 });
      await expect(limiter.consume('a')).rejects.toMatchObject({ msBeforeNext: 10_000, consumedPoints: 2 });
      vi.advanceTimersByTime(9_999);
      expect(await limiter.get('a')).toMatchObject({ msBeforeNext: 1 });
      vi.advanceTimersByTime(1);
      expect(await limiter.get('a')).toBeNull();
      expect(await limiter.consume('a')).toMatchObject({ consumedPoints: 1 });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
