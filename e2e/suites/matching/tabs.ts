import { describe, expect, it } from 'vitest';
import { buildCatalog, createQuiz, picks, question, rule, type System } from '../../support/quiz.js';

/** docs/matching.md M8; docs/contract.md C11, rule 5. */
export function tabs(system: () => System): void {
  describe('tabs (5)', () => {
    const catalog = buildCatalog({
      lips: ['category:lips'],
      face: ['category:face'],
      both: ['category:face', 'category:lips'],
      none: [],
      KIT: [],
    });
    const tab = (key: string, select: object | undefined, more: object = {}) => ({
      key,
      name: { default: key, en: `${key} en`, de: `${key} de` },
      ...(select === undefined ? {} : { select }),
      ...more,
    });
    const open = (handle: string, resultPage: object, more: object = {}) =>
      createQuiz(system(), handle, { catalog, resultPage, ...more });
    const page = async (handle: string, resultPage: object, more: object = {}, query = '') => {
      const quiz = await open(handle, resultPage, more);
      return (await quiz.matches((await quiz.create()).body.id, `?resultPage=true${query}`)).body;
    };

    it('list the matched variants of their selection in match order; the union is in first-appearance order', async () => {
      const rules = [rule('pin', { pin: { variantIds: ['both'] } })];
      const body = await page(
        'tabs',
        {
          tabs: [
            tab('FACE', { tags: ['category:face'] }, { maxItemsToShow: 1, description: { en: 'All faces' } }),
            tab('LIPS', { tags: ['category:lips'] }),
            tab('OFF', { productIds: ['P-none'] }, { enabled: false }),
            tab('NOTHING', { tags: ['category:nails'] }),
            tab('EMPTY', undefined),
          ],
        },
        { matching: { rules } },
      );
      expect(body).toEqual({
        matchedVariants: ['both', 'face', 'lips'],
        tabs: [
          { key: 'FACE', name: 'FACE en', description: 'All faces', maxItemsToShow: 1, variants: ['both', 'face'] },
          { key: 'LIPS', name: 'LIPS en', variants: ['both', 'lips'] },
          { key: 'NOTHING', name: 'NOTHING en', variants: [] },
          { key: 'EMPTY', name: 'EMPTY en', variants: [] },
        ],
      });
    });

    it('are [] with matchedVariants [] when the result page is off, has no tabs, or only disabled ones', async () => {
      const nothing = { matchedVariants: [], tabs: [] };
      const face = tab('FACE', { tags: ['category:face'] });
      expect(await page('tabs-off', { enabled: false, tabs: [face] })).toEqual(nothing);
      expect(await page('tabs-none', { tabs: [] })).toEqual(nothing);
      expect(await page('tabs-disabled', { tabs: [{ ...face, enabled: false }] })).toEqual(nothing);
    });

    it('are named in the asked language, falling back like funnel copy', async () => {
      const resultPage = {
        tabs: [tab('FACE', { tags: [] }), tab('LIPS', { tags: [] }, { name: { en: 'Lips only' } })],
      };
      const quiz = await open('tabs-names', resultPage);
      const { id } = (await quiz.create()).body;
      const names = async (locale: string) => {
        const { body } = await quiz.matches(id, `?resultPage=true&locale=${locale}`);
        return body.tabs.map((entry: { name: string }) => entry.name);
      };
      expect(await names('de-AT')).toEqual(['FACE de', 'Lips only']);
      expect(await names('fr')).toEqual(['FACE en', 'Lips only']);
    });

    it('are ANDed with the filters of the request', async () => {
      const resultPage = { tabs: [tab('FACE', { tags: ['category:face'] }), tab('LIPS', { tags: ['category:lips'] })] };
      expect(await page('tabs-filter', resultPage, {}, '&variantId=face&variantId=none')).toMatchObject({
        matchedVariants: ['face'],
        tabs: [{ variants: ['face'] }, { variants: [] }],
      });
    });

    it('show a lifted set whose key they select, though its members are on no tab', async () => {
      const kit = { key: 'kit', name: 'Kit', variantId: 'KIT', variants: [{ id: 'none' }] };
      const resultPage = { tabs: [tab('SETS', { sets: ['kit'] }), tab('FACE', { tags: ['category:face'] })] };
      expect(await page('tabs-sets', resultPage, { company: { sets: [kit] } })).toMatchObject({
        matchedVariants: ['KIT', 'face', 'both'],
        tabs: [{ variants: ['KIT'] }, { variants: ['face', 'both'] }],
      });
    });

    it('are absent from the body without resultPage=true', async () => {
      const quiz = await open(
        'tabs-absent',
        { tabs: [tab('FACE', { tags: ['category:face'] })] },
        { steps: [question(1, { a: {} })] },
      );
      const { body } = await quiz.matches((await quiz.create(picks({ 1: 'a' }))).body.id, '?resultPage=false');
      expect(body).toEqual({ matchedVariants: ['lips', 'face', 'both', 'none', 'KIT'] });
    });
  });
}
