import { scaleTimeout } from '@svc/kit/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../support/http.js';
import { fetchMatchBodies } from '../../support/match-bodies.js';
import type { Launched } from '../../support/processes.js';
import { buildCatalog, createQuiz, picks, type Quiz, question, rule } from '../../support/quiz.js';

const tab = (key: string, tags: string[]) => ({ key, name: { en: key }, select: { tags, productIds: [], sets: [] } });
const withoutTag = (tag: string) => ({ rules: [rule('without', { exclude: { tags: [tag] } })] });

const CATALOG = buildCatalog({
  A: ['skin:dry', 'texture:rich'],
  B: ['skin:dry'],
  C: ['skin:oily', 'texture:rich'],
  D: ['texture:gel'],
  SET: [],
});
const STEPS = [
  question(1, { dry: { require: ['skin:dry'] }, oily: { require: ['skin:oily'] } }),
  question(2, { rich: { prefer: ['texture:rich'] }, gel: { prefer: ['texture:gel'] } }),
];
const PAGE = { enabled: true, tabs: [tab('RICH', ['texture:rich']), tab('DRY', ['skin:dry'])] };

/** Release safety over HTTP: the predicted effect of a change, and rollback to the same match bodies byte for byte. */
export function releaseSafety(getSystem: () => Launched): void {
  describe('release safety', () => {
    let system: Launched;
    beforeAll(() => {
      system = getSystem();
    });

    /** A company with one analysis for every pair of answers, and their match bodies as they are now. */
    async function createCompany(handle: string) {
      const quiz = await createQuiz(system, handle, {
        catalog: CATALOG,
        steps: STEPS,
        resultPage: PAGE,
        matching: { rules: [rule('first', { pin: { variantIds: ['B'] } })] },
      });
      const tagging = { variants: { D: ['skin:dry'] } };
      const sets = [{ key: 'duo', name: { en: 'Duo' }, variantId: 'SET', variants: [{ id: 'A' }, { id: 'B' }] }];
      await applied(quiz, { tagging, sets });
      const analyses: string[] = [];
      for (const skin of ['dry', 'oily']) {
        for (const texture of ['rich', 'gel']) {
          analyses.push((await quiz.create(picks({ 1: skin, 2: texture }))).body.id);
        }
      }
      return { quiz, analyses, before: await fetchMatchBodies(quiz, analyses) };
    }

    async function applied(quiz: Quiz, blueprint: object): Promise<void> {
      const answer = await quiz.apply(blueprint);
      expect(answer.status, answer.text).toBe(200);
    }

    /** A change takes effect within two seconds. */
    const untilUnchanged = (quiz: Quiz, analyses: readonly string[], before: readonly string[]) =>
      until(
        'the bodies are what they were',
        async () => String(await fetchMatchBodies(quiz, analyses)) === String(before),
        scaleTimeout(2_000),
      );
    const untilChanged = (quiz: Quiz, analyses: readonly string[], before: readonly string[]) =>
      until(
        'the bodies have changed',
        async () => String(await fetchMatchBodies(quiz, analyses)) !== String(before),
        scaleTimeout(2_000),
      );

    const versionInForce = async (quiz: Quiz): Promise<number> => {
      const { body } = await quiz.call('GET', '/settings/versions');
      return body.data.find((version: { inForce: boolean }) => version.inForce).version;
    };

    describe('rollback restores the match bodies of earlier analyses byte for byte', () => {
      const changes: [what: string, part: string, change: (handle: string) => object][] = [
        ['tagging', 'tagging', () => ({ tagging: { products: { 'P-C': ['skin:dry'] } } })],
        ['sets', 'sets', () => ({ sets: [] })],
        [
          'matching settings',
          'matching',
          (subdomain) => ({ funnels: [{ subdomain, matching: withoutTag('texture:rich') }] }),
        ],
        [
          'tabs',
          'resultPage',
          (subdomain) => ({
            funnels: [
              {
                subdomain,
                resultPage: { enabled: true, tabs: [tab('DRY', ['skin:dry']), tab('NEW', ['texture:gel'])] },
              },
            ],
          }),
        ],
        [
          'the assortment',
          'assortment',
          (subdomain) => ({ funnels: [{ subdomain, assortment: { tags: ['skin:oily'] } }] }),
        ],
      ];

      it.each(changes)('%s', async (_what, part, change) => {
        const handle = `back-${part.toLowerCase()}`;
        const { quiz, analyses, before } = await createCompany(handle);
        const version = await versionInForce(quiz);
        await applied(quiz, change(handle));
        await untilChanged(quiz, analyses, before);
        const answer = await quiz.call('POST', '/settings/rollback', { version });
        expect(answer.status, answer.text).toBe(200);
        const name = ['tagging', 'sets'].includes(part) ? part : `funnels/${handle}/${part}`;
        expect(answer.body.changed).toEqual([name]);
        await untilUnchanged(quiz, analyses, before);
        expect(await fetchMatchBodies(quiz, analyses)).toEqual(before);
        expect(await versionInForce(quiz)).toBe(version + 2);
      });

      it('a rollback of a funnel version maps renamed keys back and keeps answers given in the meantime', async () => {
        const { quiz, analyses, before } = await createCompany('back-version');
        const renamed = question(1, { dryness: { require: ['skin:oily'] }, oily: { require: ['skin:dry'] } });
        (renamed.selections[0] as { formerKeys?: string[] }).formerKeys = ['dry'];
        const replaced = question(7, { rich: { prefer: ['texture:gel'] }, gel: { prefer: [] } }, { formerIds: [2] });
        const answer = await quiz.applyFunnel({ published: { steps: [renamed, replaced] } });
        expect(answer.body.funnels['back-version'].published.number, answer.text).toBe(2);
        await untilChanged(quiz, analyses, before);
        const since = (await quiz.create(picks({ 1: 'dryness', 7: 'gel' }))).body;
        expect(since.payload_warnings).toBeUndefined();

        const back = await quiz.call('POST', '/funnels/back-version/rollback', { number: 1 });
        expect([back.status, back.body], back.text).toEqual([
          200,
          {
            id: expect.any(String),
            number: 3,
            rolledBackTo: { id: quiz.versionId, number: 1 },
            changed: true,
            warnings: [],
          },
        ]);
        expect((await quiz.read()).body.version).toEqual({ id: back.body.id, number: 3 });
        await untilUnchanged(quiz, analyses, before);
        expect(await fetchMatchBodies(quiz, analyses)).toEqual(before);
        // `dry` and `gel` of version 1: the second of the four analyses.
        expect(await fetchMatchBodies(quiz, [since.id])).toEqual(before.slice(3, 6));
        const { data } = (await quiz.call('GET', '/funnels/back-version/versions')).body;
        expect(data.map(({ number, state }: { number: number; state: string }) => `${number} ${state}`)).toEqual([
          '3 PUBLISHED',
          '2 SUPERSEDED',
          '1 SUPERSEDED',
        ]);

        const again = await quiz.call('POST', '/funnels/back-version/rollback', { versionId: back.body.id });
        expect(again.body).toMatchObject({ number: 3, changed: false });
        const forward = await quiz.call('POST', '/funnels/back-version/rollback', { number: 2 });
        expect(forward.body).toMatchObject({ number: 4, changed: true });
        await untilChanged(quiz, analyses, before);
      });
    });

    describe('rollback of settings', () => {
      it('takes named parts only, and leaves what came since in the others', async () => {
        const { quiz } = await createCompany('parts');
        const version = await versionInForce(quiz);
        await applied(quiz, {
          tagging: {},
          sets: [],
          funnels: [{ subdomain: 'parts', matching: withoutTag('skin:dry'), assortment: { tags: ['skin:dry'] } }],
        });
        const parts = ['sets', 'funnels/parts/matching'];
        const answer = await quiz.call('POST', '/settings/rollback', { version, parts });
        expect(answer.body.changed, answer.text).toEqual(parts);
        const { body } = await quiz.call('GET', '/blueprint');
        expect([body.sets.length, body.tagging.variants, body.funnels[0].assortment.tags]).toEqual([
          1,
          {},
          ['skin:dry'],
        ]);
        const repeated = await quiz.call('POST', '/settings/rollback', { version, parts });
        expect(repeated.body.changed).toEqual([]);
      });

      it('a rule that names a step that is gone is refused with its pointer, and nothing is changed', async () => {
        const { quiz, analyses } = await createCompany('without-effect');
        const matching = {
          rules: [rule('r', { exclude: { tags: ['skin:dry'] } }, { when: { step: 2, in: ['rich'] } })],
        };
        await applied(quiz, { funnels: [{ subdomain: 'without-effect', matching: matching }] });
        const version = await versionInForce(quiz);
        await applied(quiz, {
          tagging: {},
          funnels: [{ subdomain: 'without-effect', matching: null, published: { steps: [STEPS[0]] } }],
        });
        const before = await fetchMatchBodies(quiz, analyses);
        const inForce = await versionInForce(quiz);
        const answer = await quiz.call('POST', '/settings/rollback', { version });
        expect([answer.status, answer.body.error, answer.body.details]).toEqual([
          400,
          'INVALID_BLUEPRINT',
          [
            {
              path: '/funnels/without-effect/matching/rules/0/when/step',
              message: 'There is no step 2; step must be the id of a step of this funnel.',
            },
          ],
        ]);
        expect([await fetchMatchBodies(quiz, analyses), await versionInForce(quiz)]).toEqual([before, inForce]);
      });

      it('leaves a funnel alone that was made after the version, and resets one that had nothing then', async () => {
        const { quiz } = await createCompany('younger');
        await applied(quiz, { funnels: [{ subdomain: 'younger-plain', published: { steps: STEPS } }] });
        await applied(quiz, { tagging: { variants: { A: ['skin:oily'] } } });
        const version = await versionInForce(quiz);
        const matching = withoutTag('skin:dry');
        await applied(quiz, {
          funnels: [
            { subdomain: 'younger-plain', matching },
            { subdomain: 'younger-new', matching, published: { steps: STEPS } },
          ],
        });
        const answer = await quiz.call('POST', '/settings/rollback', { version });
        expect(answer.body.changed, answer.text).toEqual(['funnels/younger-plain/matching']);
      });

      it('a version can be looked at, replayed and applied before it is brought back', async () => {
        const { quiz, analyses, before } = await createCompany('held');
        const version = await versionInForce(quiz);
        await applied(quiz, { tagging: {}, funnels: [{ subdomain: 'held', matching: withoutTag('skin:dry') }] });
        const { body } = await quiz.call('GET', `/settings/versions/${version}`);
        const { assortment, matching, resultPage } = body.funnels[0];
        const draft = { tagging: body.tagging, sets: body.sets, assortment, matching, resultPage };
        const { analyses: told } = (await quiz.call('POST', '/funnels/held/replay', draft)).body;
        expect(told).toMatchObject({ replayed: 4, changed: 4 });
        await applied(quiz, body);
        await untilUnchanged(quiz, analyses, before);
        expect((await quiz.call('POST', '/settings/rollback', { version })).body.changed).toEqual([]);
      });

      it('lists versions in pages, with what changed in the words of a blueprint', async () => {
        const { quiz } = await createCompany('listed');
        const first = await quiz.call('GET', '/settings/versions?limit=1');
        expect(first.body).toEqual({
          data: [{ version: 2, createdAt: expect.stringMatching(/Z$/), changed: ['tagging', 'sets'], inForce: true }],
          nextCursor: expect.any(String),
        });
        const second = await quiz.call('GET', `/settings/versions?limit=1&cursor=${first.body.nextCursor}`);
        expect(second.body).toMatchObject({
          data: [{ version: 1, changed: ['funnels/listed/matching', 'funnels/listed/resultPage'], inForce: false }],
          nextCursor: null,
        });
      });

      it.each<[object, number, string]>([
        [{}, 400, 'INVALID_REQUEST'],
        [{ version: 99 }, 400, 'VERSION_NOT_FOUND'],
        [{ version: 1, parts: [] }, 400, 'INVALID_REQUEST'],
        [{ version: 1, parts: ['funnels/listed/draft', 'funnels/other/matching'] }, 400, 'INVALID_REQUEST'],
        [{ version: 1, part: 'tagging' }, 400, 'INVALID_REQUEST'],
      ])('%j is %i %s', async (body, status, code) => {
        const answer = await openedCall('POST', '/settings/rollback', body);
        expect([answer.status, answer.body.error], answer.text).toEqual([status, code]);
      });
    });

    describe('replay', () => {
      const replay = (quiz: Quiz, handle: string, body: unknown, type?: string) =>
        quiz.call('POST', `/funnels/${handle}/replay`, body, type);

      it('says what settings would change, exactly as they do when they are applied, and stores nothing', async () => {
        const { quiz, analyses, before } = await createCompany('replayed');
        const preview = await quiz.applyFunnel({ draft: { steps: [STEPS[0]] } });
        const draftId = preview.body.funnels.replayed.draft.id;
        await quiz.create({ createdWithVersionId: draftId, ...picks({ 1: 'dry' }) });
        const matching = withoutTag('texture:rich');
        const yaml =
          'last: 100\nmatching:\n  rules:\n    - { key: without, then: { exclude: { tags: ["texture:rich"] } } }\n';
        const { status, body, text } = await replay(quiz, 'replayed', yaml, 'application/yaml');
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
            body.variants.lost.first.map((one: { variantId: string; analyses: number }) => [
              one.variantId,
              one.analyses,
            ]),
          ),
        ).toEqual(lost);
        expect(body.analyses.newlyEmpty).toBe(newlyEmpty);
        expect(body.examples.map(({ analysisId }: { analysisId: string }) => analysisId).sort()).toEqual(
          [...analyses].sort(),
        );
      });

      it('what is in force changes nothing, whichever part is given', async () => {
        const { quiz } = await createCompany('same');
        const { tagging, sets, funnels } = (await quiz.call('GET', '/blueprint')).body;
        const { assortment, matching, resultPage, published } = funnels[0];
        const { body, text } = await replay(quiz, 'same', {
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
        const { quiz } = await createCompany('replayed-versions');
        const renamed = question(1, { dryness: { require: ['skin:dry'] }, oily: { require: ['skin:oily'] } });
        (renamed.selections[0] as { formerKeys?: string[] }).formerKeys = ['dry'];
        await quiz.applyFunnel({ published: { steps: [renamed, STEPS[1]] }, draft: { steps: [renamed] } });
        await quiz.create(picks({ 1: 'dryness', 2: 'rich' }));
        const draft = await replay(quiz, 'replayed-versions', { version: 'draft' });
        expect(draft.body.draft, draft.text).toEqual({
          parts: ['steps'],
          funnelVersion: { id: expect.any(String), number: 3 },
        });
        const earlier = await replay(quiz, 'replayed-versions', { version: 1 });
        expect(earlier.body.analyses, 'the rename is taken back').toMatchObject({ replayed: 5, changed: 0 });
        const tagging = await replay(quiz, 'replayed-versions', { tagging: { variants: { A: ['skin:oily'] } } });
        expect(tagging.body.analyses.changed, tagging.text).toBeGreaterThan(0);
        const tabs = await replay(quiz, 'replayed-versions', {
          resultPage: { enabled: true, tabs: [tab('DRY', ['none:none'])] },
        });
        expect(tabs.body.tabs.tabs).toMatchObject([
          { key: 'DRY', state: 'kept', newlyEmpty: expect.any(Number) },
          { key: 'RICH', state: 'removed' },
        ]);
      });

      it('answers problems with the pointers and messages of an apply', async () => {
        const { quiz } = await createCompany('pointers');
        const matching = { rules: [rule('r', {}, { when: { step: 9, in: ['x'] } })] };
        const resultPage = { tabs: [{ ...tab('T', []), select: { sets: ['none'] } }] };
        const replayed = (await replay(quiz, 'pointers', { matching, resultPage })).body;
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
        const answer = await openedCall('POST', '/funnels/opened/replay', body);
        expect([answer.status, answer.body.error], answer.text).toEqual([status, code]);
        expect(answer.text).toMatch(message);
      });

      it('of a funnel that is not there is 404; of one without a published version 409', async () => {
        expect((await openedCall('POST', '/funnels/nowhere/replay', { matching: {} })).status).toBe(404);
        await opened?.apply({ funnels: [{ subdomain: 'opened-bare' }] });
        const answer = await openedCall('POST', '/funnels/opened-bare/replay', { matching: {} });
        expect([answer.status, answer.body.error]).toEqual([409, 'FUNNEL_NOT_PUBLISHED']);
      });
    });

    describe('rollback of a funnel', () => {
      it.each<[unknown, number, string]>([
        [{}, 400, 'INVALID_REQUEST'],
        [{ number: 1, versionId: 'x' }, 400, 'INVALID_REQUEST'],
        [{ number: 99 }, 400, 'VERSION_NOT_FOUND'],
        [{ versionId: 'unknown' }, 400, 'VERSION_NOT_FOUND'],
      ])('%j is %i %s', async (body, status, code) => {
        const answer = await openedCall('POST', '/funnels/opened/rollback', body);
        expect([answer.status, answer.body.error], answer.text).toEqual([status, code]);
      });

      it('to a draft that was never published is refused', async () => {
        const draft = (await opened?.applyFunnel({ draft: { steps: [STEPS[0]] } }))?.body.funnels.opened.draft;
        const answer = await openedCall('POST', '/funnels/opened/rollback', { versionId: draft.id });
        expect([answer.body.error, answer.body.message]).toEqual([
          'VERSION_NOT_FOUND',
          expect.stringContaining('never published'),
        ]);
        await opened?.applyFunnel({ draft: null });
      });
    });

    /** One company for all requests that change nothing. */
    let opened: Quiz | undefined;
    async function openedCall(method: string, path: string, body: unknown) {
      opened ??= await createQuiz(system, 'opened', {
        catalog: CATALOG,
        steps: STEPS,
        matching: withoutTag('skin:dry'),
      });
      return opened.call(method, path, body);
    }
  });
}
