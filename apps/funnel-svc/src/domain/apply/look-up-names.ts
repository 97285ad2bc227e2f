import {
  type BlueprintName,
  type CatalogNameSets,
  type CatalogProduct,
  distinctNames,
  expandTags,
  type NameLookup,
  nearestTags,
  type Tagging,
} from '@svc/domain';

interface NameLists {
  tags: string[];
  productIds: string[];
  variantIds: string[];
}

/** Names of a blueprint, and what the blueprint itself says about them. */
export interface NamesToAsk {
  /** What its owner has to be asked about; undefined: nothing. */
  names: NameLists | undefined;
  catalogReplaced: boolean;
  /** What nothing has, whatever the owner says. */
  unknown: CatalogNameSets;
  /** Tags of the blueprint's own catalog and tagging. */
  ownTags: readonly string[];
  /** Products of the blueprint's catalog; undefined: it has none. */
  ownProducts: number | undefined;
}

/** What the owner says about names. */
interface Prepared {
  unknown?: NameLists | undefined;
  similarTags: Readonly<Record<string, string>>;
  productCount: number;
  namesUnchecked: boolean;
}

/** Unknown tags for which a similar one is looked for: as many as an answer lists. */
const MAX_SIMILAR = 100;

/**
 * Sorts the names of a blueprint: known to it, unknown for sure, to be asked about.
 * @param given.replaced - products of the blueprint's catalog, if it becomes the catalog in force.
 * @param given.tagging - that of the blueprint; undefined: the stored one stays.
 * @param given.isNew - the company has neither a catalog nor a tagging yet.
 */
export function namesToAsk(
  all: readonly BlueprintName[],
  given: { replaced?: readonly CatalogProduct[] | undefined; tagging: Tagging | undefined; isNew: boolean },
): NamesToAsk {
  const { replaced, tagging, isNew } = given;
  const named = distinctNames(all);
  const nothing = { tags: new Set<string>(), productIds: new Set<string>(), variantIds: new Set<string>() };
  if (!replaced) {
    const defaults = { catalogReplaced: false, unknown: nothing, ownTags: [], ownProducts: isNew ? 0 : undefined };
    return { ...defaults, names: isNew || all.length === 0 ? undefined : toLists(named) };
  }
  const own = namesOfCatalog(replaced, tagging);
  const tags = missing(named.tags, own.tags);
  const askTags = !tagging && !isNew && tags.size > 0;
  return {
    names: askTags ? { tags: [...tags], productIds: [], variantIds: [] } : undefined,
    catalogReplaced: true,
    unknown: {
      tags: askTags ? nothing.tags : tags,
      productIds: missing(named.productIds, own.productIds),
      variantIds: missing(named.variantIds, own.variantIds),
    },
    ownTags: [...own.tags],
    ownProducts: replaced.length,
  };
}

/** Combines what the blueprint and the matcher know about the names. Without an answer, the matcher did not respond. */
export function toNameLookup(toAsk: NamesToAsk, prepared?: Prepared): NameLookup {
  const { names, unknown, ownTags, ownProducts } = toAsk;
  const found = names && prepared?.unknown;
  const tags = new Set([...unknown.tags, ...(found?.tags ?? [])]);
  const productIds = new Set([...unknown.productIds, ...(found?.productIds ?? [])]);
  const variantIds = new Set([...unknown.variantIds, ...(found?.variantIds ?? [])]);
  const products = ownProducts ?? prepared?.productCount;
  const unread = names !== undefined && (!prepared || prepared.namesUnchecked);
  return {
    unknown: { tags, productIds, variantIds },
    similarTags: nearestTags([...tags].slice(0, MAX_SIMILAR), [
      ...ownTags,
      ...Object.values(prepared?.similarTags ?? {}),
    ]),
    catalog: unread ? 'unread' : products === 0 ? 'empty' : 'there',
  };
}

/** All names in a catalog with a tagging. Tags for ids that are not in the catalog do not count. */
function namesOfCatalog(products: readonly CatalogProduct[], tagging: Tagging | undefined): CatalogNameSets {
  const variants = products.flatMap((product) => product.variants);
  const productIds = new Set(products.map(({ shopSystemId }) => shopSystemId));
  const variantIds = new Set(variants.map(({ shopSystemId }) => shopSystemId));
  const spellings = new Set([...products, ...variants].flatMap(({ tags }) => tags));
  const added = [
    ...Object.entries(tagging?.products ?? {}).filter(([id]) => productIds.has(id)),
    ...Object.entries(tagging?.variants ?? {}).filter(([id]) => variantIds.has(id)),
  ];
  for (const tag of added.flatMap(([, tags]) => tags)) spellings.add(tag);
  return { tags: new Set(expandTags([...spellings])), productIds, variantIds };
}

const missing = (wanted: ReadonlySet<string>, known: ReadonlySet<string>): Set<string> =>
  new Set([...wanted].filter((name) => !known.has(name)));

const toLists = ({ tags, productIds, variantIds }: CatalogNameSets): NameLists => ({
  tags: [...tags],
  productIds: [...productIds],
  variantIds: [...variantIds],
});
