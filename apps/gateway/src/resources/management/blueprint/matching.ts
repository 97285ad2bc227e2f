import { DEFAULT_MATCHING, MAX_RULES, MAX_SET_MEMBERS, MAX_SETS, MAX_TABS, MAX_TAGS } from '@svc/domain';
import { z } from 'zod';
import { boundedArray, boundedRecord } from './bounded.js';
import { condition } from './condition.js';
import { ids, list, localizedText, maybe, orDefault, tags } from './fields.js';

const mode = z.enum(['require', 'prefer', 'ignore']);
const target = z.strictObject({ tags, productIds: ids, variantIds: ids });
const boost = target.extend({ by: z.number().min(-1).max(1) });

const consequence = z.strictObject({
  exclude: maybe(target),
  require: maybe(target),
  boost: maybe(boost),
  pin: maybe(target),
});

const rule = z
  .strictObject({
    key: z.string(),
    when: maybe(condition).describe('Left out: the rule always holds.'),
    then: consequence,
    from: maybe(z.string()).describe('UTC date, inclusive.'),
    until: maybe(z.string()).describe('UTC date, exclusive.'),
  })
  .meta({ id: 'Rule' });

const defaults = DEFAULT_MATCHING;

/** `funnels[].matching`. docs/matching.md M2. */
export const matching = z
  .strictObject({
    colorType: orDefault(
      z.strictObject({
        mode: orDefault(mode, () => defaults.colorType.mode),
        minScore: orDefault(z.number().min(0).max(1), () => defaults.colorType.minScore),
      }),
      () => ({ ...defaults.colorType }),
    ),
    complexion: orDefault(
      z.strictObject({
        mode: orDefault(mode, () => defaults.complexion.mode),
        depthTolerance: orDefault(z.int().min(0), () => defaults.complexion.depthTolerance),
      }),
      () => ({ ...defaults.complexion }),
    ),
    rules: list(rule, { max: MAX_RULES, what: 'rules' }),
    ai: orDefault(z.strictObject({ enabled: orDefault(z.boolean(), () => defaults.ai.enabled) }), () => ({
      ...defaults.ai,
    })),
  })
  .meta({ id: 'Matching' });

export const assortment = z.strictObject({ tags, productIds: ids }).meta({ id: 'Assortment' });

const tab = z
  .strictObject({
    key: z.string(),
    name: localizedText,
    description: orDefault(localizedText.nullable(), () => null),
    maxItemsToShow: orDefault(z.int().nullable(), () => null),
    enabled: orDefault(z.boolean(), () => true),
    select: orDefault(z.strictObject({ tags, productIds: ids, sets: list(z.string()) }), () => ({
      tags: [],
      productIds: [],
      sets: [],
    })),
  })
  .meta({ id: 'BlueprintTab' });

export const resultPage = z
  .strictObject({ enabled: orDefault(z.boolean(), () => true), tabs: list(tab, { max: MAX_TABS, what: 'tabs' }) })
  .meta({ id: 'ResultPage' });

const tagsById = orDefault(boundedRecord(boundedArray(z.string(), { max: MAX_TAGS, what: 'tags' })), () => ({}));

export const tagging = z.strictObject({ products: tagsById, variants: tagsById }).meta({ id: 'Tagging' });

const members = { max: MAX_SET_MEMBERS, what: 'members' };
const setBase = { key: z.string(), name: localizedText, variantId: z.string() };

const fixedSet = z
  .strictObject({
    ...setBase,
    variants: boundedArray(z.strictObject({ id: z.string(), quantity: orDefault(z.int(), () => 1) }), members),
    lift: orDefault(z.enum(['all', 'any', 'off']), () => 'all' as const),
  })
  .meta({ id: 'FixedSet' });

const dynamicSet = z
  .strictObject({
    ...setBase,
    size: z.int(),
    products: boundedArray(z.strictObject({ id: z.string(), max: orDefault(z.int(), () => 1) }), members),
  })
  .meta({ id: 'DynamicSet' });

/** A fixed set names `variants`, a dynamic one `size` and `products`. */
const productSet = z.union([fixedSet, dynamicSet]);

export const productSets = boundedArray(productSet, { max: MAX_SETS, what: 'sets' });
