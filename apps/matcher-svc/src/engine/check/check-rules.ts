import type { CompiledFunnel } from '../compile/compile-funnel.js';
import type { CompiledRule } from '../compile/compile-rules.js';
import { type BitSet, countMembers, intersect } from '../structures/bit-set.js';
import { meet } from './check-match.js';
import type { Paused } from './check-walk.js';
import type { IdleReason, RuleConflict } from './funnel-check.js';

/** Two rules, by number, that contradict each other where both apply. */
export interface ConflictPair {
  kind: RuleConflict['kind'];
  first: number;
  second: number;
}

/** Pairs of rules whose targets in the funnel's assortment conflict, whatever their conditions are. */
export function* conflictPairs({ rules, scope }: CompiledFunnel): Paused<ConflictPair[]> {
  const inScope = (target: BitSet | null): BitSet | null => {
    if (!target) return null;
    const set = target.slice();
    intersect(set, scope);
    return countMembers(set) > 0 ? set : null;
  };
  const required = rules.map(({ require }) => inScope(require));
  const excluded = rules.map(({ exclude }) => inScope(exclude));
  const pairs: ConflictPair[] = [];
  for (const [first, kept] of required.entries()) {
    if (!kept) continue;
    yield;
    for (const [second, removed] of excluded.entries()) {
      if (removed && isWithin(kept, removed)) pairs.push({ kind: 'EXCLUDES_REQUIRED', first, second });
    }
    for (let second = first + 1; second < rules.length; second += 1) {
      const other = required[second];
      if (other && !meet(kept, other)) pairs.push({ kind: 'REQUIRES_DISJOINT', first, second });
    }
  }
  return pairs;
}

/**
 * Why a rule has no effect; null: it has one, or may have one from a later day on.
 * @param held - whether it applied on any checked path.
 */
export function idleReason(
  { scope }: CompiledFunnel,
  rule: CompiledRule,
  held: boolean,
  date: string,
): IdleReason | null {
  if (rule.until !== null && date >= rule.until) return 'EXPIRED';
  const targets = [rule.exclude, rule.require, rule.boost?.target ?? null, rule.pin].filter((set) => set !== null);
  if (!targets.some((target) => meet(target, scope))) return 'NO_TARGET';
  if (held || (rule.from !== null && date < rule.from)) return null;
  return 'CONDITION';
}

const isWithin = (part: BitSet, whole: BitSet): boolean => part.every((word, index) => (word & ~whole[index]!) === 0);
