import { type DynamicSet, type FixedSet, localize, type ProductSet } from '@svc/domain';

export const isDynamic = (set: ProductSet): set is DynamicSet => 'size' in set;

/** Variants of a fixed set and products of a dynamic one, each with its quantity or its maximum. */
export const listMembers = (set: ProductSet): { id: string; amount: number }[] =>
  isDynamic(set)
    ? set.products.map(({ id, max }) => ({ id, amount: max }))
    : set.variants.map(({ id, quantity }) => ({ id, amount: quantity }));

export const withMembers = (set: ProductSet, members: readonly { id: string; amount: number }[]): ProductSet =>
  isDynamic(set)
    ? { ...set, products: members.map(({ id, amount }) => ({ id, max: amount })) }
    : { ...set, variants: members.map(({ id, amount }) => ({ id, quantity: amount })) };

/** The members with these ids: known ones keep their amounts, new ones have one. */
export const withMemberIds = (set: ProductSet, ids: readonly string[]): ProductSet => {
  const known = new Map(listMembers(set).map(({ id, amount }) => [id, amount]));
  return withMembers(
    set,
    ids.map((id) => ({ id, amount: known.get(id) ?? 1 })),
  );
};

/** A set without members yet, with a key of its own. */
export function createSet(sets: readonly ProductSet[], kind: 'fixed' | 'dynamic'): ProductSet {
  let number = sets.length + 1;
  while (sets.some(({ key }) => key === `set_${number}`)) number += 1;
  const shared = { key: `set_${number}`, name: {}, variantId: '' };
  const fixed: FixedSet = { ...shared, variants: [], lift: 'all' };
  const dynamic: DynamicSet = { ...shared, size: 2, products: [] };
  return kind === 'fixed' ? fixed : dynamic;
}

export const toSetName = (set: ProductSet, locale: string): string => localize(set.name, locale, locale) || set.key;

/** Sets whose name, key, own variant or members contain the text. */
export function filterSets(sets: readonly ProductSet[], query: string | undefined, toName: (id: string) => string) {
  const wanted = query?.trim().toLowerCase() ?? '';
  if (wanted === '') return [...sets];
  return sets.filter((set) => {
    const ids = [set.variantId, ...listMembers(set).map(({ id }) => id)];
    const texts = [set.key, ...Object.values(set.name), ...ids, ...ids.map(toName)];
    return texts.some((text) => text.toLowerCase().includes(wanted));
  });
}
