import { EXPERIMENT_MEASURES } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { Arm, ExperimentDesign } from './experiment.js';

/** Keys of arms, by place. */
const KEYS = ['A', 'B', 'C'];
const HOLDOUT_ARMS = 'A holdout must have two arms: without and with components.';
const MAX_WEIGHT = 1_000;
const MAX_EFFECT = 1_000_000;

/** What even a draft must fulfill. @throws ServiceError INVALID_REQUEST. */
export function checkDraft({ kind, primaryMeasure, minimumEffect, arms }: ExperimentDesign): void {
  if (!EXPERIMENT_MEASURES[kind].includes(primaryMeasure)) {
    throw invalid(
      '/primaryMeasure',
      `primaryMeasure must be one of ${EXPERIMENT_MEASURES[kind].join(', ')} in a ${kind} test.`,
    );
  }
  if (!(minimumEffect >= 0 && minimumEffect <= MAX_EFFECT)) {
    throw invalid('/minimumEffect', 'minimumEffect must be a number above 0, in the unit of the primary measure.');
  }
  if (primaryMeasure !== 'REVENUE_PER_UNIT' && primaryMeasure !== 'ORDERS_PER_UNIT' && minimumEffect >= 1) {
    throw invalid('/minimumEffect', 'minimumEffect of a rate must be below 1: 0.03 is 3 per 100.');
  }
  if (arms.length > KEYS.length) throw invalid('/arms', 'A test must have two or three arms.');
  if (kind === 'HOLDOUT' && arms.length > 2) throw invalid('/arms', HOLDOUT_ARMS);
  arms.forEach((arm, place) => {
    if (arm.key !== KEYS[place]) throw invalid(`/arms/${place}/key`, `key must be ${KEYS[place]}.`);
    if (!Number.isInteger(arm.weight) || arm.weight < 1 || arm.weight > MAX_WEIGHT) {
      throw invalid(`/arms/${place}/weight`, `weight must be an integer from 1 to ${MAX_WEIGHT}.`);
    }
  });
}

/** What a test must have before it starts: a hypothesis, a smallest difference, and arms that differ. @throws ServiceError INVALID_REQUEST. */
export function checkComplete(design: ExperimentDesign): void {
  checkDraft(design);
  const { kind, hypothesis, minimumEffect, arms } = design;
  if (hypothesis.trim() === '') throw invalid('/hypothesis', 'A hypothesis must be given before the start.');
  if (minimumEffect === 0) {
    throw invalid('/minimumEffect', 'The smallest difference worth knowing must be given before the start.');
  }
  if (arms.length < 2) throw invalid('/arms', 'A test must have two or three arms.');
  if (kind === 'HOLDOUT') return;
  const contents = arms.map(kind === 'QUESTIONNAIRE' ? getVersion : getSettings);
  if (new Set(contents).size < arms.length) throw invalid('/arms', 'The arms of a test must differ.');
}

function getVersion({ versionId }: Arm, place: number): string {
  if (versionId === '') throw invalid(`/arms/${place}/versionId`, 'Each arm must have a version of the funnel.');
  return versionId;
}

const getSettings = ({ settingsJson }: Arm): string => settingsJson;

const invalid = (path: string, message: string): ServiceError =>
  new ServiceError('INVALID_REQUEST', message, { details: [{ path, message }] });
