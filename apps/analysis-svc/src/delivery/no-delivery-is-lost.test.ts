import { Readable } from 'node:stream';
import { noMetrics, type Outbound, type RunningJob, systemClock } from '@svc/kit';
import { testLogger } from '@svc/kit/testing';
import fc from 'fast-check';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redeliver } from './db/redeliver.js';
import { addDeliveryJob, DELIVER_TASK } from './jobs/delivery-job.js';
import { createDeliveryTask } from './jobs/delivery-task.js';
import { followEndpoints } from './jobs/follow-endpoints.js';
import { createReleaseTask, enableEndpoint, RELEASE_TASK } from './jobs/release-task.js';
import { createSchedule } from './sending/retry-schedule.js';
import { SECRET, startDeliveries, type TestDeliveries } from './testing/start-deliveries.js';

let all: TestDeliveries;
let db: Knex;
beforeAll(async () => {
  all = await startDeliveries();
  db = all.db;
});
afterAll(() => all.stop());

const KEY = { companyId: 'company-1', target: 'webhook' as const };
const never = new AbortController().signal;

type Answer = number | 'kill' | 'unreachable' | 'unbuilt';

/**
 * A step of the random history. `kill`: a process crashes during a call, so nothing after the call is stored. A stale attempt started
 * before the address changed.
 */
type Step =
  | { do: 'submit' | 'enable' | 'follow' | 'change' | 'remove' | 'release' }
  | { do: 'redeliver'; which: number }
  | { do: 'attempt'; which: number; answer: Answer; isStale: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'submit' }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('attempt' as const),
      which: fc.nat(5),
      answer: fc.constantFrom<Answer[]>(200, 500, 500, 410, 410, 429, 302, 'kill', 'unreachable', 'unbuilt'),
      isStale: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('redeliver' as const), which: fc.nat(5) }) },
  ...(['enable', 'follow', 'change', 'remove', 'release'] as const).map((name) => ({
    weight: 1,
    arbitrary: fc.constant<Step>({ do: name }),
  })),
);

/** The delivery engine with jobs executed by the test in random order. Time has no effect: every job is due. */
class World {
  sent = new Map<string, Set<string>>();
  targets = {
    webhook: { url: 'https://merchant.example/1', secret: SECRET } as { url: string; secret: string } | null,
    crm: null,
  };
  before = this.targets;
  isStale = false;
  answer: Answer = 200;
  builds = 0;

  deps = {
    db,
    log: testLogger(),
    metrics: noMetrics,
    clock: systemClock,
    schedule: createSchedule(0.000_001),
    getTargets: async () => (this.isStale ? this.before : this.targets),
    buildBody: async () => {
      if (this.answer === 'unbuilt') throw new Error('MATCHER_FAILURE');
      this.builds += 1;
      return `body ${this.builds}`;
    },
    outbound: {
      request: async (url, ask) => {
        const id = String(ask?.headers?.['webhook-id']);
        this.sent.set(id, (this.sent.get(id) ?? new Set()).add(String(ask?.body)));
        if (typeof this.answer !== 'number') throw new Error(this.answer);
        return { status: this.answer, headers: { 'retry-after': '0' }, body: Readable.from([]), url };
      },
      close: async () => {},
    } satisfies Outbound,
  };

  async attempt(which: number, answer: Answer, isStale: boolean): Promise<void> {
    this.answer = answer;
    this.isStale = isStale;
    const jobs = await db('jobs').where({ task: DELIVER_TASK }).orderBy('id');
    const job = jobs[which % Math.max(jobs.length, 1)];
    if (!job) return;
    // The job is due.
    await db('deliveries')
      .where({ id: job.key })
      .whereNotNull('next_attempt_at')
      .update({ next_attempt_at: new Date() });
    await db('delivery_endpoints').update({ throttled_until: null });
    // The job is running: a job of the same delivery that is added in the meantime replaces its retry.
    await db('jobs')
      .where({ id: job.id })
      .update({ lease_until: new Date(Date.now() + 60_000) });
    const running: RunningJob = { id: job.id, task: job.task, payload: job.payload, attempt: 1, createdAt: new Date() };
    const isDone = await this.run(running, answer === 'kill');
    const others = await db('jobs').where({ key: job.key }).whereNot({ id: job.id });
    if (isDone || others.length > 0) await db('jobs').where({ id: job.id }).delete();
    else await db('jobs').where({ id: job.id }).update({ lease_until: null });
  }

  /** @returns whether the job succeeded. */
  async run(job: RunningJob, isKilled: boolean): Promise<boolean> {
    const dying = { ...this.deps, db: isKilled ? deadAfterCall(db, this.deps.outbound) : db };
    return createDeliveryTask(dying)
      .run(job, never)
      .then(
        () => !isKilled,
        () => false,
      );
  }

  async release(): Promise<void> {
    const jobs = await db('jobs').where({ task: RELEASE_TASK });
    for (const job of jobs) {
      await createReleaseTask({ db }).run({ ...job, attempt: 1 }, never);
      await db('jobs').where({ id: job.id }).delete();
    }
  }
}

/** A database that fails after the call was made. */
function deadAfterCall(real: Knex, outbound: Outbound): Knex {
  let isDead = false;
  const request = outbound.request.bind(outbound);
  outbound.request = async (...call) => {
    isDead = true;
    outbound.request = request;
    return request(...call);
  };
  return new Proxy(real, {
    get(target, property, receiver) {
      if (isDead && (property === 'raw' || property === 'transaction'))
        return async () => Promise.reject(new Error('killed'));
      return Reflect.get(target, property, receiver);
    },
  });
}

async function expectNothingLost(world: World): Promise<void> {
  const rows = await db('deliveries');
  const jobs = await db('jobs');
  for (const row of rows) {
    const waits = jobs.some(({ task, key }) => task === DELIVER_TASK && key === row.id);
    if (row.state !== 'PENDING') {
      expect([row.finished_at !== null, row.next_attempt_at]).toEqual([true, null]);
      continue;
    }
    // A job will attempt it, or it is held until `followEndpoints` enables its endpoint.
    expect(waits || row.next_attempt_at === null, JSON.stringify({ row, jobs })).toBe(true);
    expect(row.tries).toBeLessThan(10);
  }
  for (const bodies of world.sent.values()) expect(bodies.size).toBe(1);
}

describe('deliveries under random histories of failures', () => {
  it('none is lost: a pending delivery has a job or is held; its bytes never change; all are finished in the end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        for (const table of ['jobs', 'delivery_endpoints', 'deliveries']) await db(table).delete();
        const world = new World();
        let addresses = 1;
        for (const one of steps) {
          if (one.do === 'submit') await all.submit();
          if (one.do === 'attempt') await world.attempt(one.which, one.answer, one.isStale);
          if (one.do === 'enable') await enableEndpoint(db, KEY);
          if (one.do === 'follow') {
            world.isStale = false;
            await followEndpoints(world.deps, never);
          }
          if (one.do === 'release') await world.release();
          if (one.do === 'change' || one.do === 'remove') world.before = world.targets;
          if (one.do === 'remove') world.targets = { webhook: null, crm: null };
          if (one.do === 'change') {
            addresses += 1;
            world.targets = { webhook: { url: `https://merchant.example/${addresses}`, secret: SECRET }, crm: null };
          }
          if (one.do === 'redeliver') {
            const rows = await db('deliveries').orderBy('id');
            const row = rows[one.which % Math.max(rows.length, 1)];
            if (row) {
              await db.transaction(async (trx) => {
                await redeliver(trx, KEY.companyId, row.id);
                await addDeliveryJob(trx, { ...KEY, id: row.id });
              });
            }
          }
          await expectNothingLost(world);
        }
        // All dependencies work again, so all deliveries are sent.
        world.targets = { webhook: { url: 'https://merchant.example/last', secret: SECRET }, crm: null };
        world.isStale = false;
        await followEndpoints(world.deps, never);
        await world.release();
        for (let left = 100; left > 0 && (await db('jobs').where({ task: DELIVER_TASK })).length > 0; left -= 1) {
          await world.attempt(0, 200, false);
          await world.release();
        }
        expect(await db('deliveries').where({ state: 'PENDING' })).toEqual([]);
        expect(await db('jobs')).toEqual([]);
        await expectNothingLost(world);
      }),
      { numRuns: 60 },
    );
  });
});
