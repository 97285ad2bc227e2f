import {
  type Experiment,
  type ExperimentResults,
  experimentEnds,
  experimentGuards,
  experimentKinds,
  experimentMeasures,
  experimentOutcomes,
  experimentStates,
  type GuardArm,
  type SplitCheck,
} from '@svc/proto';
import { requiredTime, toIsoTime } from '../../../messages/iso-time.js';
import { requirePart } from '../../../messages/require-part.js';
import type { ExperimentBody, ExperimentResultsBody } from './experiment-schema.js';
import {
  GUARD_DEFINITIONS,
  getMeasureDefinition,
  RESULTS_DEFINITION,
  SPLIT_DEFINITION,
} from './measure-definitions.js';

/** Units a week in an arm below which a test will probably not decide. docs/insight.md N13.3. */
const FEW_UNITS = 200;

type Arm = ExperimentBody['arms'][number];

/** A test as the management API shows it. @param getSubdomain - of a funnel; undefined: it is not there any more. */
export function presentExperiment(
  experiment: Experiment,
  getSubdomain: (funnelId: string) => string | undefined,
): ExperimentBody {
  const design = requirePart(experiment.design);
  const { plan } = experiment;
  return {
    ...{ id: experiment.experimentId, name: design.name, kind: experimentKinds.toName(design.kind) },
    ...{ state: experimentStates.toName(experiment.state), revision: experiment.revision },
    funnel: getSubdomain(design.funnelId) ?? null,
    ...{ hypothesis: design.hypothesis, primaryMeasure: experimentMeasures.toName(design.primaryMeasure) },
    minimumEffect: design.minimumEffect,
    arms: design.arms.map((arm) => ({
      ...{ key: arm.key as Arm['key'], name: arm.name, weight: arm.weight, versionId: arm.versionId || null },
      settings: readSettings(arm.settingsJson),
    })),
    plan: plan
      ? {
          ...{ plannedUnits: plan.plannedUnits, unitsPerWeek: plan.unitsPerWeek, days: plan.days ?? null },
          ...{ baseline: plan.baseline ?? null, isUnlikelyToDecide: plan.unitsPerWeek < FEW_UNITS },
        }
      : null,
    ...{ revenueCap: experiment.revenueCap ?? null, currency: experiment.currency || null },
    createdAt: requiredTime(experiment.createTime),
    ...{ startedAt: toIsoTime(experiment.startTime), countsFrom: toIsoTime(experiment.countTime) },
    ...{ endedAt: toIsoTime(experiment.endTime), endReason: experimentEnds.toNullable(experiment.end) },
  };
}

const readSettings = (json: Uint8Array): Arm['settings'] =>
  json.length > 0 ? (JSON.parse(Buffer.from(json).toString()) as Arm['settings']) : null;

/** Its figures. */
export function presentResults(experiment: ExperimentBody, results: ExperimentResults): ExperimentResultsBody {
  const getName = (arm: string) => experiment.arms.find(({ key }) => key === arm)?.name ?? '';
  return {
    ...{ experiment, definition: RESULTS_DEFINITION, timeZone: results.timeZone },
    ...{ asOf: requiredTime(results.asOfTime), completeUntil: toIsoTime(results.completeUntilTime) },
    fullDays: results.fullDays,
    arms: results.exposures.map(({ arm, units, firstStepMs }) => ({
      ...{ key: arm, name: getName(arm), units, timeToFirstStepMs: firstStepMs ?? null },
    })),
    ratio: { pValue: results.ratioPValue, isAlarm: results.isRatioAlarm },
    measures: results.measures.map((one) => {
      const measure = experimentMeasures.toName(one.measure);
      return {
        ...{
          measure,
          role: one.isPrimary ? 'PRIMARY' : 'EXPLORATORY',
          definition: getMeasureDefinition(experiment.kind, measure),
        },
        confidence: 1 - one.alpha,
        arms: one.arms.map((arm) => ({
          ...{ key: arm.arm, units: arm.units, openUnits: arm.openUnits, successes: arm.successes },
          value: arm.value ?? null,
          difference: presentDifference(arm),
          outcome: arm.outcome === undefined ? null : experimentOutcomes.toName(arm.outcome),
          sentence: arm.sentenceEn === '' ? null : { en: arm.sentenceEn, de: arm.sentenceDe },
        })),
      };
    }),
    additionalRevenue: results.additionalRevenue ?? null,
    guards: results.guards.map(({ guard, arms }) => {
      const name = experimentGuards.toName(guard);
      return { guard: name, definition: GUARD_DEFINITIONS[name], arms: arms.map(presentGuardArm) };
    }),
    splitCheck: results.splitCheck ? presentSplit(results.splitCheck) : null,
    days: results.days.map(({ measure, ...day }) => ({ ...day, measure: experimentMeasures.toName(measure) })),
  };
}

const presentGuardArm = ({ arm, units, cases, isWorse, ...bounds }: GuardArm) => ({
  ...{ key: arm, units, cases, share: units === 0 ? null : cases / units },
  difference: presentInterval(bounds),
  isWorse,
});

const presentSplit = ({ checkTime, units, isAlarm, ...bounds }: SplitCheck) => ({
  ...{ definition: SPLIT_DEFINITION, checkedAt: requiredTime(checkTime), units, isAlarm },
  difference: presentInterval(bounds),
});

const presentInterval = ({ low, high }: { low?: number; high?: number }) =>
  low === undefined || high === undefined ? null : { low, high };

const presentDifference = ({ difference, low, high }: { difference?: number; low?: number; high?: number }) =>
  difference === undefined || low === undefined || high === undefined ? null : { value: difference, low, high };
