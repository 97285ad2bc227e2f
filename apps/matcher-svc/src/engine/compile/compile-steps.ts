import { normalizeKey, type Selection, type Step } from '@svc/domain';
import type { BitSet } from '../structures/bit-set.js';
import { emptySet, unite } from '../structures/bit-set.js';
import type { Assortment } from './compile-assortment.js';
import { compileTarget } from './compile-target.js';

/** The variants that have the tags of one option; null: the option has no such tags. */
export interface CompiledOption {
  require: BitSet | null;
  prefer: BitSet | null;
  avoid: BitSet | null;
}

/** A step of which at least one option has tags. */
export interface CompiledStep {
  step: Step;
  /** Options by key in lower case. */
  options: ReadonlyMap<string, CompiledOption>;
  /** Variants that have a `require` tag of any option; null: no option has one. */
  anyRequire: BitSet | null;
  /** The same for `prefer`. */
  anyPrefer: BitSet | null;
}

/** Compiles the steps of a version that affect matching, in their order. */
export function compileSteps(assortment: Assortment, steps: readonly Step[]): CompiledStep[] {
  return steps.filter((step) => step.selections.some(namesTags)).map((step) => compileStep(assortment, step));
}

const namesTags = ({ tags }: Selection): boolean => tags.require.length + tags.prefer.length + tags.avoid.length > 0;

function compileStep(assortment: Assortment, step: Step): CompiledStep {
  const carriers = (tags: string[]) => (tags.length === 0 ? null : compileTarget(assortment, { tags }));
  const options = new Map<string, CompiledOption>();
  for (const { key, tags } of step.selections) {
    const option = { require: carriers(tags.require), prefer: carriers(tags.prefer), avoid: carriers(tags.avoid) };
    options.set(normalizeKey(key), option);
  }
  const all = [...options.values()];
  return {
    step,
    options,
    anyRequire: union(
      assortment,
      all.map((option) => option.require),
    ),
    anyPrefer: union(
      assortment,
      all.map((option) => option.prefer),
    ),
  };
}

/** Union of the sets that are not null; null if all are. */
function union(assortment: Assortment, sets: readonly (BitSet | null)[]): BitSet | null {
  const given = sets.filter((set) => set !== null);
  if (given.length === 0) return null;
  const all = emptySet(assortment.variantCount);
  for (const set of given) unite(all, set);
  return all;
}
