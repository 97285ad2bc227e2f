import { scaleTimeout } from '@svc/kit/testing';
import { describe, expect, it } from 'vitest';
import { until } from '../../support/http.js';
import { buildCatalog, createQuiz, picks, question, rule, type System } from '../../support/quiz.js';

/** docs/contract.md C13: product, tagging and tab publishes invalidate the service's caches. */
export function freshness(system: () => System): void {
  describe('every change shows in the match within 2 s', () => {
    const catalog = buildCatalog({ A: ['line:one'], B: ['line:two'] });
    const question1 = question(1, { a: { require: ['line:one'] }, b: { require: ['line:two'] } });
    const tab = (tags: string[]) => ({ key: 'T', name: 'T', select: { tags } });

    it.each<[string, string, object, (handle: string) => object, string[]]>([
      ['products', '', {}, () => ({ catalog: buildCatalog({ A: { available: false }, B: [], C: [] }) }), ['B', 'C']],
      ['tagging', '', { steps: [question1] }, () => ({ tagging: { variants: { B: ['line:one'] } } }), ['A', 'B']],
      ['assortment', '', {}, (subdomain) => ({ funnels: [{ subdomain, assortment: { productIds: ['P-B'] } }] }), ['B']],
      [
        'rules',
        '',
        {},
        (subdomain) => ({
          funnels: [{ subdomain, matching: { rules: [rule('no', { exclude: { variantIds: ['A'] } })] } }],
        }),
        ['B'],
      ],
      [
        'tabs',
        '?resultPage=true',
        { resultPage: { tabs: [tab(['line:one'])] } },
        (subdomain) => ({ funnels: [{ subdomain, resultPage: { tabs: [tab(['line:two'])] } }] }),
        ['B'],
      ],
      [
        'questions',
        '',
        { steps: [question1] },
        (subdomain) => ({
          funnels: [{ subdomain, published: { steps: [question(1, { a: { avoid: ['line:one'] } })] } }],
        }),
        ['B'],
      ],
      [
        'sets',
        '',
        { company: { sets: [{ key: 's', name: 'S', variantId: 'A', variants: [{ id: 'B' }], lift: 'off' }] } },
        () => ({ sets: [{ key: 's', name: 'S', variantId: 'B', variants: [{ id: 'A' }] }] }),
        ['B', 'A'],
      ],
    ])('of %s', async (what, query, given, change, expected) => {
      const handle = `fresh-${what}`;
      const quiz = await createQuiz(system(), handle, { catalog, ...given });
      const { id } = (await quiz.create(picks({ 1: 'a' }))).body;
      const before = await quiz.matches(id, query);
      expect(before.body.matchedVariants).not.toEqual(expected);
      const applied = await quiz.apply(change(handle));
      expect(applied.status, applied.text).toBe(200);
      await until(
        'the change shows',
        async () => JSON.stringify((await quiz.matches(id, query)).body.matchedVariants) === JSON.stringify(expected),
        scaleTimeout(2_000),
      );
      const after = await quiz.matches(id, query);
      expect(after.headers.etag).not.toBe(before.headers.etag);
    });
  });
}
