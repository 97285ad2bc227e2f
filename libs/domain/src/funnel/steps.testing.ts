import { builtInSelections } from './built-in-selections.js';
import type { StepType } from './step-types.js';
import type { Selection, Step } from './steps.js';

/** A step with defaults filled in: `orderNumber` is the id, built-in steps have their enum's options. */
export function buildStep(id: number, type: StepType, given: Partial<Step> = {}): Step {
  return {
    id,
    key: `step_${id}`,
    type,
    orderNumber: id,
    title: { default: `Question ${id}` },
    formerIds: [],
    required: true,
    strict: false,
    showWhen: null,
    selections: builtInSelections(type),
    settings: {},
    ...given,
  };
}

/** An option with these former keys. */
export function buildSelection(key: string, formerKeys: string[] = [], given: Partial<Selection> = {}): Selection {
  return {
    key,
    orderNumber: 0,
    caption: { default: key },
    formerKeys,
    tags: { require: [], prefer: [], avoid: [] },
    ...given,
  };
}

/** A single-selection step whose options have these keys. */
export const singleSelection = (id: number, keys: (string | Selection)[], given: Partial<Step> = {}): Step =>
  buildStep(id, 'SINGLE_SELECTION', { selections: toSelections(keys), ...given });

/** A multi-selection step whose options have these keys. */
export const multiSelection = (id: number, keys: (string | Selection)[], given: Partial<Step> = {}): Step =>
  buildStep(id, 'MULTI_SELECTION', { selections: toSelections(keys), ...given });

const toSelections = (keys: (string | Selection)[]): Selection[] =>
  keys.map((key, orderNumber) => (typeof key === 'string' ? buildSelection(key, [], { orderNumber }) : key));

/** Rows `[[12, 'dryness'], …]` as selectionValues. */
export const rows = (...pairs: [stepId: number, selectedKey: string][]) =>
  pairs.map(([stepId, selectedKey]) => ({ stepId, selectedKey }));
