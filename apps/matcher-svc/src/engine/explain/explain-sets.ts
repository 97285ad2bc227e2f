import type { ProductSet } from '@svc/domain';
import { isIn } from '../structures/bit-set.js';
import { findNumber, textAt } from '../structures/text-table.js';
import type { ExplainContext } from './explain-context.js';
import { toTest } from './explain-tests.js';
import type { ExplainedSet, ExplainedTest } from './match-explanation.js';

/**
 * The sets whose own variant this is, in key order, with the test that one of them is complete. A variant whose sets all have
 * `lift: off` is matched like any other and has no such test. docs/matching.md M5.
 */
export function explainSets(
  context: ExplainContext,
  variantId: string,
): { sets: ExplainedSet[]; tests: ExplainedTest[] } {
  const own = context.sets.filter((set) => set.variantId === variantId);
  own.sort((a, b) => (a.key < b.key ? -1 : 1));
  const sets = own.map((set) => explainSet(context, set));
  const liftable = sets.filter(({ code }) => code !== 'SET_OFF');
  if (liftable.length === 0) return { sets, tests: [] };
  const deciding = liftable.find(({ code }) => code === 'SET_COMPLETE') ?? liftable[0]!;
  const code = deciding.code === 'SET_COMPLETE' ? 'SET_COMPLETE' : 'SET_INCOMPLETE';
  const test = toTest(context, { test: 'SET', code, passed: code === 'SET_COMPLETE', sentence: deciding.sentence });
  return { sets, tests: [test] };
}

function explainSet(context: ExplainContext, set: ProductSet): ExplainedSet {
  const { funnel, matched, say } = context;
  const compiled = funnel.sets.sets.find(({ key }) => key === set.key);
  const lift = 'lift' in set ? set.lift : 'fill';
  const fixedIds = 'variants' in set ? [...new Set(set.variants.map(({ id }) => id))] : [];
  const needed = 'size' in set ? set.size : lift === 'all' ? fixedIds.length : 1;
  const named = { set: set.key, needed };
  if (!compiled) {
    const sentence = say('SET_OFF', { named });
    return { key: set.key, lift, code: 'SET_OFF', members: [], needed, missing: [], sentence };
  }
  const counted = 'size' in set ? fillSet(context, set) : listMembers(context, fixedIds);
  const code = compiled.isComplete(matched) ? 'SET_COMPLETE' : 'SET_INCOMPLETE';
  const missing = fixedIds.filter((id) => !counted.includes(id));
  const sentence = say(code, {
    members: counted,
    named: { ...named, found: counted.length, best: counted[0] ?? '' },
  });
  return { key: set.key, lift, code, members: counted, needed, missing, sentence };
}

/** The given ids that are matched by themselves, best first. */
function listMembers(context: ExplainContext, ids: readonly string[]): string[] {
  const wanted = new Set(ids);
  return matchedIds(context).filter((id) => wanted.has(id));
}

/** Fills a set: the best ranked variants of its member products, without duplicates, at most `max` per product, up to its size. */
export function fillSet(context: ExplainContext, set: Extract<ProductSet, { size: number }>): string[] {
  const { assortment } = context.funnel;
  const { offsets, members } = assortment.variantsOfProduct;
  const room = set.products.map(({ id, max }) => {
    const product = findNumber(assortment.products, id);
    const own = product < 0 ? [] : members.subarray(offsets[product]!, offsets[product + 1]!);
    return { left: max, variants: new Set(Array.from(own, (ordinal) => textAt(assortment.variants, ordinal))) };
  });
  const filled: string[] = [];
  for (const id of matchedIds(context)) {
    if (filled.length === set.size) break;
    const product = room.find(({ left, variants }) => left > 0 && variants.has(id));
    if (!product) continue;
    product.left -= 1;
    filled.push(id);
  }
  return filled;
}

/** Variants matched by themselves, best first. */
const matchedIds = ({ funnel, ranking, matched }: ExplainContext): string[] =>
  Array.from(ranking)
    .filter((ordinal) => isIn(matched, ordinal))
    .map((ordinal) => textAt(funnel.assortment.variants, ordinal));
