import { describe, expect, it } from 'vitest';
import { holds } from '../compare.js';
import { FAILED, TURNS_PER_SECOND, toChatRows } from './chat-rows.js';

/** 100 times, of which these are the longest. */
const turns = (...longest: number[]) => [...longest, ...Array.from({ length: 100 - longest.length }, () => 20)];
const keeps = (times: number[]) => toChatRows(times).map(holds);

describe('the bounds of `npm run bench -- chat` (docs/chat.md T11.4)', () => {
  it('are 150 ms for 95 % of the first blocks and 500 ms for 99 %, with 50 turns a second', () => {
    expect(TURNS_PER_SECOND).toBe(50);
    expect(keeps(turns(500, 500, 150, 150, 150))).toEqual([true, true]);
    expect(keeps(turns(500, 500, 151, 151, 151))).toEqual([false, true]);
    expect(keeps(turns(501, 150, 150, 150, 150))).toEqual([true, false]);
  });

  it('are missed by turns that fail, and by a run without turns', () => {
    expect(keeps(turns(FAILED))).toEqual([true, false]);
    expect(keeps(turns(...Array.from({ length: 5 }, () => FAILED)))).toEqual([false, false]);
    expect(keeps([])).toEqual([false, false]);
  });
});
