import { describe, expect, it } from 'vitest';
import { buildCatalog, builtIn, createQuiz, picks, question, rule, type System } from '../../support/quiz.js';

/** docs/matching.md M5.5, M3. */
export function rules(system: () => System): void {
  describe('rules (2.5)', () => {
    const catalog = buildCatalog({ A: ['ingredient:retinol'], B: ['texture:rich'], C: [], D: { product: 'P1' } });
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

    it('excludes and requires by tag, product or variant; exclusion always wins', async () => {
      const rules = [
        rule('keep', { require: { tags: ['texture:rich'], productIds: ['P1'], variantIds: ['A'] } }),
        rule('teens', { exclude: { tags: ['ingredient:retinol'] } }, { when: { field: 'ageRange', in: ['under_16'] } }),
        rule('pin', { pin: { variantIds: ['A'] } }, { when: { field: 'ageRange', in: ['UNDER_16'] } }),
      ];
      const quiz = await createQuiz(system(), 'rules', { catalog, steps: [builtIn(1, 'AGE')], matching: { rules } });
      expect(await quiz.match()).toEqual(['A', 'B', 'D']);
      expect(await quiz.match({ ageRange: 'UNDER_16' })).toEqual(['B', 'D']);
    });

    it('asks every rule whose require holds: outside one of them is outside', async () => {
      const rules = [
        rule('one', { require: { variantIds: ['A', 'B'] } }),
        rule('two', { require: { variantIds: ['B', 'C'] } }),
      ];
      const quiz = await createQuiz(system(), 'requires', { catalog, matching: { rules } });
      expect(await quiz.match()).toEqual(['B']);
    });

    // Also when the day changes before the match. The other days are those of `match-variants.test.ts` of the engine.
    it('applies a rule from its first day, and not on the day of `until` (UTC)', async () => {
      const hide = (variantId: string) => ({ exclude: { variantIds: [variantId] } });
      const rules = [
        rule('running', hide('A'), { from: day(0), until: day(2) }),
        rule('over', hide('B'), { until: day(0) }),
        rule('to-come', hide('C'), { from: day(2) }),
      ];
      const quiz = await createQuiz(system(), 'dates', { catalog, matching: { rules } });
      expect(await quiz.match()).toEqual(['B', 'C', 'D']);
    });

    it('knows all, any, not, answered, built-in steps by id, and color types', async () => {
      const exclude = (variantId: string) => ({ exclude: { variantIds: [variantId] } });
      const holds = [
        { all: [] },
        { not: { any: [] } },
        { all: [{ step: 1, in: ['Dry', 'oily'] }, { step: 1, answered: true }, { not: { step: 2, answered: true } }] },
        {
          any: [
            { step: 3, in: ['blue'] },
            { field: 'hairColor', in: ['RED'] },
          ],
        },
        { not: { colorType: ['LIGHT_SPRING'] } },
      ];
      const fails = [
        { any: [] },
        { not: { all: [] } },
        { step: 1, in: ['oily'] },
        { step: 3, in: ['GREEN'] },
        { colorType: ['TRUE_WINTER'] },
      ];
      const ids = [...holds.map((_, i) => `holds-${i}`), ...fails.map((_, i) => `fails-${i}`)];
      const quiz = await createQuiz(system(), 'conditions', {
        catalog: buildCatalog(Object.fromEntries(ids.map((id) => [id, []]))),
        steps: [question(1, { dry: {}, oily: {} }), question(2, { x: {} }), builtIn(3, 'EYE_COLOR')],
        matching: {
          rules: [...holds, ...fails].map((when, i) => rule(`rule-${i}`, exclude(ids[i] as string), { when })),
        },
      });
      const answered = { eyeColor: 'BLUE', ...picks({ 1: 'dry' }) };
      expect(await quiz.match(answered)).toEqual(fails.map((_, i) => `fails-${i}`));
    });
  });
}
