import {
  type Condition,
  type ConditionGroup,
  type ConditionLeaf,
  ENUM_FIELD_NAMES,
  ENUM_FIELDS,
  type EnumField,
  MAX_CONDITION_DEPTH,
  MAX_CONDITION_PARTS,
  type Step,
  unwrapCondition,
  visitCondition,
} from '@svc/domain';

export type Leaf = ConditionLeaf;
export type Group = ConditionGroup;

export const isGroup = (part: Leaf | Group): part is Group => 'all' in part || 'any' in part;

export const wrap = (part: Leaf | Group, isNegated: boolean): Condition => (isNegated ? { not: part } : part);

/** How a group is put together. */
export type Mode = 'ALL' | 'ANY' | 'NOT_ALL' | 'NONE';

export const getParts = (group: Group): Condition[] => ('all' in group ? group.all : group.any);

export const getMode = (group: Group, isNegated: boolean): Mode =>
  'all' in group ? (isNegated ? 'NOT_ALL' : 'ALL') : isNegated ? 'NONE' : 'ANY';

export const toGroup = (mode: Mode, parts: Condition[]): Condition =>
  wrap(mode === 'ALL' || mode === 'NOT_ALL' ? { all: parts } : { any: parts }, mode === 'NOT_ALL' || mode === 'NONE');

/** A condition as a group, which the form shows. @param condition - undefined: it always holds. */
export function toRoot(condition: Condition | undefined): Condition {
  if (condition === undefined) return { all: [] };
  return isGroup(unwrapCondition(condition).part) ? condition : { all: [condition] };
}

/** The condition of a form: no group around a single part, and nothing where nothing is asked. */
export function fromRoot(root: Condition): Condition | undefined {
  if (!('all' in root) || root.all.length > 1) return root;
  return root.all[0];
}

/** Whether a condition is within the limits of a company file. docs/matching.md M3. */
export function isWithinLimits(condition: Condition): boolean {
  let [parts, deepest] = [0, 0];
  visitCondition(condition, (_, __, depth) => {
    parts += 1;
    deepest = Math.max(deepest, depth);
    return true;
  });
  return parts <= MAX_CONDITION_PARTS && deepest <= MAX_CONDITION_DEPTH;
}

/** What a condition can be about, as a value of a list. */
export type Subject = `step ${number}` | EnumField | 'colorType';

export function getSubject(leaf: Leaf): Subject {
  if ('step' in leaf) return `step ${leaf.step}`;
  return 'field' in leaf ? leaf.field : 'colorType';
}

export const getValues = (leaf: Leaf): readonly string[] =>
  'answered' in leaf ? [] : 'colorType' in leaf ? leaf.colorType : leaf.in;

export function setValues(leaf: Leaf, values: string[]): Leaf {
  if ('answered' in leaf) return { step: leaf.step, in: values };
  return 'colorType' in leaf ? { colorType: values } : { ...leaf, in: values };
}

/** A condition about another subject, about which nothing is chosen yet. */
export function createLeaf(subject: Subject, steps: readonly Step[]): Leaf {
  if (subject === 'colorType') return { colorType: [] };
  const field = ENUM_FIELD_NAMES.find((name) => name === subject);
  if (field) return { field, in: [] };
  const step = Number(subject.slice('step '.length));
  return hasOptions(step, steps) ? { step, in: [] } : { step, answered: true };
}

/** Whether a question has answers to choose from: a picture or contact data can only be given or not. */
export const hasOptions = (id: number, steps: readonly Step[]): boolean =>
  steps.some((step) => step.id === id && step.selections.length > 0);

/** What a condition may choose from, by subject. @param colorTypes - those of the company. */
export function listValues(leaf: Leaf, steps: readonly Step[], colorTypes: readonly string[]): readonly string[] {
  if ('colorType' in leaf) return colorTypes;
  if ('field' in leaf) return ENUM_FIELDS[leaf.field].values;
  return steps.find(({ id }) => id === leaf.step)?.selections.map(({ key }) => key) ?? [];
}
