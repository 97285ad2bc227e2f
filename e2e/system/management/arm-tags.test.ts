import { scaleTimeout } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send, until } from '../../support/http.js';
import type { Launched } from '../../support/processes.js';
import { buildCatalog, createQuiz, picks, type Quiz, question } from '../../support/quiz.js';
import { startSystem } from '../../support/start-system.js';

const ANALYSES = 24;

/** docs/insight.md N13.15. A test of matching whose arm has other tags, from the draft to its results. */
describe('an arm with changes of tags', () => {
  let system: Launched;
  let quiz: Quiz;

  beforeAll(async () => {
    system = await startSystem({ RATE_LIMITS: 'off' });
    quiz = await createQuiz({ ...system, isWhole: true }, 'tagged', {
      catalog: buildCatalog({ own: ['skin:dry'], given: [], never: [] }),
      // A variant without one of the tags suits no answer.
      steps: [question(1, { dry: { require: ['skin:dry'] } }, { strict: true })],
    });
  });
  afterAll(() => system?.stop());

  it(
    'changes the match of its analyses only, and is in the results; the same change for all ends the test',
    async () => {
      const tagging = [{ kind: 'variant', id: 'given', add: ['skin:dry'], remove: [] }];
      const created = await quiz.call('POST', '/experiments', {
        ...{ name: 'More dry care', kind: 'MATCHING', funnel: 'tagged', hypothesis: 'More clicks.' },
        ...{ primaryMeasure: 'CLICK_RATE', minimumEffect: 0.1, arms: [{}, { settings: { tagging } }] },
      });
      expect([created.status, created.body.arms[1].settings]).toEqual([201, { tagging }]);
      const path = `/experiments/${created.body.id}`;
      expect((await quiz.call('POST', `${path}/start`)).body.state).toBe('RUNNING');

      // A test is in force in matcher-svc within a second or so.
      const explain = async (id: string) => {
        const { body } = await quiz.call('GET', `/analyses/${id}/explain?variantId=given`);
        return body.versions.experiment as { id: string; arm: string } | null;
      };
      const first = (await quiz.create(picks({ 1: 'dry' }))).body.id as string;
      await until('the test is in force', async () => (await explain(first)) !== null);
      const ids = [first];
      while (ids.length < ANALYSES) ids.push((await quiz.create(picks({ 1: 'dry' }))).body.id);

      const counted: Record<string, { units: number; clicks: number }> = {
        A: { units: 0, clicks: 0 },
        B: { units: 0, clicks: 0 },
      };
      const match = async (id: string) => (await quiz.matches(id)).body.matchedVariants as string[];
      for (const [place, id] of ids.entries()) {
        const { arm = '', id: test } = (await explain(id)) ?? {};
        expect([test, ['A', 'B'].includes(arm)]).toEqual([created.body.id, true]);
        const expected = arm === 'B' ? ['given', 'own'] : ['own'];
        expect((await match(id)).sort(), arm).toEqual(expected);
        const count = counted[arm] as { units: number; clicks: number };
        count.units += 1;
        if (place % 2 === 0) continue;
        count.clicks += 1;
        const events = [{ id: 'click', type: 'CLICK', variantId: 'own', position: 0 }];
        expect((await send(system.origin, '/api/v1/events', { body: { analysisId: id, events } })).status).toBe(202);
      }
      expect(Math.min(counted.A?.units ?? 0, counted.B?.units ?? 0)).toBeGreaterThan(0);

      const readClicks = async () => {
        const { body } = await quiz.call('GET', `${path}/results`);
        const arms: { key: string; units: number; successes: number }[] = body.measures[0]?.arms ?? [];
        return arms.map(({ key, units, successes }) => [key, units, successes]);
      };
      const expected = ['A', 'B'].map((key) => [key, counted[key]?.units, counted[key]?.clicks]);
      await until(
        'analyses and clicks are added up',
        async () => JSON.stringify(await readClicks()) === JSON.stringify(expected),
        scaleTimeout(75_000),
      );

      // The tags of another variant change nothing about the test; those of this one end it, and all get them.
      const change = (id: string, tag: string) =>
        quiz.call('PATCH', '/tagging', { operations: [{ kind: 'variant', id, add: [tag], remove: [] }] });
      const readState = async () => {
        const { body } = await quiz.call('GET', path);
        return [body.state, body.endReason];
      };
      expect((await change('never', 'skin:oily')).status).toBe(200);
      expect(await readState()).toEqual(['RUNNING', null]);
      expect((await change('given', 'skin:dry')).status).toBe(200);
      expect(await readState()).toEqual(['STOPPED', 'PUBLISHED']);
      await until('all matches have the tags', async () => {
        const matches = await Promise.all(ids.map(match));
        return matches.every((one) => one.sort().join(' ') === 'given own');
      });
    },
    scaleTimeout(150_000),
  );
});
