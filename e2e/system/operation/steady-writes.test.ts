import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { smallCompany } from '../../support/companies.js';
import { type Answer, send } from '../../support/http.js';
import { launch } from '../../support/processes.js';
import { createQuiz, picks, type Quiz, question, type System } from '../../support/quiz.js';
import { admin, startCluster } from '../../support/services.js';

/** Of every night: three minutes. */
const NIGHTLY_MS = process.env.STEADY_WRITES_S ? Number(process.env.STEADY_WRITES_S) * 1_000 : undefined;
/** Between processes, connections of every age, with every due ping: channels are replaced after a minute. */
const DURATION_MS = NIGHTLY_MS ?? 75_000;
/** Inside one process there is no channel (ADR 31), and nothing else that is replaced. */
const DURATION_INSIDE_MS = NIGHTLY_MS ?? 15_000;

/**
 * A failure after so long is not counted: the request waited for a processor until its deadline or a keepalive ended it, as other tests
 * run in parallel. A connection that is closed under a call fails it within milliseconds.
 */
const STARVED_AFTER_MS = 1_000;
/** Of all requests, how many may be such failures; one always, since a slow machine makes fewer than a hundred requests. */
const MAX_STARVED_SHARE = 0.01;

/** Of each client, however slow the machine is. */
const MIN_REQUESTS = 6;

/**
 * What the clients do, how many do it, and how long each pauses after an answer: together a fraction of one core. In each second of the
 * life of a channel there are calls of each kind, several of them simultaneous; more calls show nothing else.
 */
const CLIENTS = [
  { what: 'create', count: 4, pauseMs: 800 },
  { what: 'apply', count: 2, pauseMs: 2_000 },
  { what: 'submit', count: 2, pauseMs: 1_000 },
  { what: 'read', count: 1, pauseMs: 500 },
  /** Strictly sequential and quick: no other call of its client is in flight when a connection ages. */
  { what: 'createInTurn', count: 1, pauseMs: 100 },
] as const;
type Action = (typeof CLIENTS)[number]['what'];

const stops: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(stops.map((stop) => stop())));

async function oneProcess(): Promise<System> {
  const system = await launch({ DEMO: 'false' });
  stops.push(() => system.stop());
  return system;
}

async function processes(): Promise<System> {
  const cluster = await startCluster({ replicas: 2 });
  stops.push(() => cluster.stop());
  return { origin: cluster.gateways[0]?.origin as string, platformToken: cluster.platformToken };
}

/** The requests of each client, by its number. */
function actions(system: System, quiz: Quiz): Record<Action, (client: number, round: number) => Promise<Answer>> {
  const host = `steady.localhost:${new URL(system.origin).port}`;
  const management = admin(system.origin, system.platformToken);
  const create = () => quiz.create(picks({ 1: 'a' }));
  return {
    create,
    createInTurn: create,
    apply: (client, round) =>
      management.apply(`steady-${client}`, {
        ...smallCompany({ subdomain: `steady-${client}` }),
        name: `Round ${round}`,
      }),
    submit: () =>
      send(system.origin, '/api/analyses?include_webhook_payload=true', {
        method: 'POST',
        host,
        body: picks({ 1: 'a' }),
      }),
    read: () => quiz.read(),
  };
}

/** Runs all clients simultaneously. @returns the number of requests of each kind, and the responses that were not 200. */
async function run(system: System, durationMs: number) {
  const quiz = await createQuiz(system, 'steady', { steps: [question(1, { a: {}, b: {} })] });
  const action = actions(system, quiz);
  const done: Partial<Record<Action, number>> = {};
  const failures: string[] = [];
  let starved = 0;
  const startedAt = performance.now();
  const end = startedAt + durationMs;
  const client = async (what: Action, pauseMs: number, number: number) => {
    await sleep(Math.random() * pauseMs);
    for (let round = 0; round < MIN_REQUESTS || performance.now() < end; round += 1) {
      const sentAt = performance.now();
      const answer = await action[what](number, round).catch((error: Error) => ({ status: 0, text: String(error) }));
      const at = Math.round((sentAt - startedAt) / 1_000);
      if (answer.status !== 200 && performance.now() - sentAt > STARVED_AFTER_MS) starved += 1;
      else if (answer.status !== 200) failures.push(`${what} after ${at} s: ${answer.status} ${answer.text}`);
      done[what] = (done[what] ?? 0) + 1;
      await sleep(pauseMs);
    }
  };
  await Promise.all(
    CLIENTS.flatMap(({ what, count, pauseMs }) =>
      Array.from({ length: count }, (_, number) => client(what, pauseMs, number)),
    ),
  );
  return { done, failures, starved };
}

describe('a healthy system loses no write (docs/architecture.md "Calls between services"; ADR 30)', () => {
  it.concurrent.each([
    ['in one process', oneProcess, DURATION_INSIDE_MS],
    ['as separate processes, for longer than a channel lives', processes, DURATION_MS],
  ])(
    '%s',
    async (_, start, durationMs) => {
      const { done, failures, starved } = await run(await start(), durationMs);
      expect(failures).toEqual([]);
      const all = Object.values(done).reduce((sum, count) => sum + count, 0);
      expect(starved).toBeLessThanOrEqual(Math.max(1, MAX_STARVED_SHARE * all));
      for (const { what, count } of CLIENTS) expect(done[what]).toBeGreaterThanOrEqual(MIN_REQUESTS * count);
    },
    2 * DURATION_MS + 120_000,
  );
});
