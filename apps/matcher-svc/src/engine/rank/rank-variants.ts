import type { CompiledFunnel } from '../compile/compile-funnel.js';
import type { BitSet } from '../structures/bit-set.js';
import { sortByKey } from '../structures/sort-by-key.js';
import { liftSets } from './lift-sets.js';
import { pinnedFirst, pinRanks } from './pins.js';
import type { Profile } from './profile.js';
import { scoreVariants } from './score-variants.js';
import { testVariants } from './test-variants.js';

/**
 * Ranks the matched candidates, best first: pinned ones in rule order, then by score, then in catalog order; with the own
 * variants of complete sets. The order is total: equal input gives an equal list, and the list of fewer candidates is the
 * list of all candidates without the missing ones. docs/matching.md M5, M6.
 * @param candidates - available variants of the funnel's assortment; with a set's own variant also all of its members.
 * @returns ordinals.
 */
export function rankVariants(funnel: CompiledFunnel, profile: Profile, candidates: BitSet): Uint32Array {
  const passing = testVariants(funnel, profile, candidates);
  const pins = pinRanks(funnel, profile);
  const ranking = pinnedFirst(sortByKey(scoreVariants(funnel, profile, passing)), pins);
  return funnel.sets.own ? liftSets(funnel, profile, candidates, ranking, pins) : ranking.ordinals;
}
