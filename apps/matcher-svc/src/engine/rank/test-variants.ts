import type { CompiledFunnel } from '../compile/compile-funnel.js';
import type { CompiledOption } from '../compile/compile-steps.js';
import { type BitSet, emptySet, intersect, subtract, unite } from '../structures/bit-set.js';
import type { Profile } from './profile.js';

/**
 * Candidates that pass tests 3 to 5 of docs/matching.md M5 (options and rules), without the own variants of sets. Tests 1
 * and 2 are part of `lookScores`. Cost: words of a set × steps and rules; 32 variants per word.
 */
export function testVariants(funnel: CompiledFunnel, profile: Profile, candidates: BitSet): BitSet {
  const passing = candidates.slice();
  if (funnel.sets.own) subtract(passing, funnel.sets.own);
  for (const { step, chosen } of profile.answered) {
    const required = uniteOptions(chosen, 'require');
    if (required) keepRequired(passing, required, step.step.strict ? null : step.anyRequire);
    for (const option of chosen) if (option.avoid) subtract(passing, option.avoid);
  }
  for (const rule of profile.rules) {
    if (rule.exclude) subtract(passing, rule.exclude);
    if (rule.require) intersect(passing, rule.require);
  }
  return passing;
}

/**
 * Keeps the variants that have a required tag, and those that have no tag for the step.
 * @param stating - variants with a `require` tag of any option of the step; null: the step is strict.
 */
function keepRequired(passing: BitSet, required: BitSet, stating: BitSet | null): void {
  for (let word = 0; word < passing.length; word += 1) {
    const silent = stating ? ~stating[word]! : 0;
    passing[word] = passing[word]! & (required[word]! | silent);
  }
}

/** Variants that have a tag of any of the options; null: no option has one. The caller must not modify the set. */
export function uniteOptions(options: readonly CompiledOption[], kind: 'require' | 'prefer'): BitSet | null {
  let all: BitSet | null = null;
  let shared = true;
  for (const option of options) {
    const set = option[kind];
    if (!set) continue;
    if (!all) all = set;
    else {
      if (shared) {
        const copy = emptySet(all.length * 32);
        copy.set(all);
        all = copy;
        shared = false;
      }
      unite(all, set);
    }
  }
  return all;
}
