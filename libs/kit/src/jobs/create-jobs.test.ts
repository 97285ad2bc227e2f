import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase, testLogger } from '../testing/index.js';
import { createJobs, type Jobs } from './create-jobs.js';
import type { JobTask, RunningJob } from './job.js';
import { createJobsTable } from './jobs-table.js';

let db: Knex;
let drop: () => Promise<void>;
beforeAll(async () => {
  const migrationsDirectory = mkdtempSync(join(tmpdir(), 'jobs-'));
  writeFileSync(
    join(migrationsDirectory, '20260101000000_nothing.js'),
    'export const up = async () => {};\nexport const down = up;\n',
  );
  const test = await testDatabase({ schema: 'jobs_test', migrationsDirectory });
  db = test.database.knex;
  drop = async () => {
    await test.drop();
    rmSync(migrationsDirectory, { recursive: true });
  };
  await createJobsTable(test.owner);
});
afterAll(() => drop());

const running: Jobs[] = [];
let done: RunningJob[] = [];
beforeEach(async () => {
  done = [];
  await db('jobs').delete();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
});

const noted: JobTask = {
  run: async (job) => {
    done.push(job);
  },
  retryDelayMs: () => 0,
};

/** One process of a service. */
function start(
  tasks: Record<string, JobTask>,
  options: Partial<Omit<Parameters<typeof createJobs>[0], 'db' | 'log' | 'tasks'>> = {},
): Jobs {
  const jobs = createJobs({ db, log: testLogger(), tasks, pollMs: 20, ...options });
  running.push(jobs);
  return jobs;
}
const waiting = async () => Number((await db('jobs').count())[0]?.count);
const names = () => done.map(({ payload }) => payload.name);

describe('createJobs', () => {
  it('a job exists if and only if its transaction is committed', async () => {
    const jobs = start({ note: noted });
    await db.transaction((trx) => jobs.add(trx, { task: 'note', payload: { name: 'kept' } }));
    await db
      .transaction(async (trx) => {
        await jobs.add(trx, { task: 'note', payload: { name: 'lost' } });
        throw new Error('rolled back');
      })
      .catch(() => {});
    jobs.wake();
    await expect.poll(names).toEqual(['kept']);
    await expect.poll(waiting).toBe(0);
  });

  it('a dead job is kept and counted for 30 days and then deleted; dead jobs of other tasks stay', async () => {
    const given = async (task: string, daysAgo: number) =>
      db('jobs').insert({
        task,
        payload: '{}',
        run_at: db.fn.now(),
        dead_at: db.raw(`now() - ? * interval '1 day'`, [daysAgo]),
      });
    await given('note', 29);
    await given('note', 31);
    await given('another', 31);
    const dead: (number | string | undefined)[][] = [];
    const metrics = {
      count() {},
      set: (name: string, value: number, labels: Record<string, string> = {}) =>
        void dead.push([name, labels.task, value]),
    };
    start({ note: noted, quiet: noted }, { sweepMs: 20, metrics });
    await expect
      .poll(async () => (await db('jobs').select('task')).map(({ task }) => task).sort())
      .toEqual(['another', 'note']);
    await expect.poll(() => dead).toContainEqual(['svc_jobs_dead', 'note', 1]);
    expect(dead).toContainEqual(['svc_jobs_dead', 'quiet', 0]);
  });

  it('counts how attempts ended, by task', async () => {
    const counted: unknown[] = [];
    const metrics = { count: (name: string, labels = {}) => void counted.push([name, labels]), set() {} };
    const failing: JobTask = {
      run: async () => {
        throw new Error('no');
      },
      retryDelayMs: (attempt) => (attempt === 1 ? 0 : null),
    };
    const jobs = start({ note: noted, fail: failing }, { metrics });
    await jobs.add(db, { task: 'note', payload: {} });
    await jobs.add(db, { task: 'fail', payload: {} });
    await expect.poll(() => counted.length).toBe(3);
    for (const [task, outcome] of [
      ['note', 'DONE'],
      ['fail', 'RETRIED'],
      ['fail', 'DEAD'],
    ]) {
      expect(counted).toContainEqual(['svc_jobs_total', { task, outcome }]);
    }
  });

  it('is not done before it is due', async () => {
    let beganAt = 0;
    const run = async (job: RunningJob) => {
      beganAt = Date.now();
      done.push(job);
    };
    const jobs = start({ note: { run, retryDelayMs: () => 0 } });
    const runAt = new Date(Date.now() + 400);
    await jobs.add(db, { task: 'note', payload: { name: 'later' }, runAt });
    jobs.wake();
    await expect.poll(names).toEqual(['later']);
    expect(beganAt).toBeGreaterThanOrEqual(runAt.getTime());
  });

  it('a job that fails is retried after its pause; when it is dead, it is kept with its last error', async () => {
    const attempts: number[] = [];
    const jobs = start({
      fail: {
        run: async ({ attempt }) => {
          attempts.push(attempt);
          throw new Error(`attempt ${attempt}`);
        },
        retryDelayMs: (attempt) => (attempt < 3 ? 10 : null),
      },
    });
    await jobs.add(db, { task: 'fail', payload: {} });
    await expect
      .poll(() => db('jobs').whereNotNull('dead_at').first())
      .toMatchObject({
        attempt: 3,
        last_error: 'attempt 3',
      });
    expect(attempts).toEqual([1, 2, 3]);
  });

  it('of several processes one does a job, and 200 jobs are each done once', async () => {
    for (let process = 0; process < 4; process += 1) start({ note: noted });
    const jobs = running[0] as Jobs;
    await Promise.all(Array.from({ length: 200 }, (_, name) => jobs.add(db, { task: 'note', payload: { name } })));
    await expect.poll(waiting).toBe(0);
    expect(names().sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 200 }, (_, name) => name));
  });

  it('a lane runs in order and no wider than it is, over all processes; another lane is not held up', async () => {
    let now = 0;
    let most = 0;
    const slow: JobTask = {
      run: async (job) => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setTimeout(resolve, 5));
        now -= 1;
        done.push(job);
      },
      retryDelayMs: () => 0,
    };
    const never: JobTask = {
      run: (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      retryDelayMs: () => 0,
    };
    const jobs = start({ slow, never }, { stopTimeoutMs: 50 });
    start({ slow, never }, { stopTimeoutMs: 50 });
    for (let turn = 0; turn < 4; turn += 1)
      await jobs.add(db, { task: 'never', payload: {}, lane: { name: 'stuck', width: 2 } });
    for (let name = 0; name < 20; name += 1) {
      await jobs.add(db, { task: 'slow', payload: { name }, lane: { name: 'shop' } });
    }
    await expect.poll(() => done.length).toBe(20);
    expect(names()).toEqual(Array.from({ length: 20 }, (_, name) => name));
    expect(most).toBe(1);
    const stuck = await db('jobs').where({ task: 'never' }).whereNotNull('lease_until');
    expect(stuck).toHaveLength(2);
  });

  it('a job whose process was killed is done by another one when its lease ends', async () => {
    const jobs = start({ note: noted });
    await db('jobs').insert({
      task: 'note',
      payload: { name: 'orphan' },
      run_at: new Date(Date.now() - 60_000),
      attempt: 1,
      lease_until: new Date(Date.now() - 1),
      lease_token: '00000000-0000-4000-8000-000000000000',
    });
    jobs.wake();
    await expect.poll(names).toEqual(['orphan']);
    expect(done[0]?.attempt).toBe(2);
  });

  it('a job that takes longer than its lease keeps it, and is aborted when it was lost', async () => {
    const reasons: unknown[] = [];
    const long: JobTask = {
      // A machine that stalls for a second or two extends it late.
      leaseMs: 4_000,
      retryDelayMs: () => 0,
      run: (job, signal) =>
        new Promise((resolve, reject) => {
          if (job.attempt > 1) return resolve();
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason);
            reject(signal.reason);
          });
        }),
    };
    const jobs = start({ long });
    await jobs.add(db, { task: 'long', payload: {} });
    const readLeaseEnd = async () => (await db('jobs').first())?.lease_until?.getTime() ?? 0;
    await expect.poll(readLeaseEnd).toBeGreaterThan(0);
    const firstEnd = await readLeaseEnd();
    await expect.poll(() => Date.now()).toBeGreaterThan(firstEnd);
    expect(await db('jobs').first()).toMatchObject({ attempt: 1 });
    await db('jobs').update({
      lease_token: '00000000-0000-4000-8000-000000000000',
      lease_until: new Date(Date.now() + 100),
    });
    await expect.poll(() => reasons.length).toBe(1);
    await expect.poll(waiting).toBe(0);
  });

  it('a last attempt that another process has taken over does not count as dead', async () => {
    const outcomes: unknown[] = [];
    const metrics = {
      count: (_: string, { outcome }: { outcome?: string } = {}) => void outcomes.push(outcome),
      set() {},
    };
    const last: JobTask = {
      leaseMs: 300,
      retryDelayMs: () => null,
      run: (job, signal) =>
        new Promise((resolve, reject) => {
          if (job.attempt > 1) return resolve();
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    };
    const jobs = start({ last }, { metrics });
    await jobs.add(db, { task: 'last', payload: {} });
    await expect.poll(() => db('jobs').whereNotNull('lease_until').first()).toBeTruthy();
    await db('jobs').update({
      lease_token: '00000000-0000-4000-8000-000000000000',
      lease_until: new Date(Date.now() + 200),
    });
    await expect.poll(waiting).toBe(0);
    await expect.poll(() => outcomes.toSorted()).toEqual(['DONE', 'RETRIED']);
  });

  it('under a key at most one job waits: a later one replaces it, and follows one that runs', async () => {
    let release: (() => void) | undefined;
    const jobs = start({
      keyed: {
        run: async (job) => {
          if (job.payload.name === 'first')
            await new Promise<void>((resolve) => {
              release = resolve;
            });
          done.push(job);
        },
        retryDelayMs: () => 0,
      },
    });
    const add = (name: string, runAt?: Date) =>
      jobs.add(db, { task: 'keyed', key: 'k', payload: { name }, ...(runAt ? { runAt } : {}) });
    await add('first');
    // Its lease is seen before this process knows that it has the job.
    await expect.poll(() => release).toBeDefined();
    await add('second', new Date(Date.now() + 60_000));
    await add('third');
    expect(await waiting()).toBe(2);
    release?.();
    await expect.poll(names).toEqual(['first', 'third']);
  });

  it('stop waits for what runs, and gives back what it has to abort', async () => {
    const jobs = start(
      {
        stuck: {
          run: (_, signal) =>
            new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
          retryDelayMs: () => 60_000,
        },
      },
      { stopTimeoutMs: 50 },
    );
    await jobs.add(db, { task: 'stuck', payload: {} });
    await expect.poll(() => db('jobs').whereNotNull('lease_until').first()).toBeTruthy();
    await jobs.stop();
    const job = await db('jobs').first();
    expect(job).toMatchObject({ lease_until: null, dead_at: null });
    expect(job.run_at.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  });
});
