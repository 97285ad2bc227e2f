import type { CompiledFunnel } from '../compile/compile-funnel.js';
import { addTo, type BitSet, emptySet, isIn } from '../structures/bit-set.js';
import { type Pins, UNPINNED } from './pins.js';
import type { Profile } from './profile.js';
import type { Ranked } from './score-variants.js';

/** The position of a set's own variant: directly before the first variant with these ranks or with higher ones. */
interface LiftedSet {
  own: number;
  pin: number;
  key: number;
  member: number;
}

/**
 * Adds the own variants of complete sets to a ranking: directly before their best member or, when a rule pins them, among
 * that rule's variants at the score of their best member. Sets at the same position are in key order. The only test that
 * applies to them is the `exclude` of rules. docs/matching.md M5.
 * @param candidates - the ranked variants; own variants outside of them are not added.
 * @returns ordinals.
 */
export function liftSets(
  funnel: CompiledFunnel,
  profile: Profile,
  candidates: BitSet,
  ranking: Ranked,
  pins: Pins,
): Uint32Array {
  const { ordinals, keys } = ranking;
  const matched = emptySet(funnel.assortment.variantCount);
  for (const ordinal of ordinals) addTo(matched, ordinal);
  const lifts: LiftedSet[] = [];
  for (const { own, members, isComplete } of funnel.sets.sets) {
    if (!isIn(candidates, own) || isExcluded(profile, own) || !isComplete(matched)) continue;
    const best = ordinals.findIndex((ordinal) => isIn(members, ordinal));
    if (best < 0) continue;
    const member = ordinals[best]!;
    const ownPin = pinRank(pins, own);
    lifts.push({ own, member, key: keys[best]!, pin: ownPin === UNPINNED ? pinRank(pins, member) : ownPin });
  }
  if (lifts.length === 0) return ordinals;
  // Stable, so that sets at the same position keep the order of their keys.
  lifts.sort((a, b) => a.pin - b.pin || a.key - b.key || a.member - b.member);
  return merge(lifts, ranking, pins);
}

function merge(lifts: readonly LiftedSet[], { ordinals, keys }: Ranked, pins: Pins): Uint32Array {
  const merged: number[] = [];
  const seen = new Set<number>();
  let next = 0;
  for (let index = 0; index <= ordinals.length; index += 1) {
    while (next < lifts.length && (index === ordinals.length || isBefore(lifts[next]!, index))) {
      const { own } = lifts[next]!;
      if (!seen.has(own)) merged.push(own);
      seen.add(own);
      next += 1;
    }
    if (index < ordinals.length) merged.push(ordinals[index]!);
  }
  return Uint32Array.from(merged);

  function isBefore(lift: LiftedSet, index: number): boolean {
    const ordinal = ordinals[index]!;
    const pin = pinRank(pins, ordinal);
    if (lift.pin !== pin) return lift.pin < pin;
    if (lift.key !== keys[index]!) return lift.key < keys[index]!;
    return lift.member <= ordinal;
  }
}

const pinRank = (pins: Pins, ordinal: number): number => (pins ? pins[ordinal]! : UNPINNED);

const isExcluded = (profile: Profile, variant: number): boolean =>
  profile.rules.some((rule) => rule.exclude !== null && isIn(rule.exclude, variant));
