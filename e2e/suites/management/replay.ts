import { scaleTimeout } from '@svc/kit/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../support/http.js';
import { fetchMatchBodies } from '../../support/match-bodies.js';
import type { Launched } from '../../support/processes.js';
import { picks, type Quiz, question, rule } from '../../support/quiz.js';
import { createOpened, createReleased, STEPS, tab, withoutTag } from './released-company.js';

/** Replay over HTTP: what a change would do to stored analyses, before it is in force. */
export function replay(getSystem: () => Launched): void {
  describe('replay', () => {
    let system: Launched;
    /** A company for all requests that change nothing. */
    let opened: Quiz;
    beforeAll(async () => {
      system = getSystem();
      opened = await createOpened(system, 'replay-opened');
    });

    const ask = (quiz: Quiz, handle: string, body: unknown, type?: string) =>
      quiz.call('POST', `/funnels/${handle}/replay`, body, type);

    it('says what settings would change, exactly as they do when they are applied, and stores nothing', async () => {
      const { quiz, analyses, before } = await createReleased(system, 'replayed');
      const preview = await quiz.applyFunnel({ draft: { steps: [STEPS[0]] } });
      const draftId = preview.body.funnels.replayed.draft.id;
      await quiz.create({ createdWithVersionId: draftId, ...picks({ 1: 'dry' }) });
      const matching = withoutTag('texture:rich');
      const yaml =
        'last: 100\nmatching:\n  rules:\n    - { key: without, then: { exclude: { tags: ["texture:rich"] } } }\n';
      const { status, body, text } = await ask(quiz, 'replayed', yaml, 'application/yaml');
      expect(status, text).toBe(200);
      expect(await fetchMatchBodies(quiz, analyses)).toEqual(before);
      expect(body.analyses).toMatchObject({ asked: 100, replayed: 4, changed: 4, share: 1, membershipChanged: 4 });
      expect(body.draft).toEqual({ parts: ['matching'], funnelVersion: null });

      await quiz.applyFunnel({ matching });
      const isInForce = async () => {
        const bodies = await fetchMatchBodies(quiz, analyses);
        return analyses.every((_id, index) => bodies[index * 3] !== before[index * 3]);
      };
      await until('the settings are in force', isInForce, scaleTimeout(2_000));
      const lost = new Map<string, number>();
      let newlyEmpty = 0;
      for (const [index, id] of analyses.entries()) {
        const was: string[] = JSON.parse(before[index * 3] as string).matchedVariants;
        const is: string[] = (await quiz.matches(id)).body.matchedVariants;
        if (was.length > 0 && is.length === 0) newlyEmpty += 1;
        for (const variant of was) if (!is.includes(variant)) lost.set(variant, (lost.get(variant) ?? 0) + 1);
      }
      expect(
        new Map(
          body.variants.lost.first.map((one: { variantId: string; analyses: number }) => [one.variantId, one.analyses]),
        ),
      ).toEqual(lost);
      expect(body.analyses.newlyEmpty).toBe(newlyEmpty);
      expect(body.examples.map(({ analysisId }: { analysisId: string }) => analysisId).sort()).toEqual(
        [...analyses].sort(),
      );
    });

    it('what is in force changes nothing, whichever part is given', async () => {
      const { quiz } = await createReleased(system, 'same');
      const { tagging, sets, funnels } = (await quiz.call('GET', '/blueprint')).body;
      const { assortment, matching, resultPage, published } = funnels[0];
      const { body, text } = await ask(quiz, 'same', {
        tagging,
        sets,
        assortment,
        matching,
        resultPage,
        published,
      });
      expect(body.analyses, text).toMatchObject({ replayed: 4, changed: 0, share: 0 });
      expect(body.tabs.tabs.map(({ changed }: { changed: number }) => changed)).toEqual([0, 0]);
      expect(body.draft.parts).toEqual(['tagging', 'sets', 'assortment', 'matching', 'resultPage', 'steps']);
    });

    it('replays a draft, a version by its number as a rollback would bring it back, tagging and tabs', async () => {
      const { quiz } = await createReleased(system, 'replayed-versions');
      const renamed = question(1, { dryness: { require: ['skin:dry'] }, oily: { require: ['skin:oily'] } });
      (renamed.selections[0] as { formerKeys?: string[] }).formerKeys = ['dry'];
      await quiz.applyFunnel({ published: { steps: [renamed, STEPS[1]] }, draft: { steps: [renamed] } });
      await quiz.create(picks({ 1: 'dryness', 2: 'rich' }));
      const draft = await ask(quiz, 'replayed-versions', { version: 'draft' });
      expect(draft.body.draft, draft.text).toEqual({
        parts: ['steps'],
        funnelVersion: { id: expect.any(String), number: 3 },
      });
      // An apply waits a second at most until the matcher has the version in force.
      await expect
        .poll(async () => (await ask(quiz, 'replayed-versions', { version: 1 })).body.analyses, {
          message: 'the rename is taken back',
          timeout: scaleTimeout(2_000),
        })
        .toMatchObject({ replayed: 5, changed: 0 });
      const tagging = await ask(quiz, 'replayed-versions', { tagging: { variants: { A: ['skin:oily'] } } });
      expect(tagging.body.analyses.changed, tagging.text).toBeGreaterThan(0);
      const tabs = await ask(quiz, 'replayed-versions', {
        resultPage: { enabled: true, tabs: [tab('DRY', ['none:none'])] },
      });
      expect(tabs.body.tabs.tabs).toMatchObject([
        { key: 'DRY', state: 'kept', newlyEmpty: expect.any(Number) },
        { key: 'RICH', state: 'removed' },
      ]);
    });

    it('answers problems with the pointers and messages of an apply', async () => {
      const { quiz } = await createReleased(system, 'pointers');
      const matching = { rules: [rule('r', {}, { when: { step: 9, in: ['x'] } })] };
      const resultPage = { tabs: [{ ...tab('T', []), select: { sets: ['none'] } }] };
      const replayed = (await ask(quiz, 'pointers', { matching, resultPage })).body;
      const refused = (await quiz.applyFunnel({ matching, resultPage })).body;
      expect([replayed.error, refused.error]).toEqual(['INVALID_REQUEST', 'INVALID_BLUEPRINT']);
      const inBody = refused.details.map(({ path, message }: { path: string; message: string }) => ({
        path: path.replace('/funnels/0', ''),
        message,
      }));
      expect(replayed.details).toEqual(inBody);
      expect(replayed.details.length).toBeGreaterThan(1);
    });

    it.each<[unknown, number, string, RegExp]>([
      [
        {},
        400,
        'INVALID_REQUEST',
        /at least one of tagging, taggingOperations, sets, assortment, matching, resultPage, published, version/,
      ],
      [{ last: 0, matching: {} }, 400, 'INVALID_REQUEST', /from 1 to 2000/],
      [{ last: 2001, matching: {} }, 400, 'INVALID_REQUEST', /from 1 to 2000/],
      [{ machting: {} }, 400, 'INVALID_REQUEST', /not known here/],
      [{ version: 'draft' }, 409, 'FUNNEL_NOT_PUBLISHED', /no draft/],
      [{ version: 77 }, 400, 'VERSION_NOT_FOUND', /published were 1/],
      [{ version: 1, published: { steps: [] } }, 400, 'INVALID_REQUEST', /one version/],
      ['{', 400, 'INVALID_JSON', /must be JSON/],
    ])('%j is %i %s', async (body, status, code, message) => {
      const answer = await opened.call('POST', '/funnels/replay-opened/replay', body);
      expect([answer.status, answer.body.error], answer.text).toEqual([status, code]);
      expect(answer.text).toMatch(message);
    });

    it('of a funnel that is not there is 404; of one without a published version 409', async () => {
      expect((await opened.call('POST', '/funnels/nowhere/replay', { matching: {} })).status).toBe(404);
      await opened.apply({ funnels: [{ subdomain: 'replay-opened-bare' }] });
      const answer = await opened.call('POST', '/funnels/replay-opened-bare/replay', { matching: {} });
      expect([answer.status, answer.body.error]).toEqual([409, 'FUNNEL_NOT_PUBLISHED']);
    });
  });
}
