import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger, createRedisByteCache } from '@svc/kit';
import type { Learning } from '../engine/rank/learned-terms.js';
import { createProfile } from '../engine/rank/profile.js';
import { rankVariants } from '../engine/rank/rank-variants.js';
import { benchCompany, benchRequests, withRules } from '../engine/testing/bench-company.js';
import { compileCompany } from '../engine/testing/company.js';
import { seededRandom } from '../engine/testing/random.js';
import { threadTimeMs } from '../testing/thread-time.js';
import { decodeRanking, encodeRanking } from '../usecases/match/ranking-codec.js';

/** A ranking made by the engine, against the same one read from Redis and decoded. Microseconds of this thread's processor time. */
export interface RankingFigures {
  variants: number;
  rules: number;
  learning: boolean;
  engineUs: number;
  /** With 32 reads in flight. Redis's own time, which another core may spend, is not counted. */
  redisUs: number;
  /** One read at a time, from the question to the answer: what a match waits. Not processor time. */
  waitUs: number;
  bytes: number;
}

const ANALYSES = 60;
const ROUNDS = 5;
const IN_FLIGHT = 32;
/** Options of an analysis that have learned lifts. */
const LEARNED_OPTIONS = 10;

/** Measures whether a ranking is made faster than read. Engine and Redis in turn, medians of rounds. */
export async function measureRankings(redisUrl: string): Promise<RankingFigures[]> {
  const log = createLogger({ name: 'bench', level: 'silent' });
  // On a busy machine a read may take longer than the 50 ms that matches wait.
  const cache = await createRedisByteCache({ url: redisUrl, log, whileDown: '', ttlS: 600, timeoutMs: 10_000 });
  const figures: RankingFigures[] = [];
  for (const variants of [200, 2_000]) {
    for (const rules of [0, 10, 40]) {
      for (const learning of [false, true]) figures.push(await measureOne(cache, { variants, rules, learning }));
    }
  }
  cache.close();
  return figures;
}

async function measureOne(
  cache: Awaited<ReturnType<typeof createRedisByteCache>>,
  { variants, rules, learning }: Pick<RankingFigures, 'variants' | 'rules' | 'learning'>,
): Promise<RankingFigures> {
  const funnel = compileCompany(withRules(benchCompany(variants), rules));
  const lift = learning ? syntheticLearning(variants) : null;
  const requests = benchRequests(ANALYSES).map((request) => ({ ...request, learning: lift }));
  const rank = (index: number) => rankVariants(funnel, createProfile(funnel, requests[index]!), funnel.scope).slice();
  const toKey = (index: number) => `bench:${variants}:${rules}:${learning}:${index}`;
  let bytes = 0;
  for (let index = 0; index < ANALYSES; index += 1) {
    const value = encodeRanking(toKey(index), rank(index));
    bytes += value.length / ANALYSES;
    while (!(await cache.get(toKey(index)))) {
      cache.set(toKey(index), value);
      await sleep(1);
    }
  }
  const read = async (index: number) => {
    const value = await cache.get(toKey(index));
    if (!value || !decodeRanking(toKey(index), value, variants)) throw new Error('Redis lost a ranking.');
  };

  const engine: number[] = [];
  const waits: number[] = [];
  const reads: number[] = [];
  const repeats = Math.max(1, Math.round(20_000 / variants));
  for (let round = 0; round <= ROUNDS; round += 1) {
    const engineUs = await perTurn(threadTimeMs, repeats * ANALYSES, 1, async (turn) => void rank(turn % ANALYSES));
    const waitUs = await perTurn(
      () => performance.now(),
      10 * ANALYSES,
      1,
      (turn) => read(turn % ANALYSES),
    );
    const readUs = await perTurn(threadTimeMs, 50 * ANALYSES, IN_FLIGHT, (turn) => read(turn % ANALYSES));
    if (round === 0) continue;
    engine.push(engineUs);
    waits.push(waitUs);
    reads.push(readUs);
  }
  const common = { variants, rules, learning, bytes: Math.round(bytes) };
  return { ...common, engineUs: median(engine), redisUs: median(reads), waitUs: median(waits) };
}

/** Microseconds of a clock in milliseconds for each of many turns, so many at a time. */
async function perTurn(
  clock: () => number,
  turns: number,
  inFlight: number,
  task: (turn: number) => Promise<void>,
): Promise<number> {
  const from = clock();
  let turn = 0;
  const work = async () => {
    while (turn < turns) await task(turn++);
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  return ((clock() - from) * 1_000) / turns;
}

/** A model of which every analysis has ten options with lifts. */
function syntheticLearning(variants: number): Learning {
  const random = seededRandom(11);
  const pop = Float64Array.from({ length: variants }, () => 0.5 + random.below(1_000) / 1_000);
  const options = Array.from({ length: LEARNED_OPTIONS }, (_, index) => ({
    token: `o:${index}`,
    answers: [],
    lambda: Int32Array.from({ length: variants }, () => random.below(1_000_000) - 500_000),
  }));
  const popularity = pop.map((value) => 0.1 * Math.tanh(Math.log(value)));
  return { getTerms: () => ({ pop, popularity, options }) };
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
