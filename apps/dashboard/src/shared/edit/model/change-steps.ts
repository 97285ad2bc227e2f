import { hasOwnOptions, type Option, type Step } from './steps.js';

/** Changes of a list of steps; each returns a new list. */

const EMPTY_TAGS = { require: [], prefer: [], avoid: [] };

export function changeStep(steps: readonly Step[], id: number, change: Partial<Step>): Step[] {
  return steps.map((step) => (step.id === id ? { ...step, ...change } : step));
}

export function changeOption(steps: readonly Step[], id: number, index: number, change: Partial<Option>): Step[] {
  return steps.map((step) => {
    if (step.id !== id) return step;
    return { ...step, selections: step.selections.map((each, at) => (at === index ? { ...each, ...change } : each)) };
  });
}

/**
 * A new key for an option, whose former keys then name the one that answers have.
 * @param isKnown - a version has the option with this key, so answers may have it.
 */
export function renameOption(option: Option, key: string, isKnown: boolean): Option {
  const former = isKnown ? [...option.formerKeys, option.key] : option.formerKeys;
  return { ...option, key, formerKeys: [...new Set(former)].filter((each) => each !== key) };
}

/** A new caption. The key of an option that no version has follows it, as long as it was not chosen by the user. */
export function recaptionOption(
  option: Option,
  locale: string,
  text: string,
  taken: readonly string[],
  isKnown: boolean,
): Option {
  const caption = { ...option.caption, [locale]: text };
  if (text === '' && locale !== 'default') delete caption[locale];
  const before = toKey(option.caption.default ?? '');
  const isOwn =
    !/^option(_\d+)?$/.test(option.key) && option.key.replace(/_\d+$/, '') !== before && option.key !== before;
  const key = isKnown || isOwn || locale !== 'default' ? option.key : toFreeName(toKey(text) || 'option', taken);
  return { ...option, caption, key };
}

export const insert = <T>(list: readonly T[], at: number, ...items: T[]): T[] => [
  ...list.slice(0, at),
  ...items,
  ...list.slice(at),
];

/** An id that no step has or had. */
export const toFreeId = (steps: readonly Step[]): number =>
  Math.max(0, ...steps.flatMap(({ id, formerIds }) => [id, ...formerIds])) + 1;

/** A name that is not taken: `option`, `option_2`. */
export function toFreeName(wanted: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}_${count}`;
    if (!used.has(name.toLowerCase())) return name;
  }
}

/** @param options - of a built-in type: those of its enumeration. */
export function createStep(steps: readonly Step[], type: Step['type'], title: string, options: Option[]): Step {
  const id = toFreeId(steps);
  const own = { type };
  return {
    id,
    key: toFreeName(
      `step_${id}`,
      steps.map(({ key }) => key),
    ),
    type,
    title: { default: title },
    formerIds: [],
    required: true,
    strict: false,
    showWhen: null,
    selections: hasOwnOptions(own) ? [createOption([], ''), createOption([createOption([], '')], '')] : options,
    settings: {},
  };
}

export const createOption = (options: readonly Option[], caption: string): Option => ({
  key: toFreeName(
    toKey(caption) || 'option',
    options.flatMap(({ key, formerKeys }) => [key, ...formerKeys]),
  ),
  caption: caption === '' ? {} : { default: caption },
  formerKeys: [],
  tags: EMPTY_TAGS,
});

/** A caption as a key: `Dry skin` → `dry_skin`. */
export const toKey = (caption: string): string =>
  caption
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40);

/** A copy without a history: no stored answer belongs to it. */
export function duplicateStep(steps: readonly Step[], id: number): { steps: Step[]; id: number } | undefined {
  const index = steps.findIndex((step) => step.id === id);
  const step = steps[index];
  if (!step || !hasOwnOptions(step)) return undefined;
  const copy: Step = {
    ...step,
    id: toFreeId(steps),
    key: toFreeName(
      step.key,
      steps.map(({ key }) => key),
    ).slice(0, 40),
    formerIds: [],
    selections: step.selections.map((option) => ({ ...option, formerKeys: [] })),
  };
  return { steps: insert(steps, index + 1, copy), id: copy.id };
}
