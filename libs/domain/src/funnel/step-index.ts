import type { EnumField } from '../answers/enums.js';
import { inOrder, normalizeKey } from '../answers/option-keys.js';
import { getEnumField, isCustomStep, type Step } from './steps.js';

/** A step with what is looked up in it again and again. */
export interface IndexedStep {
  step: Step;
  isCustom: boolean;
  /** The scalar field that a built-in step asks for. */
  field: EnumField | undefined;
  /** Present keys in option order, lower case. */
  keys(): ReadonlySet<string>;
  /** What a key, present or former, is called now; undefined when the step never had it. Lower case in and out. */
  currentKey(key: string): string | undefined;
}

/**
 * The steps of one version, prepared for many look-ups. Versions never change, so a service that handles many answers of
 * one version makes this once and passes it wherever steps are taken; the steps must not change afterwards.
 */
export interface StepIndex {
  /** In the order in which they are asked. */
  ordered: readonly IndexedStep[];
  byId: ReadonlyMap<number, IndexedStep>;
  /** Custom steps by the ids that they take over, in order. */
  successors: ReadonlyMap<number, readonly IndexedStep[]>;
}

/** Steps of a version as they are, in any order, or indexed. */
export type VersionSteps = readonly Step[] | StepIndex;

export function indexSteps(steps: readonly Step[]): StepIndex {
  const ordered = inOrder(steps).map(indexStep);
  const successors = new Map<number, IndexedStep[]>();
  for (const indexed of ordered) {
    if (!indexed.isCustom) continue;
    for (const id of indexed.step.formerIds) successors.set(id, [...(successors.get(id) ?? []), indexed]);
  }
  return { ordered, byId: new Map(ordered.map((indexed) => [indexed.step.id, indexed])), successors };
}

export const toIndex = (steps: VersionSteps): StepIndex => ('byId' in steps ? steps : indexSteps(steps));

function indexStep(step: Step): IndexedStep {
  // Made when first asked for: most callers look into few steps.
  let keys: ReadonlySet<string> | undefined;
  let current: ReadonlyMap<string, string> | undefined;
  return {
    step,
    isCustom: isCustomStep(step),
    field: getEnumField(step),
    keys() {
      keys ??= new Set(
        [...step.selections].sort((a, b) => a.orderNumber - b.orderNumber).map((option) => normalizeKey(option.key)),
      );
      return keys;
    },
    currentKey(key) {
      current ??= currentKeys(step);
      return current.get(key);
    },
  };
}

/** A present key wins over a former one, the first option over later ones. */
function currentKeys(step: Step): Map<string, string> {
  const current = new Map<string, string>();
  for (const { key } of step.selections) current.set(normalizeKey(key), normalizeKey(key));
  for (const { key, formerKeys } of step.selections) {
    for (const former of formerKeys.map(normalizeKey)) if (!current.has(former)) current.set(former, normalizeKey(key));
  }
  return current;
}
