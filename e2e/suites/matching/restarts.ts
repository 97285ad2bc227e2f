import { scaleTimeout } from '@svc/kit/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { repeatWhileUnavailable, until } from '../../support/http.js';
import { buildCatalog, createQuiz, picks, type Quiz, question } from '../../support/quiz.js';
import { admin, type Cluster } from '../../support/services.js';

/** Matching: the same input always gives the same bytes, on every replica and after every restart. */
export function matchingOverRestarts(getCluster: () => Cluster): void {
  describe('matching over restarts and pauses of services', () => {
    let cluster: Cluster;
    let quiz: Quiz;
    let ordinary: string;
    let preview: string;

    beforeAll(async () => {
      cluster = getCluster();
      const system = { origin: cluster.gateways[0]?.origin as string, platformToken: cluster.platformToken };
      const steps = [question(1, { a: { prefer: ['t:a'] }, b: { avoid: ['t:a'] } })];
      const variants = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`V${i}`, i % 3 ? ['t:a'] : []]));
      const resultPage = { tabs: [{ key: 'T', name: { en: 'Tab', de: 'Reiter' }, select: { tags: ['t:a'] } }] };
      quiz = await createQuiz(system, 'restarts', { catalog: buildCatalog(variants), steps, resultPage });
      const edit = (steps: object[]) => repeatWhileUnavailable(() => quiz.applyFunnel({ draft: { steps } }));
      const draft = await edit([question(1, { a: { require: ['t:a'] } }, { strict: true })]);
      const createdWithVersionId = draft.body.funnels.restarts.draft.id;
      const create = (more: object) => repeatWhileUnavailable(() => quiz.create({ ...more, ...picks({ 1: 'a' }) }));
      ordinary = (await create({})).body.id;
      preview = (await create({ createdWithVersionId })).body.id;
      await edit([question(1, { a: {} })]);
    });

    /** Until the matcher itself answers: each question is a new one, which no gateway remembers. */
    let asked = 0;
    const matcherAnswers = () =>
      until('the matcher answers', async () => (await quiz.matches(ordinary, `?variantId=x${++asked}`)).status === 200);

    it('a matcher that starts cold gives the same bytes and ETag, also for the preview of a draft that was replaced (docs/contract.md C12.2)', async () => {
      const ask = async () => {
        const answers = [
          await quiz.matches(ordinary, '?resultPage=true&locale=de'),
          await quiz.matches(ordinary),
          await quiz.matches(preview),
        ];
        return answers.map(({ status, text, headers }) => ({ status, text, etag: headers.etag }));
      };
      const before = await ask();
      expect(before.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(JSON.parse(before[2]?.text as string).matchedVariants).toHaveLength(40);
      await cluster.matchers[0]?.stop('SIGKILL');
      cluster.restart('matcher');
      await matcherAnswers();
      expect(await ask()).toEqual(before);
    });

    it('a cold matcher answers from what it kept, with catalog-sync and funnel-svc down', async () => {
      const before = (await quiz.matches(ordinary)).text;
      await Promise.all([cluster.catalog.stop('SIGKILL'), cluster.funnel.stop('SIGKILL')]);
      await cluster.matchers[0]?.stop('SIGKILL');
      cluster.restart('matcher');
      await matcherAnswers();
      expect((await quiz.matches(ordinary)).text).toBe(before);
      expect((await quiz.matches(preview)).status).toBe(200);
      cluster.restart('catalog');
      cluster.restart('funnel');
      await until('the funnel is read again', async () => (await quiz.read()).status === 200);
    });

    it('while catalog-sync hangs, everything else continues; an apply waits until catalog-sync continues, or is refused', async () => {
      const change = { catalog: buildCatalog({ NEW: [] }), name: 'Changed' };
      await until('an apply works', async () => (await quiz.apply({ name: 'Before' })).status === 200);
      await until('a create works', async () => (await quiz.create()).status === 200);
      cluster.catalog.child.kill('SIGSTOP');
      const waiting = quiz.apply(change);
      const { apply } = admin(cluster.gateways[0]?.origin as string, cluster.platformToken);
      const requests = [
        () => quiz.create(picks({ 1: 'a' })),
        () => quiz.matches(ordinary, `?variantId=x${++asked}`),
        () => quiz.read(),
        () => quiz.call('POST', '/api-keys', { name: 'another' }),
        () => apply('restarts-other', { name: 'No catalog' }),
      ];
      const others = await Promise.all(requests.map(repeatWhileUnavailable));
      cluster.catalog.child.kill('SIGCONT');
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 201, 200]);
      const answer = await waiting;
      // A call waits 1.3 s for a service that does not answer (docs/reliability.md R7.13), which a busy machine may need for the others.
      if (answer.status !== 503)
        expect([answer.status, answer.body.changed], answer.text).toEqual([200, ['name', 'catalog']]);
      else expect((await repeatWhileUnavailable(() => quiz.apply(change))).status).toBe(200);
      await until('the match shows it', async () => (await quiz.match()).join() === 'NEW', scaleTimeout(2_000));
    });
  });
}
