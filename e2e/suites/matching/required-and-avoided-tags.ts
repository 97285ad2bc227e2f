import { describe, expect, it } from 'vitest';
import { buildCatalog, createQuiz, picks, question, type System } from '../../support/quiz.js';

/** docs/matching.md M5.3, M5.4: which variants the answers keep. */
export function requiredAndAvoidedTags(system: () => System): void {
  describe('required tags of answers (2.3)', () => {
    const catalog = buildCatalog({
      dry: ['skin:dry'],
      oily: ['skin:oily'],
      both: ['skin:dry', 'skin:oily'],
      silent: ['finish:matte'],
    });
    const skin = { dry: { require: ['skin:dry'] }, oily: { require: ['skin:oily'] }, any: {} };

    it('keeps a variant with a required tag, and one that carries none of the tags of any option of the step', async () => {
      const quiz = await createQuiz(system(), 'require', { catalog, steps: [question(1, skin)] });
      expect(await quiz.match(picks({ 1: 'dry' }))).toEqual(['dry', 'both', 'silent']);
      expect(await quiz.match(picks({ 1: 'OILY' })), 'keys are case-insensitive').toEqual(['oily', 'both', 'silent']);
    });

    it('does not filter by an option without `require`, nor without an answer', async () => {
      const quiz = await createQuiz(system(), 'no-require', { catalog, steps: [question(1, skin)] });
      expect(await quiz.match(picks({ 1: 'any' }))).toHaveLength(4);
      expect(await quiz.match()).toHaveLength(4);
    });

    it('filters silent variants too when the step is strict', async () => {
      const quiz = await createQuiz(system(), 'strict', { catalog, steps: [question(1, skin, { strict: true })] });
      expect(await quiz.match(picks({ 1: 'dry' }))).toEqual(['dry', 'both']);
      expect(await quiz.match(picks({ 1: 'any' })), 'strict without a required tag filters nothing').toHaveLength(4);
    });

    it('ORs the chosen options inside a step and ANDs over the steps', async () => {
      const quiz = await createQuiz(system(), 'and-or', {
        catalog: buildCatalog({
          A: ['skin:dry', 'finish:matte'],
          B: ['skin:oily', 'finish:matte'],
          C: ['skin:oily', 'finish:glossy'],
          D: ['skin:red', 'finish:matte'],
        }),
        steps: [
          question(
            1,
            { dry: { require: ['skin:dry'] }, oily: { require: ['skin:oily'] }, red: { require: ['skin:red'] } },
            { type: 'MULTI_SELECTION' },
          ),
          question(2, { matte: { require: ['finish:matte'] }, glossy: { require: ['finish:glossy'] } }),
        ],
      });
      expect(await quiz.match(picks({ 1: ['dry', 'oily'], 2: 'matte' }))).toEqual(['A', 'B']);
    });

    it('removes what carries an `avoid` tag of a chosen option, also when it carries a required tag (2.4)', async () => {
      const quiz = await createQuiz(system(), 'avoid', {
        catalog: buildCatalog({ A: ['skin:dry'], B: ['skin:dry', 'ingredient:alcohol'], C: ['ingredient:alcohol'] }),
        steps: [question(1, { dry: { require: ['skin:dry'], avoid: ['ingredient:alcohol'] }, oily: {} })],
      });
      expect(await quiz.match(picks({ 1: 'dry' }))).toEqual(['A']);
      expect(await quiz.match(picks({ 1: 'oily' }))).toEqual(['A', 'B', 'C']);
    });

    it('leaves the answer of a step out whose showWhen does not hold', async () => {
      const quiz = await createQuiz(system(), 'hidden', {
        catalog,
        steps: [
          question(1, { yes: {}, no: {} }),
          question(2, skin, { showWhen: { step: 1, in: ['YES'] } }),
          question(3, { a: { avoid: ['finish:matte'] } }, { showWhen: { step: 2, answered: true } }),
        ],
      });
      expect(await quiz.match(picks({ 1: 'yes', 2: 'dry' }))).toEqual(['dry', 'both', 'silent']);
      expect(await quiz.match(picks({ 1: 'no', 2: 'dry' }))).toHaveLength(4);
      expect(await quiz.match(picks({ 1: 'no', 2: 'dry', 3: 'a' })), 'hidden by a hidden step').toHaveLength(4);
      expect(await quiz.match(picks({ 1: 'yes', 2: 'dry', 3: 'a' }))).toEqual(['dry', 'both']);
    });
  });
}
