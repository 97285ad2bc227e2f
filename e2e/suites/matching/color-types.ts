import { describe, expect, it } from 'vitest';
import { builtIn, catalogOf, openQuiz, type System } from '../../support/quiz.js';

/** Matching, "2. Matched", 1. */
export function colorTypes(system: () => System): void {
  describe('colour types (2.1)', () => {
    const types = ['LIGHT', 'TRUE', 'BRIGHT']
      .map((kind) => `${kind}_SPRING`)
      .concat(
        ['LIGHT', 'TRUE', 'SOFT'].map((kind) => `${kind}_SUMMER`),
        ['SOFT', 'TRUE', 'DEEP'].map((kind) => `${kind}_AUTUMN`),
        ['DEEP', 'TRUE', 'BRIGHT'].map((kind) => `${kind}_WINTER`),
      );
    const catalog = catalogOf({
      ...Object.fromEntries(types.map((type) => [type, [`color_type:${type}`]])),
      silent: [],
    });
    const steps = ['HAIR_COLOR', 'EYE_COLOR', 'SKIN_COLOR', 'SKIN_UNDERTONE'].map((type, id) => builtIn(id, type));
    const person = { hairColor: 'BLACK', eyeColor: 'DEEP_BROWN', skinColor: 'FAIR', skinUndertone: 'COOL' };
    const onlyTheType = { colorType: { mode: 'require', minScore: 1 } };

    it("keeps the analysis's own type however high minScore is, and variants without colour tags", async () => {
      const quiz = await openQuiz(system(), 'color-type', { catalog, steps, matching: onlyTheType });
      const matched = await quiz.match(person);
      expect(matched).toHaveLength(2);
      expect(matched).toContain('silent');
      expect(matched.find((id) => id !== 'silent')).toMatch(/_WINTER$/);
    });

    it('matches all with minScore 0, without an answer, and with mode prefer and ignore', async () => {
      for (const [handle, matching] of Object.entries({
        'color-zero': { colorType: { mode: 'require', minScore: 0 } },
        'color-prefer': { colorType: { mode: 'prefer', minScore: 1 } },
        'color-ignore': { colorType: { mode: 'ignore', minScore: 1 } },
      })) {
        const quiz = await openQuiz(system(), handle, { catalog, steps, matching });
        expect(await quiz.match(person), handle).toHaveLength(13);
      }
      const quiz = await openQuiz(system(), 'color-none', { catalog, steps, matching: onlyTheType });
      expect(await quiz.match({}), 'no colour type').toHaveLength(13);
    });

    it('ranks by the score of the types with mode prefer: the own type first', async () => {
      const strict = await openQuiz(system(), 'color-own', { catalog, steps, matching: onlyTheType });
      const own = (await strict.match(person)).find((id) => id !== 'silent');
      const quiz = await openQuiz(system(), 'color-rank', {
        catalog,
        steps,
        matching: { colorType: { mode: 'prefer' } },
      });
      const ranked = await quiz.match(person);
      // A variant without colour tags has 0.5, more than any type but a very likely one.
      expect(ranked.filter((id) => id !== 'silent')[0]).toBe(own);
    });
  });
}
