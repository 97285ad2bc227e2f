import type { ProductSet } from '@svc/domain';
import type { Catalog } from '../../shared/targets/catalog.js';
import { isDynamic, listMembers } from './edit-set.js';

/** Why a set cannot be saved. */
export type SetProblem = 'NO_NAME' | 'NO_OWN_VARIANT' | 'OWN_VARIANT_TAKEN' | 'OWN_VARIANT_IS_MEMBER' | 'NO_MEMBERS';

/** docs/matching.md M1.7. */
export function findSetProblems(set: ProductSet, all: readonly ProductSet[]): SetProblem[] {
  const found: SetProblem[] = [];
  const members = listMembers(set);
  if (Object.values(set.name).every((text) => text.trim() === '')) found.push('NO_NAME');
  if (set.variantId === '') found.push('NO_OWN_VARIANT');
  else if (all.some((other) => other !== set && other.variantId === set.variantId)) found.push('OWN_VARIANT_TAKEN');
  if (!isDynamic(set) && members.some(({ id }) => id === set.variantId && id !== ''))
    found.push('OWN_VARIANT_IS_MEMBER');
  if (members.length === 0) found.push('NO_MEMBERS');
  return found;
}

/** What has no effect: names that the catalog lacks, and a size that cannot be reached. */
export interface SetWarnings {
  /** The own variant is not in the catalog. */
  isOwnUnknown: boolean;
  /** Ids of members that the catalog does not have. */
  unknownMembers: string[];
  /** Members that can fill fewer places than the set has: how many. */
  mostPlaces: number | undefined;
}

/** Of a catalog that is not complete nothing is called unknown. */
export function warnAboutSet(set: ProductSet, catalog: Catalog): SetWarnings {
  const isKnown = isDynamic(set) ? catalog.hasProduct : catalog.hasVariant;
  const members = listMembers(set);
  const places = members.reduce((sum, { amount }) => sum + amount, 0);
  return {
    isOwnUnknown: catalog.isComplete && set.variantId !== '' && !catalog.hasVariant(set.variantId),
    unknownMembers: catalog.isComplete ? members.map(({ id }) => id).filter((id) => !isKnown(id)) : [],
    mostPlaces: isDynamic(set) && members.length > 0 && places < set.size ? places : undefined,
  };
}
