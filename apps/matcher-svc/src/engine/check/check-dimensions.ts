import {
  builtInKeys,
  COLOR_TAXONOMIES,
  COLOR_TYPES,
  type Condition,
  type ConditionLeaf,
  ENUM_FIELDS,
  type EnumField,
  hasLeaf,
  normalizeKey,
  type StepIndex,
  stepKind,
  visitLeaves,
} from '@svc/domain';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import type { PathAnswer } from './funnel-check.js';

type IndexedStep = StepIndex['ordered'][number];

/** One possible answer to a step. */
export interface Choice {
  /** The answer as shown in the report; empty: not answered. */
  chosen: string[];
  /** The same in lower case; undefined: not answered. */
  keys: ReadonlySet<string> | undefined;
}

/** A step with its choices. The last dimension may be the color type, which is not asked by a step. */
export interface Dimension {
  step: IndexedStep | null;
  choices: Choice[];
}

/** The number of the choice for each dimension, or `HIDDEN` when its step is not shown on the path. */
export type Path = Int16Array;
export const HIDDEN = -1;

/** The questionnaire as the checker walks it. */
export interface Questionnaire {
  dimensions: Dimension[];
  /** Whether the color type is a dimension. */
  hasColor: boolean;
  multiSelection: 'combinations' | 'one-or-all';
}

const UNANSWERED: Choice = { chosen: [], keys: undefined };
/** Maximum number of options of a multi-selection for which every combination is tried: 2^10 choices. */
const MAX_COMBINED = 10;

/** Creates the questionnaire: all choices of each step, in the order in which they are asked. */
export function createQuestionnaire(
  funnel: CompiledFunnel,
  multiSelection: Questionnaire['multiSelection'],
): Questionnaire | null {
  const conditions = listConditions(funnel);
  const dimensions: Dimension[] = [];
  for (const indexed of funnel.steps.ordered) {
    const isMulti = stepKind(indexed.step.type) === 'multi';
    const combine = isMulti && multiSelection === 'combinations';
    if (combine && indexed.keys().size > MAX_COMBINED) return null;
    dimensions.push({ step: indexed, choices: listChoices(indexed, conditions, isMulti ? multiSelection : 'one') });
  }
  const hasColor = colorMatters(funnel, conditions);
  if (hasColor) dimensions.push({ step: null, choices: colorChoices(funnel, conditions) });
  return { dimensions, hasColor, multiSelection };
}

function listChoices(
  indexed: IndexedStep,
  conditions: readonly Condition[],
  how: 'one' | Questionnaire['multiSelection'],
): Choice[] {
  const { step, isCustom, field } = indexed;
  if (!isCustom && !field) {
    // For SELFIE and EMAIL, conditions only distinguish whether they are answered.
    const isAsked = conditions.some((condition) => hasLeaf(condition, (part) => isStep(part, step.id)));
    return isAsked ? [UNANSWERED, { chosen: [step.type], keys: new Set() }] : [UNANSWERED];
  }
  const listed = [...step.selections].sort((a, b) => a.orderNumber - b.orderNumber).map(({ key }) => key);
  const options = listed.length === 0 && field ? [...builtInKeys(step.type)] : listed;
  const choices = listGroups(options, how).map((chosen) => ({ chosen, keys: new Set(chosen.map(normalizeKey)) }));
  return step.required && choices.length > 0 ? choices : [UNANSWERED, ...choices];
}

function listGroups(options: readonly string[], how: 'one' | Questionnaire['multiSelection']): string[][] {
  const alone = options.map((option) => [option]);
  if (how === 'one' || options.length < 2) return alone;
  if (how === 'one-or-all') return [...alone, [...options]];
  return Array.from({ length: 2 ** options.length - 1 }, (_, at) =>
    options.filter((_option, index) => ((at + 1) >>> index) & 1),
  );
}

/** Whether a color type can affect which variants match: through the test of a tagged variant, or through a rule. */
function colorMatters(funnel: CompiledFunnel, conditions: readonly Condition[]): boolean {
  // Types other than the path's own score 0, so with minScore 0 every variant passes.
  const { mode, minScore } = funnel.settings.colorType;
  const tested = mode === 'require' && minScore > 0 && hasColorTags(funnel);
  return tested || conditions.some((condition) => hasLeaf(condition, (part) => 'colorType' in part));
}

/** Whether the catalog has color tags. */
export const hasColorTags = (funnel: CompiledFunnel): boolean => funnel.assortment.colorTypesOfLook.members.length > 0;

/**
 * The color types to check: none, the types of the taxonomies that variants and rules use (the default taxonomy if they use
 * none), and other types that they name.
 */
function colorChoices(funnel: CompiledFunnel, conditions: readonly Condition[]): Choice[] {
  const { colorTypes, colorTypesOfLook } = funnel.assortment;
  const named = new Set(Array.from(colorTypesOfLook.members, (type) => colorTypes[type]!));
  for (const condition of conditions) {
    visitLeaves(condition, (part) => {
      if ('colorType' in part) for (const type of part.colorType) named.add(type.toUpperCase());
    });
  }
  const written = Object.values(COLOR_TAXONOMIES).filter((types) => types.some((type) => named.has(type)));
  const types = new Set<string>([...(written.length > 0 ? written : [COLOR_TYPES]).flat(), ...named]);
  return [UNANSWERED, ...[...types].map((type) => ({ chosen: [type], keys: new Set([normalizeKey(type)]) }))];
}

/** Conditions of all steps and rules. */
export const listConditions = (funnel: CompiledFunnel): Condition[] =>
  [...funnel.steps.ordered.map(({ step }) => step.showWhen), ...funnel.rules.map(({ when }) => when)].filter(
    (condition) => condition !== null,
  );

/** Whether a part of a condition refers to this step. */
export const isStep = (part: ConditionLeaf, id: number, field?: EnumField): boolean =>
  ('step' in part && part.step === id) || ('field' in part && part.field === field);

/** The value of a built-in step's choice in the answer field. */
export function toEnumValue(field: EnumField, { chosen }: Choice): string | undefined {
  const value = chosen[0]?.toUpperCase();
  return (ENUM_FIELDS[field].values as readonly string[]).find((known) => known === value);
}

/** The answers of a path, without hidden steps. */
export function toAnswers({ dimensions }: Questionnaire, path: Path): PathAnswer[] {
  return dimensions.flatMap((dimension, at) => (path[at] === HIDDEN ? [] : [toAnswer(dimension, path[at]!)]));
}

export const toAnswer = ({ step, choices }: Dimension, choice: number): PathAnswer => ({
  step: step?.step.id ?? null,
  key: step?.step.key ?? 'colorType',
  chosen: choices[choice]!.chosen,
});
