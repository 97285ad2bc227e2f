import { type RedisServer, scaleTimeout, startRedisServer, startTcpProxy, type TcpProxy } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repeatWhileUnavailable } from '../../support/http.js';
import { buildCatalog, createQuiz, picks, type Quiz, question } from '../../support/quiz.js';
import { type Cluster, startCluster } from '../../support/services.js';

const QUESTIONS = 5;
const OPTIONS = ['a', 'b', 'c', 'd'];
const VARIANTS = 64;
/** Matches that are timed together. */
const MATCHES = 60;
/** Most that an ailing Redis may add to nine of ten matches. docs/reliability.md R8.6. */
const MAX_ADDED_MS = 60;

/**
 * Milliseconds. A busy machine makes single matches slow, and those that run in parallel with them; an ailing Redis for which matches wait
 * makes all of them slow.
 */
interface Times {
  median: number;
  p90: number;
  slowest: number;
}

const redis = await startRedisServer();

/**
 * Everything that may use Redis does: messages between replicas, and rankings. Whatever happens to Redis, matches continue with the
 * same lists. docs/reliability.md R8.6; services-alone.test.ts shows that changes still come through.
 */
describe.skipIf(!redis)('two gateways and two matchers whose Redis ails', () => {
  let server: RedisServer;
  let proxy: TcpProxy;
  let cluster: Cluster;
  let quiz: Quiz;
  let next = 0;

  /** The n-th combination of answers: an option for each question. */
  const getOptions = (n: number) =>
    Array.from({ length: QUESTIONS }, (_, at) => Math.floor(n / OPTIONS.length ** at) % OPTIONS.length);
  const toVariantId = (variant: number) => `V${variant}`;
  const toTags = (variant: number) => getOptions(variant * 13).map((option, at) => `q${at}:${OPTIONS[option]}`);
  /** Best first: variants with more of the chosen tags, then catalog order. */
  const listFor = (n: number) => {
    const wanted = getOptions(n).map((option, at) => `q${at}:${OPTIONS[option]}`);
    const score = (variant: number) => toTags(variant).filter((tag) => wanted.includes(tag)).length;
    const variants = Array.from({ length: VARIANTS }, (_, variant) => variant);
    return variants.sort((a, b) => score(b) - score(a) || a - b).map(toVariantId);
  };

  beforeAll(async () => {
    server = redis as RedisServer;
    proxy = await startTcpProxy(server.url);
    cluster = await startCluster({
      redisUrl: `redis://${proxy.address}`,
      environment: { RANKING_CACHE: 'redis' },
    });
    const system = { origin: cluster.gateways[0]?.origin as string, platformToken: cluster.platformToken };
    const variants = Array.from({ length: VARIANTS }, (_, variant) => [toVariantId(variant), toTags(variant)] as const);
    quiz = await createQuiz(system, 'ailing', {
      catalog: buildCatalog(Object.fromEntries(variants)),
      steps: Array.from({ length: QUESTIONS }, (_, at) =>
        question(at + 1, Object.fromEntries(OPTIONS.map((option) => [option, { prefer: [`q${at}:${option}`] }]))),
      ),
    });
    await time(); // Warm.
  }, 240_000);
  afterAll(async () => {
    await cluster?.stop();
    await proxy?.close();
    await redis?.stop();
  });

  /** Times of matches with new answers. Each has the right list. */
  async function time(): Promise<Times> {
    const numbers = Array.from({ length: MATCHES }, () => next++);
    const analyses: { n: number; id: string }[] = [];
    const create = async (n: number) => {
      const chosen = getOptions(n).map((option, at) => [at + 1, OPTIONS[option] as string]);
      const created = await repeatWhileUnavailable(() => quiz.create(picks(Object.fromEntries(chosen))));
      expect(created.status, created.text).toBe(200);
      analyses.push({ n, id: created.body.id });
    };
    while (numbers.length > 0) await Promise.all(numbers.splice(0, 4).map(create));
    const times: number[] = [];
    const work = async () => {
      for (let analysis = analyses.pop(); analysis; analysis = analyses.pop()) {
        const before = performance.now();
        const { status, text } = await quiz.matches(analysis.id);
        times.push(performance.now() - before);
        expect(status, text).toBe(200);
        expect(text).toBe(JSON.stringify({ matchedVariants: listFor(analysis.n) }));
      }
    };
    await Promise.all([work(), work(), work(), work()]);
    times.sort((a, b) => a - b);
    const percentile = (share: number) => times[Math.floor(times.length * share)] as number;
    return { median: percentile(0.5), p90: percentile(0.9), slowest: percentile(0.99) };
  }

  it.each<[string, () => unknown, () => unknown]>([
    ['is stopped (SIGSTOP)', () => server.freeze(), () => server.thaw()],
    ['answers after 30 ms', () => proxy.latency(15), () => proxy.latency(0)],
    ['answers after two seconds', () => proxy.latency(1_000), () => proxy.latency(0)],
    ['is killed', () => server.kill(), () => server.start()],
    ['comes back empty', () => server.kill().then(() => server.start()), () => undefined],
  ])(
    'Redis %s: no match fails or differs, and Redis adds less than 60 ms to most matches',
    async (_name, ail, mend) => {
      // With a healthy Redis, and what else the machine does now.
      const usual = await time();
      await ail();
      try {
        const { median, p90 } = await time();
        expect(median).toBeLessThan(usual.slowest + MAX_ADDED_MS);
        expect(p90).toBeLessThan(usual.slowest + scaleTimeout(MAX_ADDED_MS));
      } finally {
        await mend();
      }
    },
  );
});
