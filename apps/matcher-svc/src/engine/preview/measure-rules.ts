import { answersInForce } from '@svc/domain';
import { matchedSet } from '../check/check-match.js';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import type { CompiledRule } from '../compile/compile-rules.js';
import { createProfile, type Profile } from '../rank/profile.js';
import type { ReplayedAnalysis } from '../replay/replay-matches.js';
import { type BitSet, countMembers, emptySet, intersect, subtract, unite } from '../structures/bit-set.js';

/** Variants that a consequence of a rule affected. */
export interface RuleReach {
  /** Different variants in all analyses together. */
  variants: number;
  /** The most in one analysis. */
  most: number;
}

/** What one rule did in some analyses. Null: the rule has no such consequence. */
export interface RuleEffect {
  key: string;
  /** Analyses in which the rule applied. */
  holdsIn: number;
  /** Variants that would match without the exclusion. */
  excludes: RuleReach | null;
  /** Variants that would match without the requirement. */
  requires: RuleReach | null;
  /** Matched variants whose score it changes. */
  boosts: RuleReach | null;
  /** Matched variants that it moves to the top. */
  pins: RuleReach | null;
  /** The first analyses in which it applied, at most `MAX_EXAMPLES`. */
  analysisIds: string[];
}

/** What an enabled tab held in some analyses. docs/matching.md M8. */
export interface TabEffect {
  key: string;
  /** Median number of its variants; the mean of the two in the middle. */
  median: number;
  /** Analyses in which it was empty. */
  empty: number;
}

export const MAX_EXAMPLES = 5;

const KINDS = ['exclude', 'require', 'boost', 'pin'] as const;
type Kind = (typeof KINDS)[number];

/** What was seen of one consequence so far. */
interface Seen {
  variants: BitSet;
  most: number;
}

/**
 * Measures what each rule does, by analysis, and what each tab holds: what an exclusion or a requirement removes is what would match if only that
 * consequence were gone, so a variant that two rules exclude is removed by neither alone. docs/matching.md M9.3. Pauses after each analysis.
 * Cost: one test of all variants per analysis, and one per exclusion and requirement that applies.
 * @param date - the day for rules with dates; UTC, `YYYY-MM-DD`.
 */
export class RuleTally {
  readonly #held: number[];
  readonly #examples: string[][];
  readonly #seen: Record<Kind, Seen | null>[];
  readonly #numbers: ReadonlyMap<CompiledRule, number>;
  /** Numbers of variants by tab, one for each analysis. */
  readonly #onTabs: number[][];
  analyses = 0;

  constructor(
    readonly funnel: CompiledFunnel,
    readonly date: string,
  ) {
    const { rules, assortment } = funnel;
    this.#numbers = new Map(rules.map((rule, number) => [rule, number]));
    this.#onTabs = funnel.tabs.map(() => []);
    this.#held = rules.map(() => 0);
    this.#examples = rules.map(() => []);
    const unseen = (given: unknown): Seen | null =>
      given === null ? null : { variants: emptySet(assortment.variantCount), most: 0 };
    this.#seen = rules.map(({ exclude, require, boost, pin }) => ({
      exclude: unseen(exclude),
      require: unseen(require),
      boost: unseen(boost),
      pin: unseen(pin),
    }));
  }

  *add(analyses: Iterable<ReplayedAnalysis>): Generator<void, void, undefined> {
    for (const analysis of analyses) {
      this.#addOne(analysis);
      yield;
    }
  }

  #addOne({ analysisId, answers: stored, presence, color }: ReplayedAnalysis): void {
    const { funnel, date } = this;
    this.analyses += 1;
    const answers = answersInForce(stored, funnel.steps, presence);
    const profile = createProfile(funnel, { answers, color, date, ...(funnel.asksForPresence ? { presence } : {}) });
    if (profile.rules.length + funnel.tabs.length === 0) return;
    const matched = matchedSet(funnel, profile);
    for (const [number, { selected }] of funnel.tabs.entries()) {
      const onTab = matched.slice();
      intersect(onTab, selected);
      this.#onTabs[number]!.push(countMembers(onTab));
    }
    for (const rule of profile.rules) {
      const number = this.#numbers.get(rule)!;
      this.#held[number]! += 1;
      const examples = this.#examples[number]!;
      if (examples.length < MAX_EXAMPLES) examples.push(analysisId);
      for (const kind of KINDS) {
        const seen = this.#seen[number]![kind];
        if (seen) addReach(seen, findReach(funnel, { profile, matched, rule, kind }));
      }
    }
  }

  /** What the enabled tabs held so far, in order. */
  getTabEffects(): TabEffect[] {
    return this.funnel.tabs.map(({ tab: { key } }, number) => {
      const counts = this.#onTabs[number]!;
      return { key, median: findMedian(counts), empty: counts.filter((count) => count === 0).length };
    });
  }

  /** The effects so far, in rule order. */
  getEffects(): RuleEffect[] {
    return this.funnel.settings.rules.map(({ key }, number) => {
      const { exclude, require, boost, pin } = this.#seen[number]!;
      return {
        key,
        holdsIn: this.#held[number]!,
        excludes: toReach(exclude),
        requires: toReach(require),
        boosts: toReach(boost),
        pins: toReach(pin),
        analysisIds: this.#examples[number]!,
      };
    });
  }
}

function findReach(
  funnel: CompiledFunnel,
  { profile, matched, rule, kind }: { profile: Profile; matched: BitSet; rule: CompiledRule; kind: Kind },
): BitSet {
  if (kind === 'exclude' || kind === 'require') {
    const rules = profile.rules.map((other) => (other === rule ? { ...rule, [kind]: null } : other));
    const without = matchedSet(funnel, { ...profile, rules });
    subtract(without, matched);
    return without;
  }
  const reached = matched.slice();
  intersect(reached, kind === 'boost' ? rule.boost!.target : rule.pin!);
  // The own variant of a set has no score. docs/matching.md M5.6.
  if (kind === 'boost' && funnel.sets.own) subtract(reached, funnel.sets.own);
  return reached;
}

function addReach(seen: Seen, reached: BitSet): void {
  seen.most = Math.max(seen.most, countMembers(reached));
  unite(seen.variants, reached);
}

const toReach = (seen: Seen | null): RuleReach | null =>
  seen && { variants: countMembers(seen.variants), most: seen.most };

/** 0 for no numbers. */
function findMedian(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0;
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
