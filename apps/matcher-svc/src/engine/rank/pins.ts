import type { CompiledFunnel } from '../compile/compile-funnel.js';
import { forEachIn } from '../structures/bit-set.js';
import type { Profile } from './profile.js';
import type { Ranked } from './score-variants.js';

/** Rank of an unpinned variant: after all pinned ones. */
export const UNPINNED = 0x7fff_ffff;

/** By ordinal: index of the first applicable rule that pins it, or `UNPINNED`. Null: no applicable rule pins. */
export type Pins = Int32Array | null;

export function pinRanks(funnel: CompiledFunnel, profile: Profile): Pins {
  if (!profile.rules.some((rule) => rule.pin)) return null;
  const pins = new Int32Array(funnel.assortment.variantCount).fill(UNPINNED);
  for (const [rank, rule] of profile.rules.entries()) {
    if (!rule.pin) continue;
    forEachIn(rule.pin, (variant) => {
      if (pins[variant] === UNPINNED) pins[variant] = rank;
    });
  }
  return pins;
}

/** Moves pinned variants to the front, in rule order; the order is otherwise unchanged. */
export function pinnedFirst({ ordinals, keys }: Ranked, pins: Pins): Ranked {
  if (!pins) return { ordinals, keys };
  const pinned: number[] = [];
  for (let index = 0; index < ordinals.length; index += 1) {
    if (pins[ordinals[index]!] !== UNPINNED) pinned.push(index);
  }
  if (pinned.length === 0) return { ordinals, keys };
  // Array.prototype.sort is stable: the order within a rule is unchanged.
  pinned.sort((a, b) => pins[ordinals[a]!]! - pins[ordinals[b]!]!);
  const moved = { ordinals: new Uint32Array(ordinals.length), keys: new Uint32Array(ordinals.length) };
  let at = 0;
  const take = (index: number) => {
    moved.ordinals[at] = ordinals[index]!;
    moved.keys[at] = keys[index]!;
    at += 1;
  };
  for (const index of pinned) take(index);
  for (let index = 0; index < ordinals.length; index += 1) {
    if (pins[ordinals[index]!] === UNPINNED) take(index);
  }
  return moved;
}
