import {
  type CatalogSnapshot,
  type Consequence,
  type FunnelMatching,
  normalizeTag,
  type Tagging,
  type TagUsage,
  type Target,
} from '@svc/domain';

/**
 * Every tag of a catalog, of the tagging and of the settings of funnels, with the number of places that name it, by name. Cost: one step
 * per tag of a place.
 */
export function listTagUsage(
  { products, variants }: CatalogSnapshot,
  tagging: Tagging,
  funnels: readonly FunnelMatching[],
): TagUsage[] {
  const usage = new UsageTable();
  const added = {
    products: new Map(Object.entries(tagging.products)),
    variants: new Map(Object.entries(tagging.variants)),
  };
  const ofProducts = products.map(({ id, tags }) => ({
    catalog: normalize(tags),
    all: normalize([...tags, ...(added.products.get(id) ?? [])]),
  }));
  /** Tags of each product and of its variants. */
  const together = ofProducts.map(({ all }) => new Set(all));
  for (const { id, product, tags } of variants) {
    const ofProduct = ofProducts[product];
    const own = normalize([...tags, ...(added.variants.get(id) ?? [])]);
    for (const tag of own) together[product]?.add(tag);
    usage.count('variants', new Set([...own, ...(ofProduct?.all ?? [])]));
    usage.count('byCatalog', new Set([...normalize(tags), ...(ofProduct?.catalog ?? [])]));
  }
  for (const tags of together) usage.count('products', tags);
  // Ids that the catalog does not have count nowhere, but their tags are listed.
  for (const list of [tagging.products, tagging.variants])
    for (const tags of Object.values(list)) usage.list(normalize(tags));
  for (const { assortment, matching, resultPage } of funnels) {
    usage.count('assortments', normalize(assortment.tags));
    for (const { then } of matching.rules)
      usage.count('rules', normalize(listTargets(then).flatMap(({ tags }) => tags)));
    for (const { select } of resultPage.tabs) usage.count('tabs', normalize(select.tags));
  }
  return usage.toList();
}

const listTargets = ({ exclude, require, boost, pin }: Consequence): Target[] =>
  [exclude, require, boost, pin].filter((target) => target !== undefined);

/** What cannot be a tag is left out. */
const normalize = (tags: readonly string[]): Set<string> =>
  new Set(tags.map(normalizeTag).filter((tag) => tag !== null));

class UsageTable {
  readonly #rows = new Map<string, TagUsage>();

  #open(tag: string): TagUsage {
    const found = this.#rows.get(tag);
    if (found) return found;
    const row: TagUsage = { tag, products: 0, variants: 0, byCatalog: 0, rules: 0, tabs: 0, assortments: 0 };
    this.#rows.set(tag, row);
    return row;
  }

  list(tags: ReadonlySet<string>): void {
    for (const tag of tags) this.#open(tag);
  }

  /** One more place for each of the tags. */
  count(place: Exclude<keyof TagUsage, 'tag'>, tags: ReadonlySet<string>): void {
    for (const tag of tags) this.#open(tag)[place] += 1;
  }

  toList = (): TagUsage[] => [...this.#rows.values()].sort((a, b) => (a.tag < b.tag ? -1 : 1));
}
