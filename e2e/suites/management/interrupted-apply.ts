import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../../support/http.js';
import { buildCatalog, createQuiz, type Quiz, question, type System } from '../../support/quiz.js';
import type { Cluster } from '../../support/services.js';

/** Issue "apply": all or nothing across the services, safe when a service dies in the middle: applying again finishes it. */
export function interruptedApply(cluster: () => Cluster, system: () => System): void {
  /** One number in every part that a service of its own keeps: steps, tagging, catalog. */
  const buildState = (subdomain: string, number: number) => ({
    name: `State ${number}`,
    tagging: { products: { P: [`state:n${number}`] } },
    catalog: buildCatalog({ [`V${number}`]: [] }),
    funnels: [{ subdomain, published: { steps: [question(1, { [`n${number}`]: {} })] } }],
  });
  const numbersIn = async (quiz: Quiz): Promise<string[]> => {
    const { body } = await quiz.call('GET', '/blueprint');
    return [
      body.name,
      body.tagging.products.P[0],
      body.catalog.products[0].variants[0].shopSystemId,
      body.funnels[0].published.steps[0].selections[0].key,
    ].map((text: string) => text.replace(/\D+/g, ''));
  };
  const open = async (handle: string) => {
    const quiz = await createQuiz(system(), handle, {});
    await quiz.apply(buildState(handle, 1));
    return quiz;
  };
  const newest = async (quiz: Quiz, handle: string) =>
    (await quiz.call('GET', `/funnels/${handle}/versions?limit=1`)).body.data[0].number;
  const succeeds = (what: string, attempt: () => Promise<{ status: number }>) =>
    until(what, async () => (await attempt()).status === 200, 30_000);

  describe('an apply while a service is down', () => {
    afterEach(() =>
      succeeds('everything runs again', async () =>
        (await open(`again-${Math.random().toString(36).slice(2)}`)).read(),
      ),
    );

    it.each(['catalog', 'matcher'] as const)(
      '(%s) is 503, changes nothing, and works when it runs again',
      async (name) => {
        const handle = `down-${name}`;
        const quiz = await open(handle);
        const before = await newest(quiz, handle);
        await (name === 'catalog' ? cluster().catalog : cluster().matchers[0])?.stop('SIGKILL');
        const answer = await quiz.apply(buildState(handle, 2));
        expect([answer.status, answer.body.error], answer.text).toEqual([503, 'UNAVAILABLE']);
        expect(answer.headers['retry-after']).toMatch(/^\d+$/);
        expect(await newest(quiz, handle), 'not a step further').toBe(before);
        expect((await quiz.call('GET', '/blueprint')).status, 'no half export').toBe(503);
        const own = await quiz.apply({ name: 'Own part', funnels: [{ subdomain: handle, paused: true }] });
        expect([own.status, own.body.changed], 'what the others have no part in').toEqual([
          200,
          ['name', `funnels/${handle}/paused`],
        ]);

        cluster().restart(name);
        await succeeds('applying again', () => quiz.apply(buildState(handle, 2)));
        expect(await numbersIn(quiz)).toEqual(['2', '2', '2', '2']);
        expect((await quiz.apply(buildState(handle, 2))).body.changed).toEqual([]);
      },
    );

    it('(funnel-svc) is 503, and matching continues', async () => {
      const quiz = await open('down-funnel');
      const { id } = (await quiz.create()).body;
      await quiz.matches(id);
      await cluster().funnel.stop('SIGKILL');
      expect((await quiz.apply(buildState('down-funnel', 2))).status).toBe(503);
      expect((await quiz.matches(id, '?variantId=V1&variantId=other')).status).toBe(200);
      cluster().restart('funnel');
      await succeeds('applying again', () => quiz.apply(buildState('down-funnel', 2)));
    });
  });

  it.each(['catalog', 'matcher', 'funnel'] as const)(
    'kill -9 of %s under a stream of applies never leaves a mixture',
    async (name) => {
      const handle = `stream-${name}`;
      const quiz = await open(handle);
      let number = 1;
      let running = true;
      const seen = new Set<number>();
      const stream = (async () => {
        while (running) seen.add((await quiz.apply(buildState(handle, ++number))).status);
      })();
      const reached = number + 5;
      await until('applies are on their way', async () => number >= reached, 30_000);
      const victim = { catalog: cluster().catalog, matcher: cluster().matchers[0], funnel: cluster().funnel }[name];
      await victim?.stop('SIGKILL');
      cluster().restart(name);
      const before = number;
      await until(
        'applies work again',
        async () => number > before + 3 && (await quiz.call('GET', '/blueprint')).status === 200,
        30_000,
      );
      running = false;
      await stream;
      expect([...seen].filter((status) => ![200, 503, 504].includes(status))).toEqual([]);
      // Without applying again: what was begun is finished by itself.
      await until('all parts are of one state', async () => new Set(await numbersIn(quiz)).size === 1, 30_000);
      await succeeds('applying once more', () => quiz.apply(buildState(handle, number)));
      expect(await numbersIn(quiz)).toEqual(Array(4).fill(String(number)));
      await until('the match is of that state', async () => (await quiz.match()).join() === `V${number}`);
    },
  );
}
