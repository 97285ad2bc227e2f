import { type Condition, hasLeaf, normalizeKey, type Selection, type Step } from '@svc/domain';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import { hasColorTags, isStep, listConditions } from './check-dimensions.js';
import type { FunnelCheck } from './funnel-check.js';

type IdleOption = FunnelCheck['idleOptions']['first'][number];

/** Steps whose answers determine the color type. docs/color-method.md A3. */
const COLOR_STEPS = new Set<Step['type']>(['HAIR_COLOR', 'EYE_COLOR', 'SKIN_COLOR', 'SKIN_UNDERTONE']);
const COMPLEXION_STEPS = new Set<Step['type']>(['SKIN_COLOR', 'SKIN_UNDERTONE']);

/**
 * Options without effect: they have no tags, are in no condition of a rule or step, and belong to no step that determines
 * color type or complexion. In the order of steps and options.
 */
export function idleOptions(funnel: CompiledFunnel): IdleOption[] {
  const conditions = listConditions(funnel);
  const color = usesColor(funnel, conditions);
  const { mode } = funnel.settings.complexion;
  const complexion = mode !== 'ignore' && funnel.assortment.cellsOfLook.some((cells) => cells !== 0);
  return funnel.steps.ordered.flatMap(({ step, field }) => {
    if ((color && COLOR_STEPS.has(step.type)) || (complexion && COMPLEXION_STEPS.has(step.type))) return [];
    const asked = (option: string) =>
      conditions.some((condition) =>
        hasLeaf(condition, (part) => isStep(part, step.id, field) && (!('in' in part) || names(part.in, option))),
      );
    return step.selections
      .filter((option) => !hasTags(option) && !asked(option.key))
      .map((option) => ({ step: step.id, key: step.key, option: option.key }));
  });
}

const names = (keys: readonly string[], option: string): boolean =>
  keys.some((key) => normalizeKey(key) === normalizeKey(option));

const hasTags = ({ tags }: Selection): boolean => tags.require.length + tags.prefer.length + tags.avoid.length > 0;

const usesColor = (funnel: CompiledFunnel, conditions: readonly Condition[]): boolean =>
  (funnel.settings.colorType.mode !== 'ignore' && hasColorTags(funnel)) ||
  conditions.some((condition) => hasLeaf(condition, (part) => 'colorType' in part));
