import { readFileSync } from 'node:fs';
import { parse as parseYaml } from 'yaml';
import type { ChatVariant } from '../domain/catalog/chat-catalog.js';
import type { ScopeSet } from '../domain/thread/compile-scope.js';

interface DemoSet {
  readonly variantId: string;
  readonly variants?: readonly { readonly id: string }[];
  readonly size?: number;
  readonly products?: readonly { readonly id: string; readonly max: number }[];
}

const SETS = (
  parseYaml(readFileSync(new URL('../../../../demo/company.yaml', import.meta.url), 'utf8')) as {
    readonly sets: readonly DemoSet[];
  }
).sets;

/**
 * Sets of the demo company as the matcher gives them: fixed ones with all of their members, others filled from the match.
 * @param eligible - what may be named.
 * @param matched - without own variants of sets; empty without an analysis.
 * @returns sets of which the own variant may be named, and the ids of those that are complete.
 */
export function listDemoSets(
  eligible: readonly string[],
  matched: readonly ChatVariant[],
): { sets: ScopeSet[]; complete: string[] } {
  const positions = new Map(eligible.map((id, position) => [id, position]));
  const listed = SETS.flatMap((set) => {
    const variant = positions.get(set.variantId);
    const fixed = set.variants?.map(({ id }) => id);
    const ids = fixed ?? fill(set, matched);
    const members = ids.flatMap((id) => positions.get(id) ?? []);
    if (variant === undefined || members.length < ids.length) return [];
    const isComplete = fixed ? fixed.every((id) => matched.some((each) => each.id === id)) : ids.length > 0;
    return [{ set: { variant, members }, complete: isComplete ? [set.variantId] : [] }];
  });
  return { sets: listed.map(({ set }) => set), complete: listed.flatMap(({ complete }) => complete) };
}

function fill({ size = 0, products = [] }: DemoSet, matched: readonly ChatVariant[]): string[] {
  const left = new Map(products.map(({ id, max }) => [id, max]));
  const filled = matched.filter(({ productId }) => {
    const rest = left.get(productId) ?? 0;
    left.set(productId, rest - 1);
    return rest > 0;
  });
  return filled.length >= size ? filled.slice(0, size).map(({ id }) => id) : [];
}
