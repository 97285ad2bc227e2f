import type { CompiledFunnel } from '../compile/compile-funnel.js';
import type { CompiledOption } from '../compile/compile-steps.js';
import { type BitSet, emptySet, intersect, subtract, unite } from '../structures/bit-set.js';
import type { Profile } from './profile.js';

/**
 * Candidates that pass the tests 3 to 5 of docs/matching.md M5 (options and rules), without the sets' own variants. The
 * tests 1 and 2 are those of `lookScores`. Cost: words of a set × steps and rules; 32 variants a word.
 */
export function testVariants(funnel: CompiledFunnel, profile: Profile, candidates: BitSet): BitSet {
  const passing = candidates.slice();
  if (funnel.sets.own) subtract(passing, funnel.sets.own);
  for (const { step, chosen } of profile.answered) {
    const required = unionOf(chosen, 'require');
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
 * Keeps who carries a required tag, and who says nothing.
 * @param stating - carriers of a `require` tag of any option of the step; null: saying nothing does not help (strict).
 */
function keepRequired(passing: BitSet, required: BitSet, stating: BitSet | null): void {
  for (let word = 0; word < passing.length; word += 1) {
    const silent = stating ? ~stating[word]! : 0;
    passing[word] = passing[word]! & (required[word]! | silent);
  }
}

/** Carriers of a tag that any of the options names; null: none names one. Not to be changed by the caller. */
export function unionOf(options: readonly CompiledOption[], kind: 'require' | 'prefer'): BitSet | null {
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
