import { scaleTimeout } from '@svc/kit/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../support/http.js';
import { createQuiz, picks, type Quiz, question, type System } from '../../support/quiz.js';

/**
 * docs/contract.md C18: 2,000 eligible variants; docs/matching.md M10.3: a larger assortment is ranked per filtered
 * scope.
 */
export function largeAssortment(system: () => System): void {
  describe('a catalog of 20,000 variants', () => {
    const PRODUCTS = 100;
    const PER_PRODUCT = 200;
    const step = question(1, { even: { require: ['parity:even'] }, odd: { require: ['parity:odd'] } });
    const kit = { key: 'kit', name: 'Kit', variantId: 'V0-0', variants: [{ id: 'V99-0' }] };
    let quiz: Quiz;
    let evenId: string;

    const query = (products: number) =>
      `?${Array.from({ length: products }, (_, index) => `productId=P${index}`).join('&')}`;

    beforeAll(async () => {
      quiz = await createQuiz(system(), 'large', { steps: [step], company: { sets: [kit] } });
      const lines = ['id;name;parentId;url;tags'];
      for (let product = 0; product < PRODUCTS; product++) {
        for (let place = 0; place < PER_PRODUCT; place++) {
          const tag = `parity:${place % 2 === 0 ? 'even' : 'odd'}`;
          lines.push(`V${product}-${place};Shade ${place};P${product};https://shop.example/${product};${tag}`);
        }
      }
      const run = await quiz.call('POST', '/catalog/imports?wait=true', lines.join('\n'), 'text/csv');
      expect(run.body).toMatchObject({ state: 'SUCCEEDED', read: 20_000, created: 20_000 });
      evenId = (await quiz.create(picks({ 1: 'even' }))).body.id;
      await until('the import shows', async () => (await quiz.matches(evenId)).status === 422);
    }, 60_000);

    it('is too large to be matched as a whole', async () => {
      const answer = await quiz.matches(evenId);
      expect([answer.status, answer.body.error]).toEqual([422, 'MATCHING_SCOPE_TOO_LARGE']);
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    it('is matched under a productId filter of up to 2,000 variants, and not of one product more', async () => {
      const answer = await quiz.matches(evenId, query(10));
      expect(answer.status).toBe(200);
      expect(answer.body.matchedVariants).toHaveLength(1_000);
      expect(answer.body.matchedVariants.slice(0, 2)).toEqual(['V0-2', 'V0-4']);
      expect(answer.body.matchedVariants.at(-1), 'the set stands where its member would').toBe('V0-0');
      expect((await quiz.matches(evenId, query(11))).status).toBe(422);
    });

    it('tests the members of a set that stand outside the filter', async () => {
      const odd = (await quiz.create(picks({ 1: 'odd' }))).body.id;
      expect((await quiz.matches(evenId, '?variantId=V0-0')).body.matchedVariants).toEqual(['V0-0']);
      expect((await quiz.matches(odd, '?variantId=V0-0&variantId=V0-1')).body.matchedVariants).toEqual(['V0-1']);
    });

    it('counts only the union of the enabled tabs under resultPage=true', async () => {
      const tab = (key: string, productIds: string[], enabled = true) => ({
        key,
        name: key,
        enabled,
        select: { productIds },
      });
      const page = async () => quiz.matches(evenId, '?resultPage=true');
      const empty = await page();
      expect([empty.status, empty.body]).toEqual([200, { matchedVariants: [], tabs: [] }]);
      const ids = Array.from({ length: 11 }, (_, index) => `P${index + 10}`);
      const disabled = tab('OFF', ids.slice(6), false);
      await quiz.applyFunnel({
        resultPage: { tabs: [tab('A', ids.slice(0, 5)), tab('B', ids.slice(1, 6)), disabled] },
      });
      await until(
        'the tabs show',
        async () => (await page()).body.matchedVariants?.length === 600,
        scaleTimeout(2_000),
      );
      expect((await page()).body.tabs.map(({ variants }: { variants: string[] }) => variants.length)).toEqual([
        500, 500,
      ]);
      await quiz.applyFunnel({ resultPage: { tabs: [tab('A', ids)] } });
      await until('2,200 variants are too many', async () => (await page()).status === 422, scaleTimeout(2_000));
    });

    it('can be narrowed by the assortment of the funnel', async () => {
      await quiz.applyFunnel({ assortment: { productIds: ['P3'] } });
      const { id } = (await quiz.create(picks({ 1: 'odd' }))).body;
      await until('the assortment shows', async () => (await quiz.matches(id)).status === 200, scaleTimeout(2_000));
      expect((await quiz.matches(id)).body.matchedVariants).toHaveLength(100);
    });
  });
}
