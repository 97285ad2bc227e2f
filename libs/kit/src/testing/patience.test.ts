import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { patience } from './patience.js';

describe('patience', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('ends with the limit where answers come at once', () => {
    const isOver = patience(2_000, 20);
    const asked = Array.from({ length: 100 }, () => {
      vi.advanceTimersByTime(20);
      return isOver();
    });
    expect(asked.indexOf(true)).toBe(99);
  });

  it('asks as often where answers take longer, for up to five times the limit', () => {
    const [slow, frozen] = [patience(2_000, 200), patience(2_000, 20)];
    const answers = Array.from({ length: 10 }, () => {
      vi.advanceTimersByTime(1_000);
      return [slow(), frozen()];
    });
    expect(answers.map(([over]) => over).indexOf(true)).toBe(9);
    expect(answers.map(([, over]) => over).indexOf(true)).toBe(9);
    expect(slow()).toBe(true);
  });
});
