import { newContext, runInContext } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { createTurnSlots, type TurnSlots } from './turn-slots.js';

const REFUSED = expect.objectContaining({ code: 'UNAVAILABLE', retryAfterS: 2 });
/** So long that no slow machine uses up a part of it that counts. */
const TIME_MS = 70_000;
const NOTHING = (): void => {};

const inTime = <T>(timeMs: number, work: () => Promise<T>): Promise<T> =>
  runInContext({ ...newContext(), deadline: Date.now() + timeMs }, work);

/** Turns that end when the test says so. */
function createTurns(slots: TurnSlots) {
  const ends: (() => void)[] = [];
  const begin = (timeMs = TIME_MS) =>
    inTime(timeMs, () => slots.run(() => new Promise<string>((resolve) => ends.push(() => resolve('answered')))));
  return {
    begin,
    /** In work, or ended. */
    countBegun: () => ends.length,
    end: (number: number) => ends[number]?.(),
  };
}

describe('the limit of turns in work (docs/chat.md T8.6)', () => {
  it('another one waits if it can be answered in its time, and is refused immediately if it cannot', async () => {
    const { begin, countBegun, end } = createTurns(createTurnSlots({ max: 2, workMs: 20_000 }));
    const inWork = [begin(), begin()];
    // 25 s of its own, and 10 s for each that is before it: 70 s are enough for four.
    const waiting = [begin(), begin(), begin(), begin()];
    await expect(begin()).rejects.toEqual(REFUSED);
    await expect(begin(30_000)).rejects.toEqual(REFUSED);
    expect(countBegun()).toBe(2);
    for (let number = 0; number < 6; number += 1) {
      await expect.poll(countBegun).toBeGreaterThan(number);
      end(number);
    }
    expect(await Promise.all([...inWork, ...waiting])).toEqual(Array.from({ length: 6 }, () => 'answered'));
  });

  it('what turns took lately decides, and time outside of work does not count', async () => {
    let now = 0;
    const slots = createTurnSlots({ max: 1, workMs: 1, now: () => now });
    const take = (workMs: number, outsideMs: number) =>
      slots.run(async ({ outside }) => {
        await outside(async () => {
          now += outsideMs;
        });
        now += workMs;
      });
    /** Whether another turn waits for one that is in work. */
    const isAdmitted = async (): Promise<boolean> => {
      let end = NOTHING;
      const first = slots.run(() => new Promise<void>((resolve) => (end = resolve)));
      const second = inTime(TIME_MS, () => slots.run(async () => {})).then(
        () => true,
        () => false,
      );
      await expect.poll(() => end).not.toBe(NOTHING);
      end();
      await first;
      return second;
    };
    for (let turn = 0; turn < 20; turn += 1) await take(10, 1_000_000);
    expect(await isAdmitted()).toBe(true);
    for (let turn = 0; turn < 20; turn += 1) await take(50_000, 0);
    expect(await isAdmitted()).toBe(false);
    for (let turn = 0; turn < 20; turn += 1) await take(10, 0);
    expect(await isAdmitted()).toBe(true);
  });

  it('one that has waited is refused when turns have become slower than its time', async () => {
    let now = 0;
    const slots = createTurnSlots({ max: 1, workMs: 1, now: () => now });
    const { begin, countBegun, end } = createTurns(slots);
    const first = begin();
    await expect.poll(countBegun).toBe(1);
    const second = begin();
    const refused = expect(second).rejects.toEqual(REFUSED);
    now = 10 * TIME_MS;
    end(0);
    await first;
    await refused;
    expect(countBegun()).toBe(1);
  });
});
