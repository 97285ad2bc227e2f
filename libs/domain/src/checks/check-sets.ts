import { MAX_SET_MEMBERS, MAX_SET_QUANTITY, MAX_SETS } from '../limits.js';
import type { ProductSet } from '../matching/matching-settings.js';
import { checkCount, checkInteger, checkKey, checkLocalized, checkShopId, checkUnique } from './check-values.js';
import type { Path, Problems } from './problems.js';

/**
 * Checks the company's sets: unique keys and own variants, members named once, quantities and sizes.
 * docs/matching.md M1.
 */
export function checkSets(sets: readonly ProductSet[], path: Path, problems: Problems): void {
  checkCount(sets, MAX_SETS, 'sets', path, problems);
  checkUnique(sets, (set) => set.key, { path, field: 'key', what: 'key' }, problems);
  checkUnique(sets, (set) => set.variantId, { path, field: 'variantId', what: 'variant' }, problems);
  sets.forEach((set, index) => {
    const at = [...path, index];
    checkKey(set.key, [...at, 'key'], problems);
    checkLocalized(set.name, [...at, 'name'], problems);
    checkShopId(set.variantId, [...at, 'variantId'], problems);
    if ('size' in set) {
      checkInteger(set.size, [1, MAX_SET_QUANTITY], [...at, 'size'], problems);
      checkMembers(set.products, 'max', [...at, 'products'], problems);
    } else {
      checkMembers(set.variants, 'quantity', [...at, 'variants'], problems);
      set.variants.forEach((member, place) => {
        if (member.id === set.variantId)
          problems.add([...at, 'variants', place, 'id'], "The member must not be the set's own variant.");
      });
    }
  });
}

function checkMembers<Amount extends 'quantity' | 'max'>(
  members: readonly ({ id: string } & Record<Amount, number>)[],
  amount: Amount,
  path: Path,
  problems: Problems,
): void {
  if (members.length === 0) problems.add(path, 'A set must have at least one member.');
  checkCount(members, MAX_SET_MEMBERS, 'members', path, problems);
  checkUnique(members, (member) => member.id, { path, field: 'id', what: 'member' }, problems);
  members.forEach((member, index) => {
    checkShopId(member.id, [...path, index, 'id'], problems);
    checkInteger(member[amount], [1, MAX_SET_QUANTITY], [...path, index, amount], problems);
  });
}
