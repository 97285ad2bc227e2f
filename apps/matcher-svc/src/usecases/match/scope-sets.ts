import type { ProductSet, VariantDescription } from '@svc/domain';

/** A set that may be named, by positions in the eligible variants. */
export interface ScopeSet {
  /** Of its own variant. */
  variant: number;
  members: number[];
}

/**
 * The sets whose own variant is eligible, by key; of several with one variant the first that says what it consists of.
 * @param described - of the matched own variants: it says which of their sets is shown, and what a dynamic set is filled with.
 */
export function listScopeSets(
  sets: readonly ProductSet[],
  eligible: readonly string[],
  described: Readonly<Record<string, VariantDescription>>,
): ScopeSet[] {
  const positions = new Map(eligible.map((id, position) => [id, position]));
  const listed = new Map<number, ScopeSet>();
  for (const set of [...sets].sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const variant = positions.get(set.variantId);
    if (variant === undefined) continue;
    const known = described[set.variantId];
    const ids = (known?.set?.members ?? listFixed(set)).map(({ variantId }) => variantId);
    const members = ids.flatMap((id) => positions.get(id) ?? []);
    if (!known && members.length < ids.length) continue;
    if ((listed.get(variant)?.members.length ?? 0) === 0) listed.set(variant, { variant, members });
  }
  return [...listed.values()];
}

const listFixed = (set: ProductSet): { variantId: string }[] =>
  'variants' in set ? set.variants.map(({ id }) => ({ variantId: id })) : [];
