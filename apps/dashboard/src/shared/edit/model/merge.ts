import { type Condition, isRecord } from '@svc/domain';
import { isEqual } from './is-equal.js';
import { mergeOrder } from './merge-order.js';
import type { Content, Option, Step } from './steps.js';

export type Side = 'mine' | 'theirs';

/** A place that both sides changed, to different values. A removed question or option is undefined. */
export interface Conflict {
  /** Names the place; the same for both sides. */
  id: string;
  stepId: number | undefined;
  /** Key of the option. */
  option: string | undefined;
  /** Names below it, for example `title`, `de`. Empty: the question or option itself. */
  path: string[];
  mine: unknown;
  theirs: unknown;
}

export interface Merged {
  content: Content;
  conflicts: Conflict[];
  /** Both sides have moved questions or options; the order is theirs. */
  isOrderTheirs: boolean;
}

interface Place {
  stepId?: number;
  option?: string;
  path: string[];
}

interface Merging {
  choose: (id: string) => Side;
  conflicts: Conflict[];
  isOrderTheirs: boolean;
}

/**
 * Brings two changes of one state together: by question, option and field, so that changes of different fields are both kept. Lists of
 * tags and of former names are sets: what one side adds or removes is added or removed.
 * @param choose - which side wins where both changed the same; by the id of the conflict.
 */
export function merge(
  base: Content,
  mine: Content,
  theirs: Content,
  choose: (id: string) => Side = () => 'mine',
): Merged {
  const merging: Merging = { choose, conflicts: [], isOrderTheirs: false };
  const own = withFreeIds(base.steps, mine.steps, theirs.steps);
  const content: Content = {
    steps: mergeList(merging, base.steps, own, theirs.steps, {
      place: { path: [] },
      toId: (step) => String(step.id),
      toPlace: (step) => ({ stepId: step.id, path: [] }),
      mergeItem: (place, was, a, b) => mergeStep(merging, place, was, a, b),
    }),
    others: mergeFields(merging, { path: [] }, base.others, mine.others, theirs.others),
  };
  return { content, conflicts: merging.conflicts, isOrderTheirs: merging.isOrderTheirs };
}

function mergeStep(merging: Merging, place: Place, base: Step | undefined, mine: Step, theirs: Step): Step {
  const { selections: _, ...others } = mergeFields(
    merging,
    place,
    withoutOptions(base),
    withoutOptions(mine),
    withoutOptions(theirs),
  ) as unknown as Step;
  const reference = base?.selections ?? [];
  const selections = mergeList(merging, reference, mine.selections, theirs.selections, {
    place,
    toId: (option, options) => findFormerKey(option, options, reference) ?? option.key,
    toPlace: (option) => ({ ...place, option: option.key }),
    mergeItem: (at, was, a, b) =>
      mergeFields(merging, at, toRecord(was), toRecord(a), toRecord(b)) as unknown as Option,
  });
  return { ...others, selections };
}

const withoutOptions = (step: Step | undefined): Record<string, unknown> => {
  const { selections, ...others } = step ?? { selections: [] };
  return others;
};
const toRecord = (option: Option | undefined) => (option ?? {}) as unknown as Record<string, unknown>;

/** An option that was renamed is the one whose key it had. */
function findFormerKey(option: Option, options: readonly Option[], reference: readonly Option[]): string | undefined {
  if (reference.some(({ key }) => key === option.key)) return undefined;
  return option.formerKeys.find(
    (key) => reference.some((each) => each.key === key) && !options.some((each) => each.key === key),
  );
}

/** Two users may add a question with the same id: mine gets another one, with everything that names it. */
function withFreeIds(base: readonly Step[], mine: readonly Step[], theirs: readonly Step[]): readonly Step[] {
  const taken = new Set([...base, ...mine, ...theirs].map(({ id }) => id));
  const renamed = new Map<number, number>();
  for (const step of mine) {
    const other = theirs.find(({ id }) => id === step.id);
    if (!other || base.some(({ id }) => id === step.id) || isEqual(step, other)) continue;
    const id = Math.max(0, ...taken) + 1;
    taken.add(id);
    renamed.set(step.id, id);
  }
  if (renamed.size === 0) return mine;
  return mine.map((step) => {
    const id = renamed.get(step.id) ?? step.id;
    const key = id !== step.id && step.key === `step_${step.id}` ? `step_${id}` : step.key;
    return { ...step, id, key, showWhen: step.showWhen && renameSteps(step.showWhen, renamed) };
  });
}

/** A condition that names other steps. */
function renameSteps(condition: Condition, renamed: ReadonlyMap<number, number>): Condition {
  const rename = (part: Condition) => renameSteps(part, renamed);
  if ('all' in condition) return { all: condition.all.map(rename) };
  if ('any' in condition) return { any: condition.any.map(rename) };
  if ('not' in condition) return { not: rename(condition.not) };
  return 'step' in condition ? { ...condition, step: renamed.get(condition.step) ?? condition.step } : condition;
}

interface ListOptions<T> {
  place: Place;
  toId(item: T, list: readonly T[]): string;
  toPlace(item: T): Place;
  mergeItem(place: Place, base: T | undefined, mine: T, theirs: T): T;
}

function mergeList<T>(
  merging: Merging,
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  { toId, toPlace, mergeItem }: ListOptions<T>,
): T[] {
  const index = (list: readonly T[]) => new Map(list.map((item) => [toId(item, list), item]));
  const [was, a, b] = [index(base), index(mine), index(theirs)];
  const found = new Map<string, T>();
  for (const id of new Set([...was.keys(), ...a.keys(), ...b.keys()])) {
    const [before, left, right] = [was.get(id), a.get(id), b.get(id)];
    const item = mergePresence(merging, before, left, right, toPlace, mergeItem);
    if (item !== undefined) found.set(id, item);
  }
  const order = mergeOrder([...was.keys()], [...a.keys()], [...b.keys()], new Set(found.keys()));
  merging.isOrderTheirs ||= order.isTheirs;
  return order.ids.map((id) => found.get(id) as T);
}

function mergePresence<T>(
  merging: Merging,
  before: T | undefined,
  mine: T | undefined,
  theirs: T | undefined,
  toPlace: (item: T) => Place,
  mergeItem: ListOptions<T>['mergeItem'],
): T | undefined {
  if (mine !== undefined && theirs !== undefined) return mergeItem(toPlace(before ?? theirs), before, mine, theirs);
  if (before === undefined) return mine ?? theirs;
  // One side has removed it. What the other side did to it is lost then, so it is asked about.
  const kept = mine ?? theirs;
  if (kept === undefined || isEqual(kept, before)) return undefined;
  return decide(merging, toPlace(before), mine, theirs) as T | undefined;
}

function mergeFields(
  merging: Merging,
  place: Place,
  base: Record<string, unknown>,
  mine: Record<string, unknown>,
  theirs: Record<string, unknown>,
): Record<string, unknown> {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine), ...Object.keys(base)]);
  const fields = [...names].map((name): [string, unknown] => [
    name,
    mergeValue(merging, { ...place, path: [...place.path, name] }, base[name], mine[name], theirs[name]),
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Lists in which order means nothing. */
const SETS = new Set(['require', 'prefer', 'avoid', 'formerKeys', 'formerIds']);
/** Objects whose fields mean something by themselves. A condition is one whole. */
const RECORDS = new Set(['title', 'caption', 'tags', 'settings', 'description', 'consentText', 'name', 'select']);
/** Parts other than the questions. Without a common state, a part is one whole. */
const PARTS = new Set(['matching', 'resultPage']);

function mergeValue(merging: Merging, place: Place, base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isEqual(mine, base) || isEqual(mine, theirs)) return theirs;
  if (isEqual(theirs, base)) return mine;
  const name = place.path.at(-1) as string;
  if (RECORDS.has(name) && [mine, theirs].every(isRecord)) {
    const was = isRecord(base) ? base : {};
    return mergeFields(merging, place, was, mine as Record<string, unknown>, theirs as Record<string, unknown>);
  }
  if (PARTS.has(name) && [base, mine, theirs].every(isRecord)) {
    return mergeFields(merging, place, toFields(base), toFields(mine), toFields(theirs));
  }
  if ((name === 'rules' || name === 'tabs') && [base, mine, theirs].every(isKeyed)) {
    const toItems = (list: unknown) => list as readonly Keyed[];
    return mergeList(merging, toItems(base), toItems(mine), toItems(theirs), {
      place,
      toId: ({ key }) => key,
      toPlace: ({ key }) => ({ ...place, path: [...place.path, key] }),
      // A rule is one whole: half of one side's and half of the other's is what neither has written.
      mergeItem: (at, was, a, b) =>
        name === 'tabs' ? mergeKeyed(merging, at, was, a, b) : choose(merging, at, was, a, b),
    });
  }
  if (SETS.has(name)) return mergeSets(base as unknown[] | undefined, mine as unknown[], theirs as unknown[]);
  return decide(merging, place, mine, theirs);
}

/** A rule or a tab. */
interface Keyed extends Record<string, unknown> {
  key: string;
}

const toFields = (value: unknown) => value as Record<string, unknown>;
const isKeyed = (list: unknown): boolean =>
  Array.isArray(list) &&
  list.every((item) => isRecord(item) && typeof item.key === 'string') &&
  new Set(list.map(({ key }: Keyed) => key)).size === list.length;

const mergeKeyed = (merging: Merging, place: Place, was: Keyed | undefined, a: Keyed, b: Keyed): Keyed => ({
  ...mergeFields(merging, place, was ?? {}, a, b),
  key: b.key,
});

function choose(merging: Merging, place: Place, was: Keyed | undefined, mine: Keyed, theirs: Keyed): Keyed {
  if (isEqual(mine, was) || isEqual(mine, theirs)) return theirs;
  return isEqual(theirs, was) ? mine : (decide(merging, place, mine, theirs) as Keyed);
}

/** What one side adds is added, what one side removes is removed; in an order that does not depend on the sides. */
function mergeSets(base: readonly unknown[] = [], mine: readonly unknown[] = [], theirs: readonly unknown[] = []) {
  const kept = base.filter((each) => mine.includes(each) && theirs.includes(each));
  const added = [...new Set([...mine, ...theirs])].filter((each) => !base.includes(each));
  return [...kept, ...added.sort((a, b) => (String(a) < String(b) ? -1 : 1))];
}

function decide(merging: Merging, place: Place, mine: unknown, theirs: unknown): unknown {
  const { stepId, option, path } = place;
  const id = JSON.stringify([stepId ?? null, option ?? null, ...path]);
  merging.conflicts.push({ id, stepId, option, path, mine, theirs });
  return merging.choose(id) === 'mine' ? mine : theirs;
}
