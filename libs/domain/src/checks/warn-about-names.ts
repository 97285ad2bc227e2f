import type { BlueprintName, CatalogNameSets } from './blueprint-names.js';
import { jsonPointer, type Path, type Problem } from './problems.js';

/** Result of looking the names up in the catalog as it will be after the apply. */
export interface NameLookup {
  /** Names that it does not have. */
  unknown: CatalogNameSets;
  /** Known tags that are spelled much like unknown ones. */
  similarTags: ReadonlyMap<string, string>;
  /** `empty`: it has no products at all; `unread`: it could not be looked into. */
  catalog: 'there' | 'empty' | 'unread';
}

/**
 * Warns about every name that is not in the catalog. Such a name is accepted, since products and tags may come later, but has
 * no effect until then. An empty catalog gets one warning for all names.
 */
export function warnAboutNames(names: readonly BlueprintName[], lookup: NameLookup): Problem[] {
  if (names.length === 0) return [];
  if (lookup.catalog !== 'there') return [{ path: '', message: WHOLE_CATALOG[lookup.catalog] }];
  const warnings: Problem[] = [];
  const warn = (path: Path, message: string) => warnings.push({ path: jsonPointer(path), message });
  const { tags, productIds, variantIds } = lookup.unknown;
  const unknown = { tag: tags, product: productIds, variant: variantIds };
  for (const { kind, path, text, values } of names) {
    if (!values.every((value) => unknown[kind].has(value))) continue;
    if (kind !== 'tag') warn(path, `The catalog has no ${kind} with this id yet.`);
    else {
      const similar = values.map((value) => lookup.similarTags.get(value)).find((tag) => tag !== undefined);
      const advice = similar === undefined ? ' yet.' : `; did you mean "${similar}"?`;
      warn(path, `Nothing in the catalog carries "${text}"${advice}`);
    }
  }
  return warnings;
}

const WHOLE_CATALOG = {
  empty: 'The catalog is empty, so tags and ids have no effect yet; they were not checked.',
  unread:
    'The catalog cannot be read now, so tags and ids were not checked. Apply the file again to see their warnings.',
};
