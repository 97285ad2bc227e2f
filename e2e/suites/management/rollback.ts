import { scaleTimeout } from '@svc/kit/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../support/http.js';
import { fetchMatchBodies } from '../../support/match-bodies.js';
import type { Launched } from '../../support/processes.js';
import { picks, type Quiz, question, rule } from '../../support/quiz.js';
import { applied, createOpened, createReleased, STEPS, tab, withoutTag } from './released-company.js';

/** Rollback over HTTP: earlier analyses get the same match bodies again, byte for byte. */
export function rollback(getSystem: () => Launched): void {
  describe('rollback', () => {
    let system: Launched;
    /** A company for all requests that change nothing. */
    let opened: Quiz;
    beforeAll(async () => {
      system = getSystem();
      opened = await createOpened(system, 'opened');
    });

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
        const { quiz, analyses, before } = await createReleased(system, handle);
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
        const { quiz, analyses, before } = await createReleased(system, 'back-version');
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
        const { quiz } = await createReleased(system, 'parts');
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
        const { quiz, analyses } = await createReleased(system, 'without-effect');
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
        const { quiz } = await createReleased(system, 'younger');
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
        const { quiz, analyses, before } = await createReleased(system, 'held');
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
        const { quiz } = await createReleased(system, 'listed');
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
        const answer = await opened.call('POST', '/settings/rollback', body);
        expect([answer.status, answer.body.error], answer.text).toEqual([status, code]);
      });
    });

    describe('rollback of a funnel', () => {
      it.each<[unknown, number, string]>([
        [{}, 400, 'INVALID_REQUEST'],
        [{ number: 1, versionId: 'x' }, 400, 'INVALID_REQUEST'],
        [{ number: 99 }, 400, 'VERSION_NOT_FOUND'],
        [{ versionId: 'unknown' }, 400, 'VERSION_NOT_FOUND'],
      ])('%j is %i %s', async (body, status, code) => {
        const answer = await opened.call('POST', '/funnels/opened/rollback', body);
        expect([answer.status, answer.body.error], answer.text).toEqual([status, code]);
      });

      it('to a draft that was never published is refused', async () => {
        const draft = (await opened.applyFunnel({ draft: { steps: [STEPS[0]] } })).body.funnels.opened.draft;
        const answer = await opened.call('POST', '/funnels/opened/rollback', { versionId: draft.id });
        expect([answer.body.error, answer.body.message]).toEqual([
          'VERSION_NOT_FOUND',
          expect.stringContaining('never published'),
        ]);
        await opened.applyFunnel({ draft: null });
      });
    });
  });
}
