import {
  type Blueprint,
  type FunnelBlueprint,
  type FunnelMatching,
  MAX_TAGS,
  type MatchingConfig,
  normalizeTag,
  type Step,
  type TagMatrix,
} from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { Funnel } from '../funnel/funnel.js';

/** Where a rename changes something. docs/management.md "Renaming a tag". */
export interface RenamePlaces {
  /** Something had the new tag before. */
  merges: boolean;
  /** That have the tag by the tagging. */
  products: number;
  variants: number;
  /** That have it by the catalog: they keep it and get the new one. */
  catalogProducts: number;
  catalogVariants: number;
  options: { subdomain: string; stepId: number; key: string }[];
  rules: { subdomain: string; key: string }[];
  tabs: { subdomain: string; key: string }[];
  assortments: string[];
  /** Funnels that get a new published version. */
  published: string[];
}

/** The state of a company that a rename begins with. */
export interface RenameInput {
  /** Normalized. */
  from: string;
  to: string;
  config: MatchingConfig;
  /** With the columns of both tags. */
  matrix: TagMatrix;
  /** Archived ones left out. */
  funnels: readonly Funnel[];
}

/**
 * The apply that renames a tag in everything that a company has set. In every list the new tag takes the place of the old one, once.
 * @throws ServiceError INVALID_REQUEST when a product or a variant would have too many tags.
 */
export function planRename({ from, to, config, matrix, funnels }: RenameInput): {
  blueprint: Blueprint;
  places: RenamePlaces;
} {
  const tagging = { products: renameEntries('products'), variants: renameEntries('variants') };
  const { products, variants } = tagging;
  const isTagged = [products, variants].some(({ renamed, added }) => renamed + added > 0);
  const plans = funnels.map((funnel) => renameInFunnel(funnel, config.funnels[funnel.id], from, to));
  const changed = plans.flatMap(({ blueprint }) => (Object.keys(blueprint).length > 1 ? [blueprint] : []));
  return {
    blueprint: {
      ...(isTagged ? { tagging: { products: products.record, variants: variants.record } } : {}),
      ...(changed.length > 0 ? { funnels: changed } : {}),
    },
    places: {
      merges: products.hasTo || variants.hasTo || plans.some(({ hasTo }) => hasTo),
      products: products.renamed,
      variants: variants.renamed,
      catalogProducts: products.byCatalog,
      catalogVariants: variants.byCatalog,
      options: plans.flatMap(({ options }) => options),
      rules: plans.flatMap(({ rules }) => rules),
      tabs: plans.flatMap(({ tabs }) => tabs),
      assortments: changed.flatMap(({ subdomain, assortment }) => (assortment ? [subdomain] : [])),
      published: changed.flatMap(({ subdomain, published }) => (published ? [subdomain] : [])),
    },
  };

  /** The tagging of products or variants; what the catalog has with the old tag gets the new one, unless the catalog has that too. */
  function renameEntries(kind: 'products' | 'variants') {
    const entries = new Map(Object.entries(config.tagging[kind]));
    const rows = matrix[kind];
    const ofCatalog = (tag: string) => {
      const column = matrix.tags.indexOf(tag);
      return new Set(rows.id.filter((_, row) => column >= 0 && rows.catalogTags[row]?.includes(column)));
    };
    const [withFrom, withTo] = [ofCatalog(from), ofCatalog(to)];
    let [renamed, added] = [0, 0];
    let hasTo = withTo.size > 0;
    for (const [id, tags] of entries) {
      hasTo ||= tags.some((tag) => toKey(tag) === to);
      const next = replaceTag(tags, from, to);
      if (!next) continue;
      renamed += 1;
      const left = withTo.has(id) ? next.filter((tag) => toKey(tag) !== to) : next;
      if (left.length > 0) entries.set(id, left);
      else entries.delete(id);
    }
    for (const id of withFrom) {
      const tags = entries.get(id) ?? [];
      if (withTo.has(id) || tags.some((tag) => toKey(tag) === to)) continue;
      added += 1;
      entries.set(id, [...tags, to]);
      if (tags.length >= MAX_TAGS) {
        throw new ServiceError(
          'INVALID_REQUEST',
          `${id} must have at most ${MAX_TAGS} tags; remove one before the rename.`,
        );
      }
    }
    return { record: Object.fromEntries(entries), renamed, added, byCatalog: withFrom.size, hasTo };
  }
}

function renameInFunnel(funnel: Funnel, matching: FunnelMatching | undefined, from: string, to: string) {
  const { subdomain } = funnel;
  const blueprint: FunnelBlueprint = { subdomain };
  let hasTo = false;
  /** Undefined: nothing names the tag. */
  const rename = (tags: readonly string[]): string[] | undefined => {
    hasTo ||= tags.some((tag) => toKey(tag) === to);
    return replaceTag(tags, from, to);
  };
  const options = new Map<string, RenamePlaces['options'][number]>();
  const renameSteps = (steps: readonly Step[]): Step[] | undefined => {
    let isChanged = false;
    const renamed = steps.map((step) => ({
      ...step,
      selections: step.selections.map((selection) => {
        const { require, prefer, avoid } = selection.tags;
        const next = { require: rename(require), prefer: rename(prefer), avoid: rename(avoid) };
        if (!next.require && !next.prefer && !next.avoid) return selection;
        isChanged = true;
        options.set(JSON.stringify([step.id, selection.key]), { subdomain, stepId: step.id, key: selection.key });
        return {
          ...selection,
          tags: {
            require: next.require ?? require,
            prefer: next.prefer ?? prefer,
            avoid: next.avoid ?? avoid,
          },
        };
      }),
    }));
    return isChanged ? renamed : undefined;
  };
  const published = funnel.published && renameSteps(funnel.published.steps);
  const draft = funnel.draft && renameSteps(funnel.draft.steps);
  if (published) blueprint.published = { steps: published };
  if (draft) blueprint.draft = { steps: draft };

  const rules: RenamePlaces['rules'] = [];
  const tabs: RenamePlaces['tabs'] = [];
  if (matching) {
    const assortment = rename(matching.assortment.tags);
    if (assortment) blueprint.assortment = { ...matching.assortment, tags: assortment };
    const nextRules = matching.matching.rules.map((rule) => {
      const targets = Object.entries(rule.then).map(([kind, target]) => {
        const tags = rename(target.tags);
        return { isChanged: tags !== undefined, entry: [kind, tags ? { ...target, tags } : target] as const };
      });
      if (!targets.some(({ isChanged }) => isChanged)) return rule;
      rules.push({ subdomain, key: rule.key });
      return { ...rule, then: Object.fromEntries(targets.map(({ entry }) => entry)) as typeof rule.then };
    });
    if (rules.length > 0) blueprint.matching = { ...matching.matching, rules: nextRules };
    const nextTabs = matching.resultPage.tabs.map((tab) => {
      const tags = rename(tab.select.tags);
      if (!tags) return tab;
      tabs.push({ subdomain, key: tab.key });
      return { ...tab, select: { ...tab.select, tags } };
    });
    if (tabs.length > 0) blueprint.resultPage = { ...matching.resultPage, tabs: nextTabs };
  }
  return { blueprint, hasTo, options: [...options.values()], rules, tabs };
}

const toKey = (tag: string): string => normalizeTag(tag) ?? tag;

/** The list with the new tag once, where the old one was. Undefined: it does not have the old one. */
export function replaceTag(tags: readonly string[], from: string, to: string): string[] | undefined {
  if (!tags.some((tag) => toKey(tag) === from)) return undefined;
  const seen = new Set<string>();
  return tags
    .map((tag) => (toKey(tag) === from ? to : tag))
    .filter((tag) => !seen.has(toKey(tag)) && seen.add(toKey(tag)));
}
