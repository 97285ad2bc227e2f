import type { MatchingAnswers, Step } from '@svc/domain';
import { singleSelection } from '@svc/domain/testing';
import { createCompany, type TestCompany } from '../../engine/testing/company.js';
import { seededRandom } from '../../engine/testing/random.js';
import type { DayStats, VariantStats } from '../day-stats.js';
import { optionTokens } from '../option-tokens.js';

/** What a synthetic merchant is drawn from. */
export interface MerchantParameters {
  variants: number;
  questions: number;
  options: number;
  /** Variants that a session is shown, one below the other. */
  positions: number;
  /** Relevance of an average variant to an average shopper: how likely a click is on what was looked at. */
  baseRelevance: number;
  /** Standard deviation of a variant's popularity, on the logarithm. */
  popularitySpread: number;
  /** Standard deviation of what one option thinks of one variant, on the logarithm. */
  tasteSpread: number;
  /** How likely a shopper looks at the next place after each place: not the curve that learning assumes. */
  attention: number;
  /** Chance of an add-to-cart after a click, and of a purchase after that. */
  cartRate: number;
  purchaseRate: number;
}

/**
 * The merchant of the gates in docs/matching.md M7; variants, questions, options and positions are given there. The
 * rest was set before anything was measured and is not fitted to a result: the extremes of 300 variants are about four
 * times as popular as the median; the answers of a shopper together (6 × 0.35², so a spread of 0.86) weigh more than
 * popularity; one look in twelve is a click. Learning gains with taste and loses without any: `npm run bench:learning`
 * prints both.
 */
const MERCHANT: MerchantParameters = {
  variants: 300,
  questions: 6,
  options: 4,
  positions: 10,
  baseRelevance: 0.08,
  popularitySpread: 0.5,
  tasteSpread: 0.35,
  attention: 0.88,
  cartRate: 0.3,
  purchaseRate: 0.35,
};

/** One shopper: the option chosen in each question. */
export type Shopper = readonly number[];

export interface SyntheticMerchant {
  company: TestCompany;
  /** Draws a shopper; shoppers choose every option equally often. */
  shopper(): Shopper;
  toAnswers(shopper: Shopper): MatchingAnswers;
  /** The truth: how likely the shopper clicks each variant that was looked at, by variant number. No noise. */
  relevance(shopper: Shopper): Float64Array;
  /** Plays further sessions and gives what was counted in all sessions so far, as one day. */
  play(sessions: number): DayStats;
}

export const variantId = (variant: number): string => `v${String(variant).padStart(4, '0')}`;

/**
 * A merchant whose shoppers have tastes, drawn from a seed. Relevance is `base · exp(popularity + Σ taste)`, at most 0.9;
 * popularity and the taste of each option for each variant are independent normal draws. What a session is shown does not
 * depend on either: an order that already knew them would see more of what it likes, and the figures would flatter it.
 */
export function createSyntheticMerchant(seed: number, parameters: Partial<MerchantParameters> = {}): SyntheticMerchant {
  const given = { ...MERCHANT, ...parameters };
  const { variants, questions, options, positions } = given;
  const random = seededRandom(seed);
  const normal = () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random.below(2 ** 31) / 2 ** 31));
    return radius * Math.cos(2 * Math.PI * (random.below(2 ** 31) / 2 ** 31));
  };
  const draw = (spread: number) => Float64Array.from({ length: variants }, () => normal() * spread);
  const popularity = draw(given.popularitySpread);
  const taste = Array.from({ length: questions * options }, () => draw(given.tasteSpread));
  const steps: Step[] = Array.from({ length: questions }, (_, question) =>
    singleSelection(
      question + 1,
      Array.from({ length: options }, (__, option) => `o${option}`),
    ),
  );
  const stats: DayStats = { sessions: 0, impressions: 0, options: {}, variants: {}, pairs: {} };

  const shopper = (): Shopper => Array.from({ length: questions }, () => random.below(options));
  const toAnswers = (of: Shopper): MatchingAnswers => ({
    selectionValues: of.map((option, question) => ({ stepId: question + 1, selectedKey: `o${option}` })),
  });
  const computeRelevance = (of: Shopper, variant: number): number => {
    let log = Math.log(given.baseRelevance) + popularity[variant]!;
    for (let question = 0; question < questions; question += 1) {
      log += taste[question * options + of[question]!]![variant]!;
    }
    return Math.min(0.9, Math.exp(log));
  };

  function playOne(): void {
    const of = shopper();
    const tokens = optionTokens(toAnswers(of), null);
    const shown = new Set<number>();
    while (shown.size < positions) shown.add(random.below(variants));
    stats.sessions += 1;
    stats.impressions += positions;
    for (const token of tokens) stats.options[token] = (stats.options[token] ?? 0) + 1;
    let position = 0;
    for (const variant of shown) {
      const looked = random.chance(given.attention ** position);
      let events = 0;
      if (looked && random.chance(computeRelevance(of, variant))) {
        events = 1;
        if (random.chance(given.cartRate)) events += random.chance(given.purchaseRate) ? 3 + 8 : 3;
      }
      const b = 1 / (1 + 0.25 * position);
      const k = Math.min(8, events);
      const id = variantId(variant);
      count(stats.variants, id, b, k);
      for (const token of tokens) {
        stats.pairs[token] ??= {};
        count(stats.pairs[token], id, b, k);
      }
      position += 1;
    }
  }

  return {
    company: createCompany(Object.fromEntries(Array.from({ length: variants }, (_, at) => [variantId(at), []])), {
      steps,
    }),
    shopper,
    toAnswers,
    relevance: (of) => Float64Array.from({ length: variants }, (_, variant) => computeRelevance(of, variant)),
    play(sessions) {
      for (let session = 0; session < sessions; session += 1) playOne();
      return structuredClone(stats);
    },
  };
}

function count(into: Record<string, VariantStats>, id: string, b: number, k: number): void {
  const stats = into[id];
  if (stats) {
    stats.b += b;
    stats.k += k;
  } else into[id] = { b, k };
}
