import { describe, expect, it } from 'vitest';
import { LinePool } from './line-pool.js';

function createPool() {
  let created = 0;
  const removed: number[] = [];
  const pool = new LinePool(
    () => created++,
    (slot) => removed.push(slot),
  );
  /** Lines that got another element. */
  const assign = (lines: number[]) => {
    const placed: number[] = [];
    pool.assign(lines, (_, line) => placed.push(line));
    return placed;
  };
  return { pool, assign, removed, count: () => created };
}

describe('LinePool (docs/adr/0093-the-grid-of-tags-is-painted.md)', () => {
  it('gives a line that scrolls in the element of one that scrolled out, and creates none', () => {
    const { pool, assign, removed, count } = createPool();
    expect(assign([0, 1, 2])).toEqual([0, 1, 2]);
    const kept = [pool.get(1), pool.get(2)];
    expect(assign([1, 2, 3])).toEqual([3]);
    expect([pool.get(1), pool.get(2)]).toEqual(kept);
    expect(pool.get(0)).toBeUndefined();
    expect([count(), removed]).toEqual([3, []]);
  });

  it('removes elements that no line needs', () => {
    const { assign, removed, count } = createPool();
    assign([4, 5, 6]);
    assign([5]);
    expect(removed).toHaveLength(2);
    assign([5, 9]);
    expect(count()).toBe(4);
  });
});
