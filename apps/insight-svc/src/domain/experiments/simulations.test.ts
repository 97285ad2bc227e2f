import { describe, expect, it } from 'vitest';
import { decide } from './decide.js';
import { addMoments, type Moments, NO_UNITS } from './moments.js';
import { planUnits } from './planned-units.js';
import { smallestRatioPValue } from './sample-ratio.js';
import {
  createRandom,
  drawDay,
  drawSuccesses,
  drawVisits,
  type Measure,
  shopMeasures,
  type VisitMeasure,
} from './simulation.testing.js';

const RUNS = 1_000;
const DAYS = 28;

/** One test of a measure, with a look at the end of each day. */
const simulate = (random: () => number, a: Measure, b: Measure, unitsPerDay: number, plannedUnits: number) =>
  watch(
    () => drawDay(random, a, unitsPerDay),
    () => drawDay(random, b, unitsPerDay),
    plannedUnits,
  );

type Draw = () => { moments: Moments; successes: number };

/** Looks at the end of each day until an alarm. @param drawA - the units of a day. */
function watch(drawA: Draw, drawB: Draw, plannedUnits: number) {
  let [control, treatment] = [NO_UNITS, NO_UNITS];
  const successes = { control: 0, treatment: 0 };
  for (let day = 1; day <= DAYS; day++) {
    const [inA, inB] = [drawA(), drawB()];
    [control, treatment] = [addMoments(control, inA.moments), addMoments(treatment, inB.moments)];
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

describe(`${RUNS} simulated tests with ${DAYS} daily looks (docs/insight.md N9.7)`, () => {
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

  // Of a test of the questionnaire, docs/insight.md N13.14: visits and analyses are counted apart, and some visits are not reported.
  const sold = (completion: number): VisitMeasure => ({ completion, order: 0.08, reported: 0.8 });

  it.each(['orders', 'revenue'] as const)('A/A of %s per visit: at most 70 in 1,000 raise an alarm', (of) => {
    const random = createRandom(20_261_127);
    let alarms = 0;
    const draw = () => drawVisits(random, sold(0.5), of, 250);
    for (let run = 0; run < RUNS; run++) alarms += Number(watch(draw, draw, 7_000).alarm);
    expect(alarms).toBeLessThanOrEqual(0.07 * RUNS);
  });

  it('an arm that more visitors finish has more orders per visit: found in at least 80 %, in the right direction', () => {
    const random = createRandom(13);
    const rate = 0.5 * 0.08;
    const planned = planUnits(rate * (1 - rate), rate * 0.3);
    let found = 0;
    for (let run = 0; run < RUNS; run++) {
      const arm = (completion: number) => () => drawVisits(random, sold(completion), 'orders', planned / DAYS / 0.8);
      const { alarm, isHigher } = watch(arm(0.5), arm(0.65), planned);
      found += Number(alarm && isHigher);
    }
    expect(found).toBeGreaterThanOrEqual(0.8 * RUNS);
  });

  it('A/A of clicks per analysis: at most 70 in 1,000 raise an alarm, although one arm is finished more often', () => {
    const random = createRandom(17);
    let alarms = 0;
    for (let run = 0; run < RUNS; run++) {
      const arm = (completion: number) => () => drawDay(random, { rate: 0.3 }, drawSuccesses(random, 250, completion));
      alarms += Number(watch(arm(0.5), arm(0.65), 7_000).alarm);
    }
    expect(alarms).toBeLessThanOrEqual(0.07 * RUNS);
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
