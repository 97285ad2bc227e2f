import {
  type Findings,
  MAX_ELIGIBLE_VARIANTS,
  MAX_EXAMPLE_VARIANTS,
  MAX_REPLAY_EXAMPLES,
  MAX_REPLAY_VARIANTS,
  REPLAY_TOP_PLACES,
  type ReplayExample,
  type ReplayReport,
} from '@svc/domain';
import { textAt } from '../structures/text-table.js';
import { areEqual, VariantMarks } from './replay-lists.js';
import type { ReplayedPair, ReplaySides } from './replay-matches.js';
import { createTabTally } from './replay-tabs.js';

/** The part of a report that depends on the matches. */
export type ReplayCounts = Pick<ReplayReport, 'variants' | 'top' | 'tabs' | 'exceeding' | 'examples'> & {
  analyses: Omit<ReplayReport['analyses'], 'asked'>;
};

export interface ReplayTally {
  add(pair: ReplayedPair): void;
  counts(): ReplayCounts;
}

type ToId = (ordinal: number) => string;

interface Example {
  analysisId: string;
  before: number | null;
  after: number | null;
  gained: Uint32Array;
  lost: Uint32Array;
  newlyEmpty: boolean;
}

/** Counts changes from pair to pair. Memory: two numbers per variant, and the examples. */
export function createReplayTally({ before, after }: ReplaySides): ReplayTally {
  const { variants, variantCount } = before.funnel.assortment;
  const toId = (ordinal: number): string => textAt(variants, ordinal);
  const gainedIn = new Uint32Array(variantCount);
  const lostIn = new Uint32Array(variantCount);
  const seen = new VariantMarks(variantCount);
  const tabs = createTabTally(before.funnel, after.funnel);
  const analyses = { replayed: 0, membershipChanged: 0, orderChanged: 0, newlyEmpty: 0, noLongerEmpty: 0 };
  const exceeding = { limit: MAX_ELIGIBLE_VARIANTS, before: 0, after: 0 };
  const top = { changed: 0, churn: 0 };
  let examples: Example[] = [];

  function addLists(analysisId: string, listBefore: Uint32Array | null, listAfter: Uint32Array | null): void {
    if (!listBefore) exceeding.before += 1;
    if (!listAfter) exceeding.after += 1;
    if (!listBefore && !listAfter) return;
    const gained = listBefore && listAfter ? seen.without(listAfter, listBefore) : NONE;
    const lost = listBefore && listAfter ? seen.without(listBefore, listAfter) : NONE;
    for (const variant of gained) gainedIn[variant]! += 1;
    for (const variant of lost) lostIn[variant]! += 1;
    const oneSide = !listBefore || !listAfter;
    if (oneSide || gained.length + lost.length > 0) analyses.membershipChanged += 1;
    else if (!areEqual(listBefore, listAfter)) analyses.orderChanged += 1;
    else return;
    const newlyEmpty = listAfter?.length === 0 && listBefore !== null;
    if (newlyEmpty) analyses.newlyEmpty += 1;
    if (listBefore?.length === 0 && listAfter !== null) analyses.noLongerEmpty += 1;
    if (listBefore && listAfter) addTop(listBefore, listAfter);
    const sizes = { before: listBefore?.length ?? null, after: listAfter?.length ?? null };
    keepExample({ analysisId, ...sizes, gained, lost, newlyEmpty });
  }

  function addTop(listBefore: Uint32Array, listAfter: Uint32Array): void {
    const first = listBefore.subarray(0, REPLAY_TOP_PLACES);
    const now = listAfter.subarray(0, REPLAY_TOP_PLACES);
    if (areEqual(first, now)) return;
    top.changed += 1;
    const stayed = first.filter((variant) => now.includes(variant)).length;
    top.churn += 1 - stayed / Math.max(first.length, now.length);
  }

  /** Sorting is stable: equal examples keep their order. */
  function keepExample(example: Example): void {
    examples.push(example);
    if (examples.length < 2 * MAX_REPLAY_EXAMPLES) return;
    examples = firstExamples(examples);
  }

  return {
    add({ analysisId, before: matchedBefore, after: matchedAfter }) {
      analyses.replayed += 1;
      addLists(analysisId, matchedBefore.list, matchedAfter.list);
      tabs.add(matchedBefore.tabs, matchedAfter.tabs);
    },
    counts() {
      const { replayed, membershipChanged, orderChanged } = analyses;
      const changed = membershipChanged + orderChanged;
      return {
        analyses: { ...analyses, changed, share: toShare(changed, replayed) },
        variants: { gained: mostFrequent(gainedIn, toId), lost: mostFrequent(lostIn, toId) },
        top: { places: REPLAY_TOP_PLACES, changed: top.changed, churn: toShare(top.churn, replayed) },
        tabs: tabs.counts(),
        exceeding,
        examples: firstExamples(examples).map((example) => toExample(example, toId)),
      };
    },
  };
}

const NONE = new Uint32Array(0);

/** Rounded to four decimals. */
const toShare = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 1e4) / 1e4);

function mostFrequent(counts: Uint32Array, toId: ToId): ReplayReport['variants']['gained'] {
  const found: number[] = [];
  for (let variant = 0; variant < counts.length; variant += 1) if (counts[variant]! > 0) found.push(variant);
  found.sort((a, b) => counts[b]! - counts[a]! || a - b);
  const first = found.slice(0, MAX_REPLAY_VARIANTS);
  return {
    total: found.length,
    first: first.map((variant) => ({ variantId: toId(variant), analyses: counts[variant]! })),
  };
}

const differences = ({ gained, lost }: Example): number => gained.length + lost.length;

const firstExamples = (examples: readonly Example[]): Example[] =>
  [...examples]
    .sort((a, b) => Number(b.newlyEmpty) - Number(a.newlyEmpty) || differences(b) - differences(a))
    .slice(0, MAX_REPLAY_EXAMPLES);

function toExample({ analysisId, before, after, gained, lost }: Example, toId: ToId): ReplayExample {
  const named = (variants: Uint32Array): Findings<string> => ({
    total: variants.length,
    first: Array.from(variants.subarray(0, MAX_EXAMPLE_VARIANTS), (variant) => toId(variant)),
  });
  return { analysisId, before, after, gained: named(gained), lost: named(lost) };
}
