import { forEachIn } from './bit-set.js';
import type { CompiledFunnel } from './compile-funnel.js';
import type { Profile } from './profile.js';
import type { Ranked } from './score-variants.js';

/** Rank of a variant that no rule pins: behind all pinned ones. */
export const UNPINNED = 0xffff_ffff;

/** By ordinal: place of the first rule in force that pins it, or `UNPINNED`. Null: no rule in force pins. */
export type Pins = Uint32Array | null;

export function pinRanks(funnel: CompiledFunnel, profile: Profile): Pins {
  if (!profile.rules.some((rule) => rule.pin)) return null;
  const pins = new Uint32Array(funnel.assortment.variantCount).fill(UNPINNED);
  for (const [rank, rule] of profile.rules.entries()) {
    if (!rule.pin) continue;
    forEachIn(rule.pin, (variant) => {
      if (pins[variant] === UNPINNED) pins[variant] = rank;
    });
  }
  return pins;
}

/** Moves pinned variants to the front, in rule order; otherwise the order stays. */
export function pinnedFirst({ ordinals, keys }: Ranked, pins: Pins): Ranked {
  if (!pins) return { ordinals, keys };
  const pinned: number[] = [];
  const others: number[] = [];
  for (let index = 0; index < ordinals.length; index += 1) {
    (pins[ordinals[index]!] === UNPINNED ? others : pinned).push(index);
  }
  // Array.prototype.sort is stable: within a rule the order stays.
  pinned.sort((a, b) => pins[ordinals[a]!]! - pins[ordinals[b]!]!);
  const order = pinned.concat(others);
  return {
    ordinals: Uint32Array.from(order, (index) => ordinals[index]!),
    keys: Uint32Array.from(order, (index) => keys[index]!),
  };
}
