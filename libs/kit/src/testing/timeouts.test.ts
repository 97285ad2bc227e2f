import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTimeout } from './timeouts.js';

describe('createTimeout', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('ends at the limit if every poll is answered immediately', () => {
    const isOver = createTimeout(2_000, 20);
    const polls = Array.from({ length: 100 }, () => {
      vi.advanceTimersByTime(20);
      return isOver();
    });
    expect(polls.indexOf(true)).toBe(99);
  });

  it('allows the same number of polls when answers are slow, up to five times the limit', () => {
    const [slow, frozen] = [createTimeout(2_000, 200), createTimeout(2_000, 20)];
    const answers = Array.from({ length: 10 }, () => {
      vi.advanceTimersByTime(1_000);
      return [slow(), frozen()];
    });
    expect(answers.map(([over]) => over).indexOf(true)).toBe(9);
    expect(answers.map(([, over]) => over).indexOf(true)).toBe(9);
    expect(slow()).toBe(true);
  });
});
