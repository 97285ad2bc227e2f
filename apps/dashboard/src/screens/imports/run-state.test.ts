import { describe, expect, it } from 'vitest';
import { countInForce, countRejected, getPercent, getPollMs, getRunState, isHeld } from './run-state.js';

describe('the state of an import run (docs/dashboard.md Y12)', () => {
  it('a dry run that succeeded or would be held counts as checked: it changed nothing and needs no decision (Y12.2)', () => {
    expect(getRunState({ state: 'SUCCEEDED', dryRun: true })).toBe('CHECKED');
    expect(getRunState({ state: 'HELD', dryRun: true })).toBe('CHECKED');
    expect(getRunState({ state: 'FAILED', dryRun: true })).toBe('FAILED');
    expect(getRunState({ state: 'HELD', dryRun: false })).toBe('HELD');
    expect([isHeld({ state: 'HELD', dryRun: true }), isHeld({ state: 'HELD', dryRun: false })]).toEqual([false, true]);
  });

  it('shows percent only while the file arrives and its size is known', () => {
    const progress = { rows: 0, estimatedSecondsLeft: null };
    expect(getPercent({ progress: { ...progress, bytes: 999, totalBytes: 2_000 } })).toBe(49);
    expect(getPercent({ progress: { ...progress, bytes: 0, totalBytes: 2_000 } })).toBe(0);
    expect(getPercent({ progress: { ...progress, bytes: 5, totalBytes: null } })).toBeUndefined();
    expect(getPercent({ progress: { ...progress, bytes: 2_000, totalBytes: 2_000 } })).toBeUndefined();
    expect(getPercent({})).toBeUndefined();
  });

  it('is loaded again every second while a run is running, and not after that (Y12.3)', () => {
    expect(getPollMs([{ state: 'SUCCEEDED' }, { state: 'RUNNING' }])).toBe(1_000);
    expect([getPollMs([]), getPollMs([{ state: 'SUCCEEDED' }, { state: 'HELD' }, { state: 'FAILED' }])]).toEqual([
      false,
      false,
    ]);
  });

  it('the variants that were in force are those that the file names, and those that would be removed', () => {
    expect(countInForce({ updated: 7, unchanged: 70, removed: 23 })).toBe(100);
  });

  it('groups rejected rows by column, the most frequent first (Y12.5)', () => {
    const row = (line: number, column: string) => ({ line, column, reason: `Row ${line}.` });
    expect(countRejected([row(2, 'url'), row(3, 'price'), row(4, 'price')])).toEqual([
      { column: 'price', rows: 2 },
      { column: 'url', rows: 1 },
    ]);
  });
});
