import { createProblems, type Path, type Problem, type Problems } from '../checks/problems.js';
import {
  type Assortment,
  type Consequence,
  DEFAULT_ASSORTMENT,
  DEFAULT_MATCHING,
  DEFAULT_RESULT_PAGE,
  type DynamicSet,
  type FixedSet,
  type FunnelMatching,
  type MatchingSettings,
  type ProductSet,
  type ResultPage,
  type Rule,
  type Tab,
  type Tagging,
  type Target,
} from '../matching/matching-settings.js';
import type { FunnelBlueprint } from './blueprint.js';
import { DEFAULT_TAGGING } from './defaults.js';

/** Settings of matching in a blueprint: of the company, and of funnels. */
export interface SettingsBlueprint {
  tagging?: Tagging;
  sets?: ProductSet[];
  funnels?: (Pick<FunnelBlueprint, 'subdomain'> & Partial<FunnelMatching>)[];
}

/**
 * Settings that an earlier release stored, as this release stores them: keys that were added since get their defaults, as in a
 * company file that leaves them out.
 * @returns the settings, and the keys that this release does not know, which it leaves out.
 */
export function completeSettings(stored: SettingsBlueprint): { settings: SettingsBlueprint; problems: Problem[] } {
  const problems = createProblems();
  const settings = SETTINGS(stored, { path: [], problems }) as SettingsBlueprint;
  return { settings, problems: problems.list() };
}

interface Place {
  path: Path;
  problems: Problems;
}

/** Completes a value; `undefined` leaves the key out. */
type Complete = (value: unknown, place: Place) => unknown;

const asStored: Complete = (value) => value;

const optional =
  (complete: Complete): Complete =>
  (value, place) =>
    value === undefined || value === null ? undefined : complete(value, place);

const copy = (document: unknown): unknown => JSON.parse(JSON.stringify(document));

/** Each result has a copy of the default. */
const orDefault =
  (byDefault: unknown, complete = asStored): Complete =>
  (value, place) =>
    value === undefined || value === null ? copy(byDefault) : complete(value, place);

const list =
  (complete: Complete): Complete =>
  (value, { path, problems }) =>
    Array.isArray(value) ? value.map((item, at) => complete(item, { path: [...path, at], problems })) : value;

/** Every key of the type has an entry, which the compiler checks. */
function object<T>(members: Record<keyof Required<T>, Complete>): Complete {
  const entries = Object.entries(members as Record<string, Complete>);
  return (value, { path, problems }) => {
    if (typeof value !== 'object' || value === null) return value;
    const given = value as Record<string, unknown>;
    for (const key of Object.keys(given)) {
      if (!Object.hasOwn(members, key))
        problems.add([...path, key], 'This key is not known here; it must be corrected or removed.');
    }
    const completed = entries.map(([key, complete]) => [key, complete(given[key], { path: [...path, key], problems })]);
    return Object.fromEntries(completed.filter(([, member]) => member !== undefined));
  };
}

const texts = orDefault([]);
const TARGET = { tags: texts, productIds: texts, variantIds: texts };
const target = optional(object<Target>(TARGET));

const rule = object<Rule>({
  key: asStored,
  when: optional(asStored),
  then: object<Consequence>({
    exclude: target,
    require: target,
    boost: optional(object<NonNullable<Consequence['boost']>>({ ...TARGET, by: asStored })),
    pin: target,
  }),
  from: optional(asStored),
  until: optional(asStored),
});

const { colorType, complexion, ai } = DEFAULT_MATCHING;

const matching = object<MatchingSettings>({
  colorType: orDefault(
    colorType,
    object<MatchingSettings['colorType']>({
      mode: orDefault(colorType.mode),
      minScore: orDefault(colorType.minScore),
    }),
  ),
  complexion: orDefault(
    complexion,
    object<MatchingSettings['complexion']>({
      mode: orDefault(complexion.mode),
      depthTolerance: orDefault(complexion.depthTolerance),
    }),
  ),
  rules: orDefault([], list(rule)),
  ai: orDefault(ai, object<MatchingSettings['ai']>({ enabled: orDefault(ai.enabled) })),
});

const assortment = object<Assortment>({ tags: texts, productIds: texts });

const resultPage = object<ResultPage>({
  enabled: orDefault(true),
  tabs: orDefault(
    [],
    list(
      object<Tab>({
        key: asStored,
        name: asStored,
        description: orDefault(null),
        maxItemsToShow: orDefault(null),
        enabled: orDefault(true),
        select: orDefault(
          { tags: [], productIds: [], sets: [] },
          object<Tab['select']>({ tags: texts, productIds: texts, sets: texts }),
        ),
      }),
    ),
  ),
});

const SET = { key: asStored, name: asStored, variantId: asStored };
const fixedSet = object<FixedSet>({
  ...SET,
  variants: list(object<FixedSet['variants'][number]>({ id: asStored, quantity: orDefault(1) })),
  lift: orDefault('all'),
});
const dynamicSet = object<DynamicSet>({
  ...SET,
  size: asStored,
  products: list(object<DynamicSet['products'][number]>({ id: asStored, max: orDefault(1) })),
});
const productSet: Complete = (value, place) =>
  (typeof value === 'object' && value !== null && 'variants' in value ? fixedSet : dynamicSet)(value, place);

/** A key of the blueprint: left out, it stays left out. */
const part = (cleared: unknown, complete: Complete): Complete => {
  const completed = orDefault(cleared, complete);
  return (value, place) => (value === undefined ? undefined : completed(value, place));
};

const SETTINGS = object<SettingsBlueprint>({
  tagging: part(DEFAULT_TAGGING, object<Tagging>({ products: orDefault({}), variants: orDefault({}) })),
  sets: part([], list(productSet)),
  funnels: part(
    [],
    list(
      object<NonNullable<SettingsBlueprint['funnels']>[number]>({
        subdomain: asStored,
        assortment: part(DEFAULT_ASSORTMENT, assortment),
        matching: part(DEFAULT_MATCHING, matching),
        resultPage: part(DEFAULT_RESULT_PAGE, resultPage),
      }),
    ),
  ),
});
