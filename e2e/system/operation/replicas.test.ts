import { setTimeout as sleep } from 'node:timers/promises';
import { scaleTimeout } from '@svc/kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { repeatWhileUnavailable, until } from '../../support/http.js';
import { buildCatalog, createQuiz, picks, type Quiz, question } from '../../support/quiz.js';
import { type Cluster, startCluster } from '../../support/services.js';

/**
 * Replicas that freeze, thaw, die and come: the process is stopped by SIGSTOP, so that its connections stay open and nothing
 * answers. docs/reliability.md R7.11 and R7.13; docs/architecture.md "What happens when something is down".
 */
describe('replicas of services', () => {
  let cluster: Cluster;
  let quiz: Quiz;
  let analysis: string;

  beforeAll(async () => {
    cluster = await startCluster({ replicas: 2, environment: { LOG_LEVEL: 'debug' } });
    const system = { origin: cluster.gateways[0]?.origin as string, platformToken: cluster.platformToken };
    quiz = await createQuiz(system, 'replicas', {
      catalog: buildCatalog({ V1: ['t:a'], V2: [] }),
      steps: [question(1, { a: { prefer: ['t:a'] } })],
    });
    analysis = (await repeatWhileUnavailable(() => quiz.create(picks({ 1: 'a' })))).body.id;
  });
  afterEach(() => thaw('matchers', 'analysis', 'funnel'));
  afterAll(() => cluster?.stop());

  const processes = (name: 'matchers' | 'analysis' | 'funnel') => (cluster ? [cluster[name]].flat() : []);
  const freeze = (...names: Parameters<typeof processes>[0][]) => {
    for (const { child } of names.flatMap(processes)) child.kill('SIGSTOP');
  };
  const thaw = (...names: Parameters<typeof processes>[0][]) => {
    for (const { child } of names.flatMap(processes)) child.kill('SIGCONT');
  };

  /** Each question is a new one, which no gateway remembers. */
  let asked = 0;
  const ask = async () => {
    const started = performance.now();
    const { status, body } = await quiz.matches(analysis, `?variantId=V1&variantId=x${++asked}`);
    return { status, code: body?.error as string | undefined, ms: performance.now() - started };
  };

  /** Fifty questions a second, whether they are answered or not; which had which status, by the second they were asked in. */
  async function load(seconds: number) {
    const answers: { at: number; status: number; ms: number }[] = [];
    const running: Promise<unknown>[] = [];
    const start = performance.now();
    for (let at = 0; at < seconds * 1_000; at = performance.now() - start) {
      const began = at;
      running.push(ask().then(({ status, ms }) => answers.push({ at: began, status, ms })));
      await sleep(20);
    }
    await Promise.all(running);
    return answers;
  }
  const success = (answers: { status: number }[]) =>
    answers.filter(({ status }) => status === 200).length / answers.length;

  /** Matches that a matcher has answered, by its log. */
  const countMatches = (index: number) => (cluster.matchers[index]?.output() ?? '').split('MatchVariants').length - 1;
  /** Sends matches until the matcher answers. */
  const worksAgain = async (index: number) => {
    const before = countMatches(index);
    await until('it gets a match', async () => (await ask()).status === 200 && countMatches(index) > before, 80_000);
  };

  it('one of two matchers freezes: at least 99 % of matches succeed after 5 s, and nearly all before; thawed, it works again', async () => {
    await load(1);
    const [first, second] = cluster.matchers;
    first?.child.kill('SIGSTOP');
    const answers = await load(7);
    const late = answers.filter(({ at }) => at > 5_000);
    expect(success(late)).toBeGreaterThanOrEqual(0.99);
    // About half would succeed if calls continued to be sent to the frozen one.
    expect(success(answers)).toBeGreaterThanOrEqual(0.9);
    expect(Math.max(...late.map(({ ms }) => ms))).toBeLessThan(scaleTimeout(1_000));
    first?.child.kill('SIGCONT');
    await worksAgain(0);
    second?.child.kill('SIGSTOP'); // Now all depends on the first one.
    await until('all matches are answered', async () => success(await load(1)) === 1);
    second?.child.kill('SIGCONT');
    await worksAgain(1);
  });

  it('both matchers freeze: each match is 503 MATCHER_FAILURE within 2.8 s; thawed, they answer again within 3 s', async () => {
    await load(1);
    freeze('matchers');
    for (let round = 0; round < 2; round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, ask));
      for (const { status, code, ms } of answers) {
        expect([status, code]).toEqual([503, 'MATCHER_FAILURE']);
        expect(ms).toBeLessThan(scaleTimeout(2_800));
      }
    }
    thaw('matchers');
    await until('matches are answered', async () => (await ask()).status === 200, scaleTimeout(3_000));
  });

  it('a matcher that comes gets at least 20 % of the matches within 90 s: in fact, a few seconds after it listens', async () => {
    await cluster.matchers[0]?.stop('SIGKILL');
    await load(1);
    cluster.restart('matcher');
    await worksAgain(0);
    await load(1);
    const before = [countMatches(0), countMatches(1)];
    let [newer, older] = [0, 0];
    // A busy machine asks and answers fewer of them in a second.
    for (let round = 0; newer + older <= 100 && round < 20; round += 1) {
      await load(3);
      [newer = 0, older = 0] = before.map((count, index) => countMatches(index) - count);
    }
    expect(newer + older).toBeGreaterThan(100);
    expect(newer / (newer + older)).toBeGreaterThanOrEqual(0.2);
  });

  it('analysis-svc freezes: matches and creates are 503 within their deadlines, and again 200 when it thaws', async () => {
    freeze('analysis');
    const started = performance.now();
    const [match, create] = await Promise.all([ask(), quiz.create(picks({ 1: 'a' }))]);
    expect([match.status, create.status]).toEqual([503, 503]);
    expect(performance.now() - started).toBeLessThan(scaleTimeout(2_800));
    expect(create.headers['retry-after']).toBe('1');
    expect((await ask()).status).toBe(503);
    thaw('analysis');
    await until(
      'both work',
      async () => (await ask()).status === 200 && (await quiz.create()).status === 200,
      scaleTimeout(5_000),
    );
  });

  it('funnel-svc freezes: reads and creates are 503 within 2.5 s, matches continue', async () => {
    freeze('funnel');
    const started = performance.now();
    const [read, create, match] = await Promise.all([quiz.read(), quiz.create(picks({ 1: 'a' })), ask()]);
    expect([read.status, create.status, match.status]).toEqual([503, 503, 200]);
    expect(performance.now() - started).toBeLessThan(scaleTimeout(2_500));
    thaw('funnel');
    await until('reads work', async () => (await quiz.read()).status === 200, scaleTimeout(5_000));
  });
});
