import { expandTags, nearestTags, type Tagging } from '@svc/domain';
import { forCompany } from '@svc/kit';
import { readSnapshot } from '../../db/catalog-snapshots.js';
import type { Assortment } from '../../engine/compile/compile-assortment.js';
import { findNumber, type TextTable, textAt, textCount } from '../../engine/structures/text-table.js';
import { compileStored } from '../companies/load-assortment.js';
import type { PullDeps } from '../follow/pull.js';

export interface Names {
  /** In the spelling of `expandTags`. */
  tags: string[];
  productIds: string[];
  variantIds: string[];
}

export interface UnknownNames {
  unknown: Names;
  /** Known tags that are similar to one of the first unknown ones. */
  similarTags: Map<string, string>;
  productCount: number;
  /** Whether the catalog could not be read. */
  unchecked: boolean;
}

export interface NamesInput {
  companyId: string;
  names: Names;
  /** The tagging after the apply, JSON. */
  taggingJson: Uint8Array;
}

export interface NamesDeps extends Pick<PullDeps, 'db' | 'log' | 'compiler'> {
  /** Pulls the catalog; resolves within a second, even if that failed. */
  pullCatalogSoon(companyId: string): Promise<void>;
}

/** Maximum number of unknown tags for which a similar one is searched: as many as a response lists. */
const MAX_SIMILAR = 100;

/**
 * Finds the names of a blueprint that are neither in the stored catalog nor in the new tagging. Compiles the catalog in
 * another thread. Looks up unknown names again in the newest catalog, because an import may be seconds old.
 */
export async function findUnknownNames(deps: NamesDeps, input: NamesInput): Promise<UnknownNames> {
  const { companyId } = input;
  const found = await lookUp(deps, input);
  if (found && !hasAny(found.unknown)) return found;
  await deps.pullCatalogSoon(companyId);
  return (await lookUp(deps, input, found ?? undefined)) ?? UNCHECKED;
}

/** Which tags of a blueprint the tagging as it will be does not have; ids are looked up in the catalog that replaces the stored one. */
export function findUnknownTags(names: Names, tagging: Tagging): UnknownNames {
  const known = new Set(expandTags(listTags(tagging)));
  const unknown = names.tags.filter((tag) => !known.has(tag));
  return {
    unknown: { tags: unknown, productIds: [], variantIds: [] },
    similarTags: nearestTags(unknown.slice(0, MAX_SIMILAR), [...known]),
    productCount: 0,
    unchecked: false,
  };
}

interface Found extends UnknownNames {
  catalogVersion: number;
}

const UNCHECKED: UnknownNames = {
  unknown: { tags: [], productIds: [], variantIds: [] },
  similarTags: new Map(),
  productCount: 0,
  unchecked: true,
};

/**
 * Looks up names in the stored catalog.
 * @param before - the result for an earlier version; returned if that version is still stored.
 * @returns null: no catalog is stored, or it is damaged.
 */
async function lookUp(
  deps: NamesDeps,
  { companyId, names, taggingJson }: NamesInput,
  before?: Found,
): Promise<Found | null> {
  const stored = await forCompany(deps.db, companyId, (trx) => readSnapshot(trx, companyId, before?.catalogVersion));
  if (stored === 'known') return before ?? null;
  // Compiling uses the bytes up, and the newest catalog may have to be looked into as well.
  const assortment = stored && (await compileStored(deps, companyId, stored, [new Uint8Array(taggingJson)]));
  return assortment && { ...findUnknown(assortment, names), catalogVersion: stored.version };
}

function findUnknown({ tags, products, variants }: Assortment, names: Names): UnknownNames {
  const missing = (table: TextTable, texts: string[]) => texts.filter((text) => findNumber(table, text) < 0);
  const unknown = {
    tags: missing(tags, names.tags),
    productIds: missing(products, names.productIds),
    variantIds: missing(variants, names.variantIds),
  };
  return {
    unknown,
    similarTags: nearestTags(unknown.tags.slice(0, MAX_SIMILAR), unknown.tags.length > 0 ? toTexts(tags) : []),
    productCount: textCount(products),
    unchecked: false,
  };
}

const toTexts = (table: TextTable): string[] =>
  Array.from({ length: textCount(table) }, (_, number) => textAt(table, number));

const listTags = ({ products, variants }: Tagging): string[] => [
  ...Object.values(products).flat(),
  ...Object.values(variants).flat(),
];

const hasAny = ({ tags, productIds, variantIds }: Names): boolean =>
  tags.length + productIds.length + variantIds.length > 0;
