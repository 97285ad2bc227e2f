import { scaleTimeout } from '@svc/kit/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { send, until } from '../../support/http.js';
import type { Launched } from '../../support/processes.js';
import { buildCatalog, createQuiz, picks, type Quiz, question, rule } from '../../support/quiz.js';

const CATALOG = buildCatalog({ A: ['skin:dry'], B: ['skin:dry'], C: ['skin:oily'], D: [] });
const STEPS = [question(1, { dry: { require: ['skin:dry'] }, oily: { require: ['skin:oily'] } })];
const without = (...variantIds: string[]) => ({ rules: [rule('without', { exclude: { variantIds } })] });
const DRY = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };

/** What an edit would do, over HTTP. docs/management.md "Consequences while editing". */
export function consequences(getSystem: () => Launched): void {
  describe('consequences while editing', () => {
    let system: Launched;
    let quiz: Quiz;
    beforeAll(async () => {
      system = getSystem();
      quiz = await createQuiz(system, 'edit', { catalog: CATALOG, steps: STEPS });
    });

    it('a preview says what the match will be once the part is saved, and a probe how many are left', async () => {
      const before = await quiz.match(DRY);
      expect(before).toEqual(['A', 'B', 'D']);
      const parts = { matching: without('A') };
      const probe = await quiz.call('POST', '/funnels/edit/probe', { parts, answers: DRY, stepId: 1 });
      expect([probe.status, probe.body]).toEqual([
        200,
        {
          eligible: 4,
          left: 2,
          options: [
            { key: 'dry', left: 2 },
            { key: 'oily', left: 2 },
          ],
          colorTypeTested: false,
        },
      ]);
      const preview = await quiz.call('POST', '/funnels/edit/preview-match', { parts, answers: DRY, explain: ['A'] });
      expect(preview.body).toMatchObject({ matchedVariants: ['B', 'D'], cards: { B: { productId: 'P-B' } } });
      expect(
        preview.body.explanation.variants[0].tests.find((test: { passed: boolean }) => !test.passed),
      ).toMatchObject({
        rules: ['without'],
      });
      expect(await quiz.match(DRY)).toEqual(before);

      expect((await quiz.applyFunnel(parts)).status).toBe(200);
      await until('the rule is in force', async () => String(await quiz.match(DRY)) === 'B,D', scaleTimeout(2_000));
      await quiz.applyFunnel({ matching: null });
      await until(
        'the rule is gone',
        async () => String(await quiz.match(DRY)) === String(before),
        scaleTimeout(2_000),
      );
    });

    it('a rule that is replaced on the state that was read changes the match; the state before is refused', async () => {
      const { platformToken: token, origin } = system;
      const path = '/api/admin/v1/companies/edit/funnels/edit/matching';
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const read = await send(origin, path, { headers });
      const { matching } = read.body;
      const put = (etag: string, rules: object[]) =>
        send(origin, path, {
          method: 'PUT',
          headers: { ...headers, 'if-match': etag },
          body: { matching: { ...matching, rules } },
        });
      const etag = String(read.headers.etag);
      const changed = await put(etag, without('B').rules);
      expect([changed.status, changed.body.changed]).toEqual([200, ['funnels/edit/matching']]);
      await until('the rule is in force', async () => String(await quiz.match(DRY)) === 'A,D', scaleTimeout(2_000));
      const stale = await put(etag, []);
      expect([stale.status, stale.body.error]).toEqual([412, 'PRECONDITION_FAILED']);
      expect((await put(String(changed.headers.etag), [])).status).toBe(200);
      await until('the rule is gone', async () => String(await quiz.match(DRY)) === 'A,B,D', scaleTimeout(2_000));
    });

    it('a stored analysis can be tried out; that of another company does not exist', async () => {
      const { id } = (await quiz.create(picks({ 1: 'oily' }))).body;
      const preview = await quiz.call('POST', '/funnels/edit/preview-match', { analysisId: id });
      expect(preview.body.matchedVariants).toEqual(['C', 'D']);
      const other = await createQuiz(system, 'other', { catalog: CATALOG, steps: STEPS });
      const foreign = await other.call('POST', '/funnels/other/preview-match', { analysisId: id });
      expect([foreign.status, foreign.body.error]).toEqual([404, 'NOT_FOUND']);
      expect((await other.call('GET', '/funnels/edit/rules/effect')).status).toBe(404);
    });

    it('a check walks steps that are not saved; problems are named by their place', async () => {
      const strict = question(
        1,
        { dry: { require: ['skin:none'] }, oily: { require: ['skin:oily'] } },
        { strict: true },
      );
      const checked = await quiz.call('POST', '/funnels/edit/check', { parts: { steps: [strict] } });
      expect(checked.body).toMatchObject({
        blockingDeadEnds: 1,
        deadEnds: { first: [{ answers: [{ chosen: ['dry'] }] }] },
      });
      expect(checked.body.version).toBeUndefined();
      const wrong = {
        rules: [rule('wrong', { exclude: { variantIds: ['A'] } }, { when: { step: 9, answered: true } })],
      };
      const refused = await quiz.call('POST', '/funnels/edit/check', { parts: { matching: wrong } });
      expect([refused.status, refused.body.details]).toMatchObject([
        400,
        [{ path: '/parts/matching/rules/0/when/step' }],
      ]);
    });

    it('the effect of each rule is counted over stored analyses', async () => {
      const measured = await createQuiz(system, 'effect', {
        catalog: CATALOG,
        steps: STEPS,
        matching: { rules: [rule('dry', { exclude: { variantIds: ['A', 'C'] } }, { when: { step: 1, in: ['dry'] } })] },
      });
      const { id } = (await measured.create(picks({ 1: 'dry' }))).body;
      await measured.create(picks({ 1: 'oily' }));
      const { status, body } = await measured.call('GET', '/funnels/effect/rules/effect?last=10');
      expect([status, body]).toEqual([
        200,
        {
          date: expect.any(String),
          asked: 10,
          analyses: 2,
          rules: [
            {
              key: 'dry',
              holdsIn: 1,
              excludes: { variants: 1, most: 1 },
              requires: null,
              boosts: null,
              pins: null,
              analysisIds: [id],
            },
          ],
        },
      ]);
    });

    it('a probe of ten options with 2,000 variants says for each how many are left', async () => {
      const keys = Array.from({ length: 10 }, (_, index) => `o${index}`);
      const options = Object.fromEntries(keys.map((key) => [key, { require: [`group:${key}`] }]));
      const variants = Array.from({ length: 2_000 }, (_, index) => [`V${index}`, [`group:o${index % 10}`]]);
      const large = await createQuiz(system, 'large', {
        catalog: buildCatalog(Object.fromEntries(variants)),
        steps: [question(1, options)],
      });
      const { body } = await large.call('POST', '/funnels/large/probe', {
        stepId: 1,
        parts: { matching: without('V1') },
      });
      expect(body).toMatchObject({ eligible: 2_000, left: 1_999 });
      expect(body.options).toEqual(keys.map((key) => ({ key, left: key === 'o1' ? 199 : 200 })));
    });
  });
}
