import { type Blueprint, type CatalogSection, FUNNEL_MATCHING_PARTS, type MatchingConfigPatch } from '@svc/domain';

/**
 * The part of a blueprint that matcher-svc owns; undefined: the blueprint says nothing about it.
 * @param funnelIds - ids by sub-domain, of all funnels that the blueprint names.
 */
export function matchingPart(
  blueprint: Blueprint,
  funnelIds: ReadonlyMap<string, string>,
): MatchingConfigPatch | undefined {
  const patch: MatchingConfigPatch = {};
  if (blueprint.tagging) patch.tagging = blueprint.tagging;
  if (blueprint.sets) patch.sets = blueprint.sets;
  for (const wanted of blueprint.funnels ?? []) {
    const part = pick(wanted, FUNNEL_MATCHING_PARTS);
    const id = funnelIds.get(wanted.subdomain);
    if (id === undefined || Object.keys(part).length === 0) continue;
    patch.funnels ??= {};
    patch.funnels[id] = part;
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}

/** The part of a blueprint that catalog-sync owns; undefined: the blueprint says nothing about it. */
export function catalogPart(blueprint: Blueprint, currency: string): CatalogSection | undefined {
  const section: CatalogSection = pick(blueprint, ['catalog', 'feed']);
  if (Object.keys(section).length === 0 && blueprint.currency === undefined) return undefined;
  return { currency, ...section };
}

/**
 * The parts of a catalog section to deliver: only those that change, since applying an unchanged catalog would undo later
 * imports. docs/management.md "Applying".
 */
export function changedCatalogPart(section: CatalogSection, changed: readonly string[]): CatalogSection {
  const keys = (['catalog', 'feed'] as const).filter((key) => changed.includes(key));
  return { ...pick(section, ['currency']), ...pick(section, keys) };
}

/** The own keys of an object that are not undefined. */
function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]])) as Pick<T, K>;
}
