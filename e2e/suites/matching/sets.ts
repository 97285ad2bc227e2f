import { describe, expect, it } from 'vitest';
import { buildCatalog, createQuiz, picks, question, rule, type System } from '../../support/quiz.js';

/** docs/matching.md M5, fixed and dynamic sets. */
export function sets(system: () => System): void {
  const skin = question(1, { dry: { require: ['skin:dry'] }, oily: { require: ['skin:oily'] } });
  const finish = question(2, { matte: { prefer: ['finish:matte'] } });
  const steps = [skin, finish];
  const dry = picks({ 1: 'dry' });

  const kit = (more: object = {}) => ({
    key: 'kit',
    name: 'Kit',
    variantId: 'KIT',
    variants: [
      { id: 'V1', quantity: 1 },
      { id: 'V2', quantity: 2 },
    ],
    lift: 'all',
    ...more,
  });
  const catalog = (more: Record<string, string[] | { tags?: string[]; available?: boolean }> = {}) =>
    buildCatalog({
      KIT: ['skin:oily'],
      V1: ['skin:dry'],
      V2: ['skin:dry', 'finish:matte'],
      V3: ['skin:dry', 'finish:matte'],
      V4: ['skin:oily'],
      ...more,
    });

  describe('fixed sets', () => {
    const open = (handle: string, set: object, more: object = {}) =>
      createQuiz(system(), handle, { catalog: catalog(), steps, company: { sets: [set] }, ...more });

    it('stand before their best member when all members are matched; their own tags are not tested', async () => {
      const quiz = await open('set-all', kit());
      expect(await quiz.match(dry)).toEqual(['KIT', 'V1', 'V2', 'V3']);
      expect(await quiz.match(picks({ 1: 'dry', 2: 'matte' }))).toEqual(['KIT', 'V2', 'V3', 'V1']);
      expect(await quiz.match(picks({ 1: 'oily' })), 'never matched by itself').toEqual(['V4']);
    });

    it('are lifted under `any` by one member', async () => {
      const members = [{ id: 'V3' }, { id: 'V4' }];
      const quiz = await open('set-any', kit({ lift: 'any', variants: members }));
      expect(await quiz.match(dry)).toEqual(['V1', 'V2', 'KIT', 'V3']);
      const all = await open('set-any-all', kit({ variants: members }));
      expect(await all.match(dry)).toEqual(['V1', 'V2', 'V3']);
    });

    it('are ordinary variants under `off`', async () => {
      const quiz = await open('set-off', kit({ lift: 'off' }));
      expect(await quiz.match(dry)).toEqual(['V1', 'V2', 'V3']);
      expect(await quiz.match(picks({ 1: 'oily' }))).toEqual(['KIT', 'V4']);
    });

    it('are not lifted with an unavailable or an excluded member, nor when they are unavailable or excluded', async () => {
      const out = [rule('out', { exclude: { variantIds: ['V1'] } })];
      const setOut = [rule('out', { exclude: { variantIds: ['KIT'] } })];
      const gone = { V1: { tags: ['skin:dry'], available: false } };
      const kitGone = { KIT: { available: false } };
      const cases = {
        'set-member-out': { matching: { rules: out }, left: ['V2', 'V3'] },
        'set-itself-out': { matching: { rules: setOut }, left: ['V1', 'V2', 'V3'] },
        'set-member-gone': { catalog: catalog(gone), left: ['V2', 'V3'] },
        'set-itself-gone': { catalog: catalog(kitGone), left: ['V1', 'V2', 'V3'] },
      };
      for (const [handle, { left, ...more }] of Object.entries(cases)) {
        const quiz = await open(handle, kit(), more);
        expect(await quiz.match(dry), handle).toEqual(left);
      }
    });

    it('are moved by a pin, and not by a boost nor out by a `require`', async () => {
      const rules = [
        rule('pin', { pin: { variantIds: ['V3'] } }),
        rule('keep', { require: { tags: ['skin:dry'] } }),
        rule('boost', { boost: { variantIds: ['KIT'], by: 1 } }),
      ];
      const quiz = await open('set-rules', kit(), { matching: { rules } });
      expect(await quiz.match(dry)).toEqual(['V3', 'KIT', 'V1', 'V2']);
      const pinned = await open('set-pin', kit(), {
        matching: { rules: [rule('pin', { pin: { variantIds: ['KIT'] } })] },
      });
      expect(await pinned.match(picks({ 1: 'dry', 2: 'matte' }))).toEqual(['KIT', 'V2', 'V3', 'V1']);
    });

    it('look at the assortment, not at the filters of the request', async () => {
      const quiz = await open('set-filter', kit());
      expect(await quiz.match(dry, '?variantId=KIT')).toEqual(['KIT']);
      expect(await quiz.match(dry, '?variantId=V1&variantId=V3')).toEqual(['V1', 'V3']);
      const narrow = await open('set-narrow', kit(), { assortment: { productIds: ['P-KIT', 'P-V1', 'P-V3'] } });
      expect(await narrow.match(dry), 'V2 is outside').toEqual(['V1', 'V3']);
    });

    it('with the same best member stand in the order of their keys', async () => {
      const quiz = await createQuiz(system(), 'set-keys', {
        catalog: catalog({ BOX: [] }),
        steps,
        company: { sets: [kit(), kit({ key: 'box', variantId: 'BOX', variants: [{ id: 'V1' }] })] },
      });
      expect(await quiz.match(dry)).toEqual(['BOX', 'KIT', 'V1', 'V2', 'V3']);
    });
  });

  describe('dynamic sets', () => {
    const palette = (size: number, products: object[]) => ({ key: 'p', name: 'P', variantId: 'PAL', size, products });
    const open = (handle: string, set: object) =>
      createQuiz(system(), handle, {
        catalog: buildCatalog({
          PAL: [],
          A1: { product: 'PA', tags: ['skin:dry'] },
          A2: { product: 'PA', tags: ['skin:dry'] },
          A3: { product: 'PA', tags: ['skin:dry'] },
          B1: { product: 'PB', tags: ['skin:oily'] },
          B2: { product: 'PB', tags: ['skin:dry', 'finish:matte'] },
        }),
        steps,
        company: { sets: [set] },
      });

    it('stand before their best member when they can be filled within the maximum of each product', async () => {
      const quiz = await open(
        'dynamic',
        palette(3, [
          { id: 'PA', max: 2 },
          { id: 'PB', max: 4 },
        ]),
      );
      expect(await quiz.match(dry), 'A1, A2, B2').toEqual(['PAL', 'A1', 'A2', 'A3', 'B2']);
      expect(await quiz.match(picks({ 1: 'dry', 2: 'matte' }))).toEqual(['PAL', 'B2', 'A1', 'A2', 'A3']);
      expect(await quiz.match(picks({ 1: 'oily' })), 'B1 alone is not enough').toEqual(['B1']);
    });

    it('take each variant once, and no more of a product than its maximum', async () => {
      const quiz = await open(
        'dynamic-full',
        palette(4, [
          { id: 'PA', max: 2 },
          { id: 'PB', max: 4 },
        ]),
      );
      expect(await quiz.match(dry)).toEqual(['A1', 'A2', 'A3', 'B2']);
      const three = await open(
        'dynamic-three',
        palette(4, [
          { id: 'PA', max: 3 },
          { id: 'PB', max: 1 },
        ]),
      );
      expect(await three.match(dry)).toEqual(['PAL', 'A1', 'A2', 'A3', 'B2']);
    });

    it('are not filled with the own variant of a set', async () => {
      const quiz = await createQuiz(system(), 'dynamic-own', {
        catalog: buildCatalog({
          PAL: { product: 'PA' },
          A1: { product: 'PA' },
          A2: { product: 'PA', available: false },
        }),
        company: { sets: [palette(2, [{ id: 'PA', max: 5 }])] },
      });
      expect(await quiz.match()).toEqual(['A1']);
    });
  });
}
