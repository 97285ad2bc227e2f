import { describe, expect, it } from 'vitest';
import { decide } from './decide.js';
import { addMoments, type Moments, NO_UNITS } from './moments.js';
import { planUnits } from './planned-units.js';
import { smallestRatioPValue } from './sample-ratio.js';
import { createRandom, drawDay, drawSuccesses, type Measure, shopMeasures } from './simulation.testing.js';

const RUNS = 1_000;
const DAYS = 28;

/** One test with a look at the end of each day. */
function simulate(random: () => number, a: Measure, b: Measure, unitsPerDay: number, plannedUnits: number) {
  let [control, treatment] = [NO_UNITS, NO_UNITS];
  const successes = { control: 0, treatment: 0 };
  const draw = (measure: Measure, so: Moments) => {
    const day = drawDay(random, measure, unitsPerDay);
    return { moments: addMoments(so, day.moments), successes: day.successes };
  };
  for (let day = 1; day <= DAYS; day++) {
    const [inA, inB] = [draw(a, control), draw(b, treatment)];
    [control, treatment] = [inA.moments, inB.moments];
    successes.control += inA.successes;
    successes.treatment += inB.successes;
    const minimumEffect = Number.MIN_VALUE;
    const look = { control, treatment, successes, plannedUnits, minimumEffect, alpha: 0.05, fullDays: day };
    const { interval } = decide({ ...look, ratioPValue: 1 });
    // An alarm counts from the first interval that is shown, whether or not the test would be decided.
    if (interval && (interval.low > 0 || interval.high < 0)) return { alarm: true, isHigher: interval.low > 0 };
  }
  return { alarm: false, isHigher: false };
}

describe(`${RUNS} simulated tests with ${DAYS} daily looks`, () => {
  it.each(Object.entries(shopMeasures))('A/A of %s: at most 70 in 1,000 raise an alarm', (_, measure) => {
    const random = createRandom(20_261_124);
    let alarms = 0;
    for (let run = 0; run < RUNS; run++) alarms += Number(simulate(random, measure, measure, 250, 7_000).alarm);
    expect(alarms).toBeLessThanOrEqual(0.07 * RUNS);
  });

  it('A/B: +10 % on a rate of 30 % is found in at least 80 % by the planned units, in the right direction', () => {
    const random = createRandom(7);
    const planned = planUnits(0.3 * 0.7, 0.03);
    let found = 0;
    for (let run = 0; run < RUNS; run++) {
      const { alarm, isHigher } = simulate(random, { rate: 0.3 }, { rate: 0.33 }, planned / DAYS, planned);
      found += Number(alarm && isHigher);
    }
    expect(found).toBeGreaterThanOrEqual(0.8 * RUNS);
  });

  it('A/A: at most 0.5 % raise an alarm of the sample ratio; an arm that loses 5 % of its units does in at least 95 %', () => {
    const random = createRandom(11);
    const alarms = (share: number, perDay: number) => {
      let count = 0;
      for (let run = 0; run < RUNS; run++) {
        const looks: [number, number][] = [];
        let [a, all] = [0, 0];
        for (let day = 0; day < DAYS; day++) {
          a += drawSuccesses(random, perDay, share);
          all += perDay;
          looks.push([a, all - a]);
        }
        count += Number(smallestRatioPValue(looks, [1, 1]) <= 0.001);
      }
      return count / RUNS;
    };
    expect(alarms(0.5, 500)).toBeLessThanOrEqual(0.005);
    expect(alarms(1 / 1.95, 2_000)).toBeGreaterThanOrEqual(0.95);
  });
});
