import { scaleTimeout } from '@svc/kit/testing';
import { describe, expect, it } from 'vitest';
import { until } from '../../support/http.js';
import { buildCatalog, createQuiz, picks, type Quiz, question, type System } from '../../support/quiz.js';

/** docs/contract.md C16; docs/matching.md M6: answers as they are in the version in force. */
export function answerMigration(system: () => System): void {
  const option = (tag: string) => ({ require: [`answer:${tag}`] });
  const catalog = buildCatalog(
    Object.fromEntries(['kept', 'renamed', 'renamed-again', 'moved', 'dropped'].map((id) => [id, [`answer:${id}`]])),
  );
  const withFormerKeys = (step: { selections: object[] }, formerKeys: string[]) => ({
    ...step,
    selections: step.selections.map((selection, index) => (index === 0 ? { ...selection, formerKeys } : selection)),
  });
  /** Only the variant of the given name carries a tag that a chosen option of a strict step requires. */
  const strict = (id: number, options: Parameters<typeof question>[1], more: object = {}) =>
    question(id, options, { strict: true, ...more });
  const shows = (quiz: Quiz, analysisId: string, variants: string[]) =>
    until(
      `the match is ${variants}`,
      async () => JSON.stringify((await quiz.matches(analysisId)).body.matchedVariants) === JSON.stringify(variants),
      scaleTimeout(2_000),
    );

  describe('answers after a later publish', () => {
    it('keeps, renames, moves and drops at the match, without a new submission', async () => {
      const quiz = await createQuiz(system(), 'migration', { catalog, steps: [strict(1, { dry: {}, oily: {} })] });
      const kept = (await quiz.create(picks({ 1: 'Dry' }))).body.id;
      const other = (await quiz.create(picks({ 1: 'oily' }))).body.id;
      await shows(quiz, kept, ['kept', 'renamed', 'renamed-again', 'moved', 'dropped']);

      const second = strict(1, { shiny: option('renamed'), DRY: option('kept') });
      await quiz.applyFunnel({ published: { steps: [withFormerKeys(second, ['oily'])] } });
      await shows(quiz, kept, ['kept']);
      await shows(quiz, other, ['renamed']);

      const third = strict(1, { glossy: option('renamed-again'), DRY: option('kept') });
      await quiz.applyFunnel({ published: { steps: [withFormerKeys(third, ['shiny'])] } });
      // Former keys are carried forward by publishing: oily → shiny → glossy.
      await shows(quiz, other, ['renamed-again']);

      const moved = strict(7, { glossy: option('moved'), dry: option('kept') }, { formerIds: [1] });
      await quiz.applyFunnel({ published: { steps: [withFormerKeys(moved, ['shiny'])] } });
      await shows(quiz, other, ['moved']);
      await shows(quiz, kept, ['kept']);

      await quiz.applyFunnel({ published: { steps: [strict(9, { glossy: option('dropped') })] } });
      await shows(quiz, other, ['kept', 'renamed', 'renamed-again', 'moved', 'dropped']);
    });

    it('drops an answer whose option is gone', async () => {
      const quiz = await createQuiz(system(), 'option-gone', {
        catalog,
        steps: [strict(1, { a: option('kept'), b: {} })],
      });
      const { id } = (await quiz.create(picks({ 1: 'a' }))).body;
      await shows(quiz, id, ['kept']);
      await quiz.applyFunnel({ published: { steps: [strict(1, { b: option('kept') })] } });
      await shows(quiz, id, ['kept', 'renamed', 'renamed-again', 'moved', 'dropped']);
    });

    it('migrates at creation for a superseded version id, and warns', async () => {
      const quiz = await createQuiz(system(), 'superseded', { catalog, steps: [strict(1, { old: {} })] });
      const renamed = withFormerKeys(strict(1, { new: option('renamed') }), ['old']);
      const applied = await quiz.applyFunnel({ published: { steps: [renamed] } });
      const current = applied.body.funnels.superseded.published.id;
      const { body } = await quiz.create({ createdWithVersionId: quiz.versionId, ...picks({ 1: 'old' }) });
      expect(body).toMatchObject({ funnelVersionId: current, isPreview: false, payload_warnings: expect.any(Array) });
      await shows(quiz, body.id, ['renamed']);
    });

    it('leaves an answer out once its step is hidden by a later version', async () => {
      const asked = [question(1, { yes: {}, no: {} }), strict(2, { a: option('kept') })];
      const quiz = await createQuiz(system(), 'hidden-later', { catalog, steps: asked });
      const { id } = (await quiz.create(picks({ 1: 'no', 2: 'a' }))).body;
      await shows(quiz, id, ['kept']);
      const showWhen = { step: 1, in: ['yes'] };
      await quiz.applyFunnel({ published: { steps: [asked[0], { ...asked[1], showWhen }] } });
      await shows(quiz, id, ['kept', 'renamed', 'renamed-again', 'moved', 'dropped']);
    });

    it('scalar answers of a built-in step that is gone do not enter', async () => {
      const tones = buildCatalog({ light: ['complexion:LIGHT/*'], deep: ['complexion:DEEP/*'] });
      const skin = { id: 1, type: 'SKIN_COLOR', orderNumber: 0 };
      const quiz = await createQuiz(system(), 'scalar-gone', { catalog: tones, steps: [skin] });
      const { id } = (await quiz.create({ skinColor: 'DEEP' })).body;
      await shows(quiz, id, ['deep']);
      await quiz.applyFunnel({ published: { steps: [question(2, { a: {} })] } });
      await shows(quiz, id, ['light', 'deep']);
    });
  });

  describe('previews', () => {
    it('match against their own draft version, whatever happens to the draft and the published version', async () => {
      const quiz = await createQuiz(system(), 'drafts', { catalog, steps: [strict(1, { a: option('kept') })] });
      const draft = async (tag: string) =>
        (await quiz.applyFunnel({ draft: { steps: [strict(1, { a: option(tag) })] } })).body.funnels.drafts.draft;
      const first = await draft('renamed');
      const preview = (await quiz.create({ createdWithVersionId: first.id, ...picks({ 1: 'a' }) })).body;
      const ordinary = (await quiz.create(picks({ 1: 'a' }))).body;
      expect(preview).toMatchObject({ isPreview: true, funnelVersionId: first.id });
      expect((await quiz.matches(preview.id)).body.matchedVariants).toEqual(['renamed']);
      expect((await quiz.matches(ordinary.id)).body.matchedVariants).toEqual(['kept']);

      const second = await draft('moved');
      expect([second.number, second.id === first.id]).toEqual([first.number, false]);
      expect((await quiz.matches(preview.id)).body.matchedVariants).toEqual(['renamed']);
      expect((await quiz.call('POST', '/funnels/drafts/publish')).status).toBe(200);
      await shows(quiz, ordinary.id, ['moved']);
      const after = await quiz.matches(preview.id);
      expect(after.body.matchedVariants).toEqual(['renamed']);
      expect([after.headers['cache-control'], after.headers.etag]).toEqual(['no-store', undefined]);
    });
  });
}
