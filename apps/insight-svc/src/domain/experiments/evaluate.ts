import { DAY_MS, EXPERIMENT_MEASURES, type ExperimentMeasureName } from '@svc/domain';
import { measureAlpha } from './confidence-sequence.js';
import { type Decision, decide } from './decide.js';
import type { Experiment } from './experiment.js';
import { addMoments, type Moments, mean, NO_UNITS } from './moments.js';
import { resultSentence } from './result-sentence.js';
import { RATIO_ALARM, smallestRatioPValue } from './sample-ratio.js';

/** Sums of a day as they are stored. */
export interface DaySum extends Moments {
  day: string;
  arm: string;
  measure: ExperimentMeasureName | 'EXPOSURE';
  openUnits: number;
  successes: number;
}

export interface ArmSums extends Moments {
  arm: string;
  openUnits: number;
  successes: number;
}

/** One arm in one measure; the first arm has no comparison. */
export interface ArmResult extends ArmSums {
  decision: Decision | null;
  sentence: { en: string; de: string } | null;
}

export interface MeasureResult {
  measure: ExperimentMeasureName;
  isPrimary: boolean;
  /** Of each interval. */
  alpha: number;
  arms: ArmResult[];
}

export interface Evaluation {
  exposures: ArmSums[];
  ratioPValue: number;
  isRatioAlarm: boolean;
  fullDays: number;
  /** Since units count, until now or the end; with a fraction. */
  elapsedDays: number;
  /** None during the dry check. */
  measures: MeasureResult[];
}

/** The figures of a test from its sums of days, as of a time. docs/insight.md N9, N13.7. */
export function evaluate(experiment: Experiment, days: readonly DaySum[], now: Date): Evaluation {
  const { design, countsFrom, endedAt, startedAt } = experiment;
  const isDry = countsFrom !== null && now < countsFrom;
  const keys = design.arms.map(({ key }) => key);
  const weights = design.arms.map(({ weight }) => weight);
  const ratioPValue = smallestRatioPValue(countByDay(days, keys), weights);
  const end = endedAt !== null && endedAt < now ? endedAt : now;
  const since = (isDry ? startedAt : countsFrom) ?? now;
  const elapsedDays = Math.max(0, (end.getTime() - since.getTime()) / DAY_MS);
  const fullDays = Math.floor(elapsedDays);
  const rest = {
    elapsedDays,
    exposures: addUp(days, 'EXPOSURE', keys),
    ratioPValue,
    isRatioAlarm: ratioPValue <= RATIO_ALARM,
  };
  if (isDry) return { ...rest, fullDays, measures: [] };
  const names = EXPERIMENT_MEASURES[design.kind];
  const measures = names.map((measure): MeasureResult => {
    const isPrimary = measure === design.primaryMeasure;
    // Arms share the level, so that all intervals of a measure together have it.
    const alpha = measureAlpha(isPrimary, names.length - 1) / Math.max(1, keys.length - 1);
    const [control, ...others] = addUp(days, measure, keys);
    const compare = (treatment: ArmSums): ArmResult =>
      compareArms(experiment, { measure, isPrimary, alpha, fullDays, ratioPValue }, control as ArmSums, treatment);
    return {
      ...{ measure, isPrimary, alpha },
      arms: control ? [{ ...control, decision: null, sentence: null }, ...others.map(compare)] : [],
    };
  });
  // The primary measure first.
  return { ...rest, fullDays, measures: [...measures.filter(isPrimary), ...measures.filter((one) => !isPrimary(one))] };
}

const isPrimary = (result: MeasureResult): boolean => result.isPrimary;

/** Whether the primary measure has a result for each arm. */
export const isDecided = ({ measures }: Evaluation): boolean => {
  const compared = measures.find(isPrimary)?.arms.flatMap(({ decision }) => decision ?? []) ?? [];
  return (
    compared.length > 0 &&
    compared.every(({ outcome }) => outcome === 'DIFFERENT' || outcome === 'NO_RELEVANT_DIFFERENCE')
  );
};

function compareArms(
  { design, plan, currency }: Experiment,
  look: { measure: ExperimentMeasureName; isPrimary: boolean; alpha: number; fullDays: number; ratioPValue: number },
  control: ArmSums,
  treatment: ArmSums,
): ArmResult {
  const { measure, alpha, fullDays, ratioPValue } = look;
  // Only the primary measure has a smallest difference worth knowing.
  const minimumEffect = look.isPrimary ? design.minimumEffect : 0;
  const decision = decide({
    ...{ control, treatment, minimumEffect, alpha, fullDays, ratioPValue },
    successes: { control: control.successes, treatment: treatment.successes },
    plannedUnits: plan?.plannedUnits ?? 1,
  });
  const input = { decision, measure, arm: treatment.arm, minimumEffect, alpha, currency, kind: design.kind };
  return { ...treatment, decision, sentence: { en: resultSentence(input, 'en'), de: resultSentence(input, 'de') } };
}

/** Mean per unit; null without units. */
export const toMean = (sums: Moments): number | null => (sums.units > 0 ? mean(sums) : null);

function addUp(days: readonly DaySum[], measure: DaySum['measure'], keys: readonly string[]): ArmSums[] {
  return keys.map((arm) => {
    const empty: ArmSums = { arm, ...NO_UNITS, openUnits: 0, successes: 0 };
    return days
      .filter((day) => day.measure === measure && day.arm === arm)
      .reduce(
        (sums, day) => ({
          ...{ arm, ...addMoments(sums, day) },
          ...{ openUnits: sums.openUnits + day.openUnits, successes: sums.successes + day.successes },
        }),
        empty,
      );
  });
}

/** Units of each arm until the end of each day. */
function countByDay(days: readonly DaySum[], keys: readonly string[]): number[][] {
  const exposed = days.filter(({ measure }) => measure === 'EXPOSURE');
  const counts = keys.map(() => 0);
  return [...new Set(exposed.map(({ day }) => day))].sort().map((day) => {
    for (const sum of exposed) {
      const place = keys.indexOf(sum.arm);
      if (sum.day === day && place >= 0) counts[place] = (counts[place] as number) + sum.units;
    }
    return [...counts];
  });
}
