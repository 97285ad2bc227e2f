import { scaleTimeout } from '@svc/kit/testing';
import { describe, expect, it } from 'vitest';
import { send, until } from '../../support/http.js';
import { buildCatalog, createQuiz, question, rule, type System } from '../../support/quiz.js';
import type { Cluster } from '../../support/services.js';

const taste = question(1, { sweet: { require: ['taste:sweet'] }, sour: { require: ['taste:sour'] } });
const scent = question(2, { strong: {}, none: { avoid: ['scent:strong'] } });
/** All that is sour is strongly scented. */
const fruits = buildCatalog({ a: ['taste:sweet'], b: ['taste:sour', 'scent:strong'] });

/** "Publishing a draft with dead ends needs `force`", and the check that decides it. ADR 21. */
export function publishing(system: () => System): void {
  const open = async (handle: string, given: object = {}) => {
    const quiz = await createQuiz(system(), handle, { catalog: fruits, steps: [taste], ...given });
    return {
      ...quiz,
      draft: (...steps: object[]) => quiz.applyFunnel({ draft: { steps } }),
      publish: (query = '', body?: object) => quiz.call('POST', `/funnels/${handle}/publish${query}`, body),
      check: (body?: object) => quiz.call('POST', `/funnels/${handle}/check`, body),
    };
  };

  describe('publishing a draft', () => {
    it('with a new dead end is 409 CONFLICT that names the answers; nothing is published until it is forced', async () => {
      const quiz = await open('dead-end');
      const { body } = await quiz.draft(taste, scent);
      const answer = await quiz.publish();
      expect([answer.status, answer.body], answer.text).toMatchObject([
        409,
        {
          error: 'CONFLICT',
          message: expect.stringMatching(/1 dead end.*force/),
          details: [{ path: '/draft/steps/1', message: 'Nothing matches with step_1 = sour and step_2 = none.' }],
        },
      ]);
      expect((await quiz.read()).body.version.number).toBe(1);
      const forced = await quiz.publish('', { force: true });
      expect([forced.status, forced.body]).toEqual([200, body.funnels['dead-end'].draft]);
    });

    it('is refused for what the report of a check calls blocking, and for nothing else', async () => {
      const quiz = await open('told-before');
      await quiz.draft(taste, scent);
      expect((await quiz.check()).body).toMatchObject({ blockingDeadEnds: 1, deadEnds: { total: 1 } });
      await quiz.draft(taste, question(2, { strong: {}, none: {} }));
      expect((await quiz.check()).body).toMatchObject({ blockingDeadEnds: 0, deadEnds: { total: 0 } });
      expect((await quiz.publish()).status).toBe(200);
    });

    it('that changes nothing about a dead end which is published already goes without force', async () => {
      const quiz = await open('known', { steps: [taste, scent] });
      await quiz.draft({ ...taste, title: 'Another title' }, scent);
      expect((await quiz.check()).body.deadEnds.first).toMatchObject([{ kind: 'PUBLISHED' }]);
      expect((await quiz.publish()).status).toBe(200);
    });

    it('is allowed without force when only a color type has no match', async () => {
      const quiz = await open('seasons', { catalog: buildCatalog({ a: ['color_type:TRUE_WINTER'] }) });
      await quiz.draft({ id: 1, type: 'HAIR_COLOR' });
      const { body } = await quiz.check();
      expect([body.deadEnds.total, body.blockingDeadEnds]).toEqual([11, 0]);
      expect((await quiz.publish()).status).toBe(200);
    });

    it('goes without force before the catalog is there', async () => {
      const quiz = await open('early', { catalog: buildCatalog({}) });
      await quiz.draft({ ...taste, strict: true }, scent);
      expect((await quiz.publish()).status).toBe(200);
    });

    it('is checked with the settings and the catalog of an apply that has just been answered', async () => {
      const quiz = await open('fresh');
      // An apply waits a second at most until the matcher has the catalog, which a busy machine may exceed.
      const untilDeadPaths = (count: number) =>
        expect.poll(async () => (await quiz.check()).body.deadPaths, { timeout: scaleTimeout(2_000) }).toBe(count);
      for (const round of [1, 2, 3]) {
        const never = rule('never', { exclude: { variantIds: ['b'] } });
        await quiz.applyFunnel({
          draft: { steps: [taste, question(3, { x: {} }, { title: `${round}` })] },
          matching: { rules: [never] },
        });
        // The published version shows nothing to these visitors any more either: the settings are the same for both.
        expect((await quiz.check()).body.deadEnds.first).toMatchObject([{ kind: 'PUBLISHED' }]);
        await quiz.applyFunnel({ matching: null });
        expect((await quiz.check()).body.deadPaths).toBe(0);
        await quiz.apply({ catalog: buildCatalog({ a: ['taste:sweet'], c: ['taste:sweet'] }) });
        await untilDeadPaths(1);
        await quiz.apply({ catalog: fruits });
        await untilDeadPaths(0);
      }
      expect((await quiz.publish('?force=true')).status).toBe(200);
    });
  });

  it('a check comes as lines of progress and a report where the client accepts them', async () => {
    const quiz = await open('lines');
    const { origin, platformToken } = system();
    const answer = await send(origin, '/api/admin/v1/companies/lines/funnels/lines/check', {
      method: 'POST',
      headers: { authorization: `Bearer ${platformToken}`, accept: 'application/x-ndjson' },
    });
    const lines = answer.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(lines[0]).toEqual({ progress: { phase: 'PATHS', done: 0, total: 0 } });
    expect(lines.at(-1)).toEqual({ report: (await quiz.check()).body });
  });
}

/** The outcome of a publish while the matcher is down. */
export function publishingUnchecked(cluster: () => Cluster, system: () => System): void {
  it('a draft that cannot be checked is 503 with force as the way on; with force it is published', async () => {
    const quiz = await createQuiz(system(), 'unchecked', { catalog: fruits, steps: [taste] });
    const publish = (body?: object) => quiz.call('POST', '/funnels/unchecked/publish', body);
    await quiz.applyFunnel({ draft: { steps: [taste, scent] } });
    await cluster().matchers[0]?.stop('SIGKILL');
    const answer = await publish();
    expect([answer.status, answer.body.error, answer.body.message]).toEqual([
      503,
      'UNAVAILABLE',
      expect.stringMatching(/unchecked with "force": true/),
    ]);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect((await publish({ force: true })).body.number).toBe(2);
    await quiz.applyFunnel({ draft: { steps: [taste] } });
    cluster().restart('matcher');
    await until('the matcher runs again', async () => (await publish()).status === 200, 30_000);
  });
}
