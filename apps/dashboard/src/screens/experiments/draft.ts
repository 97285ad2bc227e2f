import type { TaggingOperation } from '@svc/domain';
import type { Schemas } from '../../api/client.js';
import { isRate } from './names.js';
import type { Experiment, Measure } from './queries.js';

/** One arm as the form has it. */
export interface ArmFields {
  name: string;
  weight: string;
  versionId: string;
  /** Of a test of matching. */
  withoutLearning: boolean;
  /** Changes of tags; of a test of matching. */
  tagging: readonly TaggingOperation[];
  /** Other settings, which the form does not change. */
  settings: Experiment['arms'][number]['settings'];
}

/** A draft as the form has it: numbers as the user writes them. */
export interface DraftFields {
  name: string;
  hypothesis: string;
  primaryMeasure: Measure;
  /** Per 100 units of rates, otherwise money. */
  minimumEffect: string;
  arms: ArmFields[];
}

const NEW_ARM: ArmFields = {
  ...{ name: '', weight: '1', versionId: '', withoutLearning: false },
  ...{ tagging: [], settings: null },
};
export const MAX_ARMS = 3;
const MIN_ARMS = 2;

/** The form of a draft; at least two arms, since a test has so many. */
export function toFields({ name, hypothesis, primaryMeasure, minimumEffect, arms }: Experiment): DraftFields {
  const scale = isRate(primaryMeasure) ? 100 : 1;
  const known = arms.map(({ name: of, weight, versionId, settings }) => ({
    ...{ name: of, weight: String(weight), versionId: versionId ?? '' },
    ...{ withoutLearning: settings?.learning === false, tagging: toTagging(settings), settings },
  }));
  return {
    ...{ name, hypothesis, primaryMeasure },
    // Without the digits that a binary fraction adds: 0.07 × 100.
    minimumEffect: minimumEffect === 0 ? '' : String(Number((minimumEffect * scale).toPrecision(12))),
    arms: [...known, ...Array.from({ length: Math.max(0, MIN_ARMS - known.length) }, () => NEW_ARM)],
  };
}

export const addArm = (arms: readonly ArmFields[]): ArmFields[] => [...arms, NEW_ARM];

/** A number as users write it, with a point or a comma; undefined: none. */
export function parseNumber(text: string): number | undefined {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(value) || value < 0 ? undefined : value;
}

/**
 * The change that stores a form. What is not decided yet stays undecided.
 * @param revision - what was read: a change by another user meanwhile is refused.
 */
export function toChange(
  { name, hypothesis, primaryMeasure, minimumEffect, arms }: DraftFields,
  kind: Experiment['kind'],
  revision: number,
): Schemas['ExperimentChange'] {
  const effect = parseNumber(minimumEffect) ?? 0;
  return {
    ...{ revision, name: name.trim(), hypothesis: hypothesis.trim(), primaryMeasure },
    minimumEffect: isRate(primaryMeasure) ? Number((effect / 100).toPrecision(12)) : effect,
    arms: arms.map((arm) => ({
      ...{ name: arm.name.trim(), weight: Math.round(parseNumber(arm.weight) ?? 1) },
      ...(kind === 'QUESTIONNAIRE' && arm.versionId !== '' ? { versionId: arm.versionId } : {}),
      ...(kind === 'MATCHING' ? toSettings(arm) : {}),
    })),
  };
}

/** Changes of tags of an arm. */
export const toTagging = (settings: ArmFields['settings']): TaggingOperation[] =>
  (settings?.tagging ?? []).map(({ kind, id, add, remove }) => ({ kind, id, add: add ?? [], remove: remove ?? [] }));

function toSettings(arm: ArmFields): { settings?: NonNullable<ArmFields['settings']> } {
  const { learning: _, tagging: __, ...others } = arm.settings ?? {};
  const changed = {
    ...others,
    ...(arm.withoutLearning ? { learning: false } : {}),
    ...(arm.tagging.length > 0 ? { tagging: [...arm.tagging] } : {}),
  };
  return Object.keys(changed).length === 0 ? {} : { settings: changed };
}
