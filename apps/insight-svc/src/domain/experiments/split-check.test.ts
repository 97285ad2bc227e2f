import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSplitCheck } from './split-check.js';

/** As arms are assigned: by a hash of salt and unit. */
const byHash = (salt: string) => (unit: string) =>
  (createHash('sha256')
    .update(salt + unit)
    .digest()[0] as number) & 1;

function check(getHalf: (unit: string) => number, getValue: (index: number) => number, units = 4_000) {
  const split = createSplitCheck(getHalf, 2_000);
  for (let index = 0; index < units; index += 1) split.add(`unit ${index}`, getValue(index));
  return split.get();
}

describe('two equal halves by chance (docs/insight.md N13.13)', () => {
  it('seldom differ: of 200 salts, at most 10 raise an alarm', () => {
    const alarms = Array.from({ length: 200 }, (_, salt) =>
      check(byHash(`salt ${salt}`), (index) => (index % 3 === 0 ? 1 : 0), 1_000),
    ).filter(({ isAlarm }) => isAlarm);
    expect(alarms.length).toBeLessThanOrEqual(10);
  });

  it('raise an alarm where an assignment depends on the value', () => {
    const biased = (unit: string) => (Number(unit.slice(5)) % 3 === 0 ? 0 : byHash('s')(unit));
    expect(check(biased, (index) => (index % 3 === 0 || index % 10 === 0 ? 1 : 0))).toMatchObject({ isAlarm: true });
  });

  it('raise an alarm where the halves are not equal, and none where there are too few units', () => {
    const unequal = (unit: string) => (Number(unit.slice(5)) % 4 === 0 ? 1 : 0);
    const { isAlarm, ratioPValue } = check(unequal, () => 1);
    expect([isAlarm, ratioPValue < 0.001]).toEqual([true, true]);
    expect(check(byHash('s'), () => 1, 50)).toMatchObject({ interval: null, isAlarm: false, units: 50 });
  });
});
