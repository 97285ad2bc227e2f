import { describe, expect, it } from 'vitest';
import { createSeeds, measureLearning, type Quality, type QualityRow } from '../bench/learning.js';
import { createSyntheticMerchant, variantId } from './testing/synthetic-merchant.js';

const mean = (rows: QualityRow[], of: (row: QualityRow) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
const gain = (rows: QualityRow[]) => mean(rows, ({ learned, popularity }) => learned.ndcg10 - popularity.ndcg10);

describe('gates of Funnel AI on the synthetic merchant (docs/matching.md M7.6), mean of 8 merchants', () => {
  const merchants = createSeeds(8).map((seed) => measureLearning(seed, [100, 3_000]));

  it('NDCG@10 at 3,000 sessions is at least that of popularity + 0.03', () => {
    expect(gain(merchants.map((rows) => rows[1]!))).toBeGreaterThanOrEqual(0.03);
  });

  it('NDCG@10 at 100 sessions is at least that of popularity − 0.02', () => {
    expect(gain(merchants.map((rows) => rows[0]!))).toBeGreaterThanOrEqual(-0.02);
  });

  it('at 3,000 sessions more of the best twenty are found, and more of the assortment is shown', () => {
    const rows = merchants.map((of) => of[1]!);
    for (const part of ['recall20', 'coverage20'] satisfies (keyof Quality)[]) {
      expect(mean(rows, ({ learned }) => learned[part])).toBeGreaterThan(
        mean(rows, ({ popularity }) => popularity[part]),
      );
    }
  });
});

describe('the synthetic merchant', () => {
  it('is the same for the same seed, and another for another one', () => {
    const [one, again, other] = [3, 3, 5].map((seed) => createSyntheticMerchant(seed).play(20));
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  });

  it('clicks what is relevant: over many sessions, events for a look come near the relevance', () => {
    // One place, so that everything is looked at; no cart, so that an event is a click.
    const merchant = createSyntheticMerchant(9, { variants: 2, positions: 1, tasteSpread: 0, cartRate: 0 });
    const { variants } = merchant.play(40_000);
    const relevance = merchant.relevance(merchant.shopper());
    for (const [variant, truth] of relevance.entries()) {
      const { b, k } = variants[variantId(variant)]!;
      expect(Math.abs(k / b / truth - 1)).toBeLessThan(0.08);
    }
  });

  it('counts each session once for each of its options', () => {
    const { sessions, impressions, options } = createSyntheticMerchant(7).play(50);
    expect([sessions, impressions]).toEqual([50, 500]);
    expect(Object.values(options).reduce((sum, count) => sum + count, 0)).toBe(50 * 6);
  });
});
