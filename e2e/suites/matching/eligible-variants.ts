import { describe, expect, it } from 'vitest';
import { buildCatalog, createQuiz, type System } from '../../support/quiz.js';

/** docs/matching.md M4: what a match looks at. */
export function eligibleVariants(system: () => System): void {
  describe('eligible variants (1)', () => {
    it('leaves unavailable variants out', async () => {
      const catalog = buildCatalog({ A: [], B: { available: false }, C: [] });
      const quiz = await createQuiz(system(), 'available', { catalog });
      expect(await quiz.match()).toEqual(['A', 'C']);
    });

    it('takes an assortment as any listed tag or product; a product tag counts for its variants', async () => {
      const catalog = buildCatalog({
        A: ['line:care'],
        B: { productTags: ['line:care'] },
        C: { product: 'P1' },
        D: ['line:other'],
      });
      const quiz = await createQuiz(system(), 'assortment', {
        catalog,
        assortment: { tags: ['line:care'], productIds: ['P1'] },
      });
      expect(await quiz.match()).toEqual(['A', 'B', 'C']);
      expect(await quiz.match({}, '?variantId=D'), 'a filter never widens the assortment').toEqual([]);
    });

    it('ORs the values of a filter, ANDs the filters, and leaves unknown ids out', async () => {
      const catalog = buildCatalog({ A: { product: 'P1' }, B: { product: 'P1' }, C: { product: 'P2' }, D: [] });
      const quiz = await createQuiz(system(), 'filters', { catalog });
      expect(await quiz.match({}, '?productId=P1&productId=P2')).toEqual(['A', 'B', 'C']);
      expect(await quiz.match({}, '?productId=P1&variantId=B&variantId=C')).toEqual(['B']);
      expect(await quiz.match({}, '?productId=P1&variantId=C')).toEqual([]);
      expect(await quiz.match({}, '?variantId=D&variantId=nowhere')).toEqual(['D']);
      expect(await quiz.match({}, '?variantId=a'), 'ids are case-sensitive').toEqual([]);
    });

    it('adds the tags of `tagging` to those of the catalog', async () => {
      const quiz = await createQuiz(system(), 'tagging', {
        catalog: buildCatalog({ A: [], B: { product: 'P1' }, C: ['line:care'], D: [] }),
        assortment: { tags: ['line:care'] },
        company: { tagging: { products: { P1: ['line:care'] }, variants: { D: ['line:care'] } } },
      });
      expect(await quiz.match()).toEqual(['B', 'C', 'D']);
    });
  });
}
