import type { Blueprint, FunnelBlueprint } from '../blueprint/blueprint.js';
import type { Step } from '../funnel/steps.js';
import { expandTags } from '../matching/expand-tags.js';
import type { Target } from '../matching/matching-settings.js';
import type { Path } from './problems.js';

/** A place in a blueprint that names something which a catalog may have. */
export interface BlueprintName {
  kind: 'tag' | 'product' | 'variant';
  path: Path;
  /** As it is written. */
  text: string;
  /** A tag's normalized spellings, of which one is enough (`complexion:MEDIUM/*` has three); an id itself. */
  values: readonly string[];
}

/** Names of each kind that a catalog has, or has not. Tags in the spelling of `expandTags`. */
export interface CatalogNameSets {
  tags: ReadonlySet<string>;
  productIds: ReadonlySet<string>;
  variantIds: ReadonlySet<string>;
}

/**
 * Every place of a blueprint that names a tag, a product or a variant: ids of `tagging`, members of sets, assortments,
 * targets of rules, tabs and options. In file order by section. Tags of `tagging` and `catalog` themselves name nothing.
 */
export function blueprintNames(blueprint: Blueprint): BlueprintName[] {
  const names: BlueprintName[] = [];
  const add = collector(names);
  for (const product of Object.keys(blueprint.tagging?.products ?? {})) {
    add.id('product', product, ['tagging', 'products', product]);
  }
  for (const variant of Object.keys(blueprint.tagging?.variants ?? {})) {
    add.id('variant', variant, ['tagging', 'variants', variant]);
  }
  for (const [index, set] of (blueprint.sets ?? []).entries()) {
    add.id('variant', set.variantId, ['sets', index, 'variantId']);
    const [kind, list, members] =
      'size' in set
        ? (['product', 'products', set.products] as const)
        : (['variant', 'variants', set.variants] as const);
    for (const [at, member] of members.entries()) add.id(kind, member.id, ['sets', index, list, at, 'id']);
  }
  for (const [index, funnel] of (blueprint.funnels ?? []).entries()) {
    if (!funnel.archived) listFunnelNames(funnel, ['funnels', index], add);
  }
  return names;
}

function collector(names: BlueprintName[]) {
  const tag = (text: string, path: Path): void => {
    names.push({ kind: 'tag', text, path, values: expandTags([text]) });
  };
  const id = (kind: 'product' | 'variant', text: string, path: Path): void => {
    names.push({ kind, text, path, values: [text] });
  };
  const target = (given: Partial<Target>, path: Path): void => {
    for (const [index, text] of (given.tags ?? []).entries()) tag(text, [...path, 'tags', index]);
    for (const [index, text] of (given.productIds ?? []).entries()) id('product', text, [...path, 'productIds', index]);
    for (const [index, text] of (given.variantIds ?? []).entries()) id('variant', text, [...path, 'variantIds', index]);
  };
  return { tag, id, target };
}

function listFunnelNames(
  { assortment, matching, resultPage, published, draft }: FunnelBlueprint,
  path: Path,
  add: ReturnType<typeof collector>,
): void {
  if (assortment) add.target(assortment, [...path, 'assortment']);
  for (const [index, rule] of (matching?.rules ?? []).entries()) {
    for (const [consequence, given] of Object.entries(rule.then)) {
      if (given) add.target(given, [...path, 'matching', 'rules', index, 'then', consequence]);
    }
  }
  for (const [index, { select }] of (resultPage?.tabs ?? []).entries()) {
    add.target({ tags: select.tags, productIds: select.productIds }, [...path, 'resultPage', 'tabs', index, 'select']);
  }
  const options = (steps: readonly Step[], at: Path): void => {
    for (const [step, { selections }] of steps.entries()) {
      for (const [option, { tags }] of selections.entries()) {
        for (const list of ['require', 'prefer', 'avoid'] as const) {
          const here = [...at, step, 'selections', option, 'tags', list];
          for (const [index, text] of tags[list].entries()) add.tag(text, [...here, index]);
        }
      }
    }
  };
  if (published) options(published.steps, [...path, 'published', 'steps']);
  if (draft) options(draft.steps, [...path, 'draft', 'steps']);
}

/** The distinct values of each kind. */
export function distinctNames(names: readonly BlueprintName[]): CatalogNameSets {
  const of = (wanted: BlueprintName['kind']) =>
    new Set(names.flatMap(({ kind, values }) => (kind === wanted ? values : [])));
  return { tags: of('tag'), productIds: of('product'), variantIds: of('variant') };
}
