import { scaleTimeout } from '@svc/kit/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { send, until } from '../../support/http.js';
import { createQuiz, picks, type Quiz, question, type System } from '../../support/quiz.js';

/** docs/management.md "What the file contains" (drafts, publishing) and "Publish and read". */
export function versions(system: () => System): void {
  const steps = (key: string) => ({ steps: [question(1, { [key]: {} })] });

  describe('versions of a funnel', () => {
    let quiz: Quiz;
    const funnel = async (keys: object) => (await quiz.applyFunnel(keys)).body.funnels.versions;
    const list = async () => (await quiz.call('GET', '/funnels/versions/versions')).body.data;

    beforeAll(async () => {
      quiz = await createQuiz(system(), 'versions', steps('one'));
    });

    it('are published only when they differ from the current published version', async () => {
      const answer = await quiz.applyFunnel({ published: steps('one') });
      expect(answer.body).toMatchObject({
        funnels: { versions: { published: { id: quiz.versionId, number: 1 } } },
        changed: [],
      });
    });

    it('a draft has the next number; applying it again keeps its id, editing it makes a new id', async () => {
      const first = (await funnel({ draft: steps('two') })).draft;
      expect(first.number).toBe(2);
      expect((await funnel({ draft: steps('two') })).draft).toEqual(first);
      const second = (await funnel({ draft: steps('three') })).draft;
      expect(second.number).toBe(2);
      expect(second.id).not.toBe(first.id);
    });

    it('a replaced draft can neither be read nor submitted to; a preview of it keeps it', async () => {
      const first = (await funnel({ draft: steps('four') })).draft;
      const preview = await quiz.create({ createdWithVersionId: first.id, ...picks({ 1: 'four' }) });
      expect(preview.body.isPreview).toBe(true);
      await funnel({ draft: steps('five') });
      expect((await quiz.read(`?versionId=${first.id}`)).body.error).toBe('VERSION_NOT_FOUND');
      expect((await quiz.create({ createdWithVersionId: first.id })).body.error).toBe('VERSION_NOT_FOUND');
      expect((await quiz.matches(preview.body.id)).status).toBe(200);
    });

    it('draft: null takes the draft away; publishing then is 409 FUNNEL_NOT_PUBLISHED', async () => {
      expect((await funnel({ draft: null })).draft).toBeUndefined();
      expect((await quiz.applyFunnel({ draft: null })).body.changed).toEqual([]);
      const answer = await quiz.call('POST', '/funnels/versions/publish');
      expect([answer.status, answer.body.error]).toEqual([409, 'FUNNEL_NOT_PUBLISHED']);
    });

    it('publish makes the draft the published version, with its id and number', async () => {
      const { draft } = await funnel({ draft: steps('six') });
      const answer = await quiz.call('POST', '/funnels/versions/publish');
      expect([answer.status, answer.body]).toEqual([200, draft]);
      expect((await quiz.read()).body.version).toEqual(draft);
      expect((await quiz.call('POST', '/funnels/versions/publish')).status).toBe(409);
      expect((await quiz.applyFunnel({ published: steps('six') })).body.changed).toEqual([]);
    });

    it('are listed newest first, with their states', async () => {
      await funnel({ draft: steps('seven') });
      const all = await list();
      expect(all[0]).toEqual({
        id: expect.any(String),
        number: 4,
        state: 'DRAFT',
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        publishedAt: null,
      });
      // Number 2 was the discarded draft: numbers are never used again.
      const states = all.map(({ number, state }: { number: number; state: string }) => `${number} ${state}`);
      expect(states.filter((entry: string) => !entry.endsWith('DISCARDED'))).toEqual([
        '4 DRAFT',
        '3 PUBLISHED',
        '1 SUPERSEDED',
      ]);
      const numbers = all.map(({ number }: { number: number }) => number);
      expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    });

    it('of an unknown funnel are 404, as is publishing it', async () => {
      expect((await quiz.call('GET', '/funnels/nowhere/versions')).status).toBe(404);
      expect((await quiz.call('POST', '/funnels/nowhere/publish')).status).toBe(404);
    });

    it('a funnel with only a draft is read and submitted to by the draft', async () => {
      const made = await quiz.apply({ funnels: [{ subdomain: 'drafted', draft: steps('a') }, { subdomain: 'bare' }] });
      const { drafted, bare } = made.body.funnels;
      expect([drafted.published, drafted.draft.number, bare.published, bare.draft]).toEqual([
        undefined,
        1,
        undefined,
        undefined,
      ]);
      expect((await quiz.create({ funnelId: drafted.id })).body).toMatchObject({ funnelVersionId: drafted.draft.id });
      const answer = await quiz.create({ funnelId: bare.id });
      expect([answer.status, answer.body.error]).toEqual([409, 'FUNNEL_NOT_PUBLISHED']);
    });
  });

  describe('an archived funnel', () => {
    it('is gone for everybody, out of the export, and comes back by archived: false', async () => {
      const quiz = await createQuiz(system(), 'archive', steps('one'));
      const { id } = (await quiz.create()).body;
      expect((await quiz.applyFunnel({ archived: true })).body.changed).toEqual(['funnels/archive/archived']);
      expect((await quiz.applyFunnel({ archived: true })).body.changed).toEqual([]);
      expect((await quiz.read()).status).toBe(404);
      expect((await quiz.create()).status).toBe(404);
      expect((await quiz.call('GET', '/blueprint')).body.funnels).toEqual([]);
      expect((await quiz.call('POST', '/funnels/archive/publish')).status).toBe(404);
      const status = async () => (await quiz.matches(id)).status;
      await until('its analyses are not matched', async () => (await status()) === 404, scaleTimeout(2_000));
      const head = await send(system().origin, `/api/v1/analyses/${id}/matches`, { method: 'HEAD' });
      expect(head.status, 'HEAD says the same').toBe(404);
      await quiz.applyFunnel({ archived: false });
      await until('its analyses are matched', async () => (await status()) === 200, scaleTimeout(2_000));
      expect((await quiz.read()).body.version.id).toBe(quiz.versionId);
    });

    it('keeps its sub-domain: another company cannot take it', async () => {
      const quiz = await createQuiz(system(), 'archived-name', steps('one'));
      await quiz.applyFunnel({ archived: true });
      const other = await createQuiz(system(), 'archived-other', steps('one'));
      const answer = await other.apply({ funnels: [{ subdomain: 'archived-name' }] });
      expect(answer.body.error).toBe('INVALID_BLUEPRINT');
    });
  });
}
