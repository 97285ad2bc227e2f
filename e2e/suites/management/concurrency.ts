import { describe, expect, it } from 'vitest';
import { type Answer, repeatWhileUnavailable, until } from '../../support/http.js';
import { buildCatalog, createQuiz, question, type System } from '../../support/quiz.js';
import { admin } from '../../support/services.js';

/** Simultaneous requests have the result of one of their possible orders, never a mixture and never a 500. */
export function concurrency(system: () => System): void {
  const steps = (key: string) => ({ steps: [question(1, { [key]: {} })] });
  const outcomes = (answers: Answer[]) => answers.map(({ status, body }) => body.error ?? status).sort();

  describe('management requests at the same time', () => {
    it('of two companies that apply the same sub-domain, one gets it and the other gets a problem', async () => {
      const management = admin(system().origin, system().platformToken);
      const wanted = { funnels: [{ subdomain: 'contested' }] };
      const answers = await Promise.all(
        ['rival-a', 'rival-b', 'rival-c'].map((handle) => management.apply(handle, wanted)),
      );
      expect(outcomes(answers)).toEqual([200, 'INVALID_BLUEPRINT', 'INVALID_BLUEPRINT']);
      const refused = answers.find(({ status }) => status === 400);
      expect(refused?.body.details[0].path).toBe('/funnels/0/subdomain');
    });

    it('publishing one draft several times: once, then 409', async () => {
      const quiz = await createQuiz(system(), 'publish-race', steps('one'));
      await quiz.applyFunnel({ draft: steps('two') });
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => quiz.call('POST', '/funnels/publish-race/publish')),
      );
      expect(outcomes(answers)).toEqual([200, ...Array(4).fill('FUNNEL_NOT_PUBLISHED')]);
    });

    it('editing a draft while it is published: every version number is used once', async () => {
      const quiz = await createQuiz(system(), 'draft-race', steps('one'));
      await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          i % 3 === 2 ? quiz.call('POST', '/funnels/draft-race/publish') : quiz.applyFunnel({ draft: steps(`d${i}`) }),
        ),
      );
      const { data } = (await quiz.call('GET', '/funnels/draft-race/versions?limit=100')).body;
      const kept = data.filter(({ state }: { state: string }) => state !== 'DISCARDED');
      expect(new Set(kept.map(({ number }: { number: number }) => number)).size).toBe(kept.length);
      expect(kept.filter(({ state }: { state: string }) => state === 'PUBLISHED')).toHaveLength(1);
    });

    it('imports of one company run one at a time; others are refused with 409 CONFLICT and Retry-After', async () => {
      const quiz = await createQuiz(system(), 'import-race', {});
      const csv = `id;name;url\n${Array.from({ length: 3_000 }, (_, i) => `V${i};N;https://a.example/${i}`).join('\n')}`;
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => quiz.call('POST', '/catalog/imports?wait=true', csv, 'text/csv')),
      );
      for (const outcome of outcomes(answers)) expect([200, 'CONFLICT']).toContain(outcome);
      expect(answers.filter(({ status }) => status === 200).map(({ body }) => body.state)).toContain('SUCCEEDED');
    });

    it('a match sees the catalog before an apply or the one after it, never a mixture', async () => {
      const generation = (number: number) =>
        buildCatalog(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`g${number}-${i}`, []])));
      const quiz = await createQuiz(system(), 'swap', { catalog: generation(0) });
      const { id } = (await quiz.create()).body;
      const seen = new Set<string>();
      const read = async (query: string) => {
        const { body } = await repeatWhileUnavailable(() => quiz.matches(id, query));
        const generations = new Set(body.matchedVariants.map((variant: string) => variant.split('-')[0]));
        expect([generations.size, body.matchedVariants.length]).toEqual([1, 20]);
        seen.add([...generations].join());
      };
      await read('');
      let isReading = true;
      const reader = (async () => {
        for (let turn = 0; isReading && !seen.has('g6'); turn++) await read(turn % 2 ? '?locale=en' : '');
      })();
      for (let number = 1; number <= 6; number++) {
        expect((await quiz.apply({ catalog: generation(number) })).status).toBe(200);
      }
      await until('reads show the last one', async () => seen.has('g6')).finally(() => {
        isReading = false;
      });
      await reader;
      expect(seen).toContain('g0');
    });
  });

  it('a company file over 32 MiB is 413, and the connection still gets its answer', async () => {
    const quiz = await createQuiz(system(), 'too-large', {});
    const answer = await quiz
      .call('PUT', '/blueprint', `{"name":"${'x'.repeat(33 * 1024 * 1024)}"}`)
      .catch((error) => error);
    // A client that continues to write may see the connection end instead.
    if (answer instanceof Error) expect(answer).toMatchObject({ code: expect.stringMatching(/EPIPE|ECONNRESET/) });
    else expect([answer.status, answer.body.error]).toEqual([413, 'REQUEST_TOO_LARGE']);
  });
}
