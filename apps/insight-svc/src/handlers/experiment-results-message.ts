import {
  type ArmResult as ArmMessage,
  type ExperimentResults,
  experimentGuards,
  experimentMeasures,
  experimentOutcomes,
} from '@svc/proto';
import { toAdditionalRevenue } from '../domain/experiments/additional-revenue.js';
import { type ArmResult, toMean } from '../domain/experiments/evaluate.js';
import type { Results } from '../usecases/experiments/load-results.js';

/** Figures of a test for the wire. */
export function toResultsMessage(results: Results): ExperimentResults {
  const { experiment, evaluation, days, timeZone, asOf, completeUntil, guards, split } = results;
  const additional = experiment.design.kind === 'HOLDOUT' ? toAdditionalRevenue(evaluation) : undefined;
  return {
    exposures: evaluation.exposures.map((sums) => {
      // Units of matching have no first question.
      const firstStepMs = sums.successes > 0 ? toMean(sums) : null;
      return { arm: sums.arm, units: sums.units, ...(firstStepMs === null ? {} : { firstStepMs }) };
    }),
    ...{ ratioPValue: evaluation.ratioPValue, isRatioAlarm: evaluation.isRatioAlarm, fullDays: evaluation.fullDays },
    measures: evaluation.measures.map(({ measure, isPrimary, alpha, arms }) => {
      const [control] = arms;
      return {
        ...{ measure: experimentMeasures.fromName(measure), isPrimary, alpha },
        arms: arms.map((arm) => toArmMessage(arm, control)),
      };
    }),
    days: days.flatMap(({ measure, openUnits: _, ...day }) =>
      measure === 'EXPOSURE' ? [] : [{ ...day, measure: experimentMeasures.fromName(measure) }],
    ),
    ...{ timeZone, asOfTime: asOf },
    ...(completeUntil ? { completeUntilTime: completeUntil } : {}),
    ...(additional ? { additionalRevenue: additional } : {}),
    guards: guards.map(({ guard, arms }) => ({
      guard: experimentGuards.fromName(guard),
      arms: arms.map(({ interval, ...arm }) => ({ ...arm, ...interval })),
    })),
    ...(split
      ? {
          splitCheck: {
            ...{ checkTime: split.at, units: split.check.units, isAlarm: split.check.isAlarm },
            ...split.check.interval,
          },
        }
      : {}),
  };
}

function toArmMessage(result: ArmResult, control: ArmResult | undefined): ArmMessage {
  const { decision, sentence } = result;
  const [value, base] = [toMean(result), control ? toMean(control) : null];
  return {
    ...{ arm: result.arm, units: result.units, openUnits: result.openUnits, successes: result.successes },
    ...(value === null ? {} : { value }),
    ...(decision?.interval && value !== null && base !== null
      ? { difference: value - base, low: decision.interval.low, high: decision.interval.high }
      : {}),
    ...(decision ? { outcome: experimentOutcomes.fromName(decision.outcome) } : {}),
    ...{ sentenceEn: sentence?.en ?? '', sentenceDe: sentence?.de ?? '' },
  };
}
