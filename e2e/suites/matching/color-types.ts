import { scaleTimeout } from '@svc/kit/testing';
import { describe, expect, it } from 'vitest';
import { until } from '../../support/http.js';
import { buildCatalog, builtIn, createQuiz, picks, question, type System } from '../../support/quiz.js';

/** docs/matching.md M5.1. */
export function colorTypes(system: () => System): void {
  describe('color types (2.1)', () => {
    const types = ['LIGHT', 'TRUE', 'BRIGHT']
      .map((kind) => `${kind}_SPRING`)
      .concat(
        ['LIGHT', 'TRUE', 'SOFT'].map((kind) => `${kind}_SUMMER`),
        ['SOFT', 'TRUE', 'DEEP'].map((kind) => `${kind}_AUTUMN`),
        ['DEEP', 'TRUE', 'BRIGHT'].map((kind) => `${kind}_WINTER`),
      );
    const catalog = buildCatalog({
      ...Object.fromEntries(types.map((type) => [type, [`color_type:${type}`]])),
      silent: [],
    });
    const steps = ['HAIR_COLOR', 'EYE_COLOR', 'SKIN_COLOR', 'SKIN_UNDERTONE'].map((type, id) => builtIn(id, type));
    const person = { hairColor: 'BLACK', eyeColor: 'DEEP_BROWN', skinColor: 'FAIR', skinUndertone: 'COOL' };
    const onlyTheType = { colorType: { mode: 'require', minScore: 1 } };

    it("keeps the analysis's own type however high minScore is, and variants without color tags", async () => {
      const quiz = await createQuiz(system(), 'color-type', { catalog, steps, matching: onlyTheType });
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
        const quiz = await createQuiz(system(), handle, { catalog, steps, matching });
        expect(await quiz.match(person), handle).toHaveLength(13);
      }
      const quiz = await createQuiz(system(), 'color-none', { catalog, steps, matching: onlyTheType });
      expect(await quiz.match({}), 'no color type').toHaveLength(13);
    });

    it('ranks by the score of the types with mode prefer: the own type first', async () => {
      const strict = await createQuiz(system(), 'color-own', { catalog, steps, matching: onlyTheType });
      const own = (await strict.match(person)).find((id) => id !== 'silent');
      const quiz = await createQuiz(system(), 'color-rank', {
        catalog,
        steps,
        matching: { colorType: { mode: 'prefer' } },
      });
      const ranked = await quiz.match(person);
      // A variant without color tags has 0.5, more than any type but a very likely one.
      expect(ranked.filter((id) => id !== 'silent')[0]).toBe(own);
    });

    it('computes no type from answers to steps that are hidden or not in the funnel', async () => {
      const hidden = steps.map((step, id) => ({
        ...step,
        id: id + 2,
        orderNumber: id + 2,
        showWhen: { step: 1, in: ['yes'] },
      }));
      const quiz = await createQuiz(system(), 'color-hidden', {
        catalog,
        steps: [question(1, { yes: {}, no: {} }), ...hidden],
        matching: onlyTheType,
      });
      expect(await quiz.match({ ...person, ...picks({ 1: 'yes' }) })).toHaveLength(2);
      expect(await quiz.match({ ...person, ...picks({ 1: 'no' }) })).toHaveLength(13);
      expect(await quiz.match(person), 'step 1 is not answered').toHaveLength(13);
      const without = await createQuiz(system(), 'color-no-steps', { catalog, matching: onlyTheType });
      expect(await without.match(person)).toHaveLength(13);
    });

    it('keeps the type of the creation when the color steps go later', async () => {
      const quiz = await createQuiz(system(), 'color-kept', { catalog, steps, matching: onlyTheType });
      const { id } = (await quiz.create(person)).body;
      const before = (await quiz.matches(id)).body.matchedVariants;
      const etag = (await quiz.matches(id)).headers.etag;
      await quiz.applyFunnel({ published: { steps: [question(9, { a: {} })] } });
      await until(
        'the later version is in force',
        async () => (await quiz.matches(id)).headers.etag !== etag,
        scaleTimeout(2_000),
      );
      expect(before).toHaveLength(2);
      expect((await quiz.matches(id)).body.matchedVariants).toEqual(before);
    });
  });
}
