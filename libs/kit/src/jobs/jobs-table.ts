import type { Knex } from 'knex';

const COMMENTS = {
  id: 'Order of creation.',
  task: 'Names the function that does it.',
  payload: 'What the function gets.',
  key: 'At most one job of a task waits under a key.',
  lane: 'Jobs of a lane run in the order of run_at, at most lane_width at a time.',
  run_at: 'When it is due.',
  attempt: 'How often it was begun.',
  lease_until: 'While it runs: when its process counts as killed. Null: it waits.',
  lease_token: 'Names the attempt that runs; only that one may end it.',
  dead_at: 'When its last attempt failed; a dead job is kept for inspection.',
  last_error: 'Why the last attempt failed.',
  created_at: 'Time of creation.',
};

/** The table of `createJobs`, in the service's own schema; for a migration. */
export async function createJobsTable(db: Knex): Promise<void> {
  await db.raw(`
    create table jobs (
      id bigint generated always as identity primary key,
      task text not null,
      payload jsonb not null,
      key text,
      lane text,
      lane_width integer,
      run_at timestamptz not null,
      attempt integer not null default 0,
      lease_until timestamptz,
      lease_token uuid,
      dead_at timestamptz,
      last_error text,
      created_at timestamptz not null default now()
    )`);
  await db.raw('create index jobs_due_idx on jobs (run_at, id) where lease_until is null and dead_at is null');
  await db.raw('create index jobs_running_idx on jobs (lease_until) where lease_until is not null');
  await db.raw('create index jobs_lane_idx on jobs (lane) where lease_until is not null');
  await db.raw(
    'create unique index jobs_key_idx on jobs (task, key) where key is not null and lease_until is null and dead_at is null',
  );
  await db.raw("comment on table jobs is 'Work that is done later; jobs of libs/kit.'");
  for (const [column, text] of Object.entries(COMMENTS)) {
    await db.raw(`comment on column jobs.${column} is '${text}'`);
  }
  await db.raw("comment on column jobs.lane_width is 'Jobs of the lane that may run at a time.'");
}

/**
 * Lets a lane with a long backlog cost no more than a short one; for a migration after that of `createJobsTable`, which is older.
 */
export async function indexJobLanes(db: Knex): Promise<void> {
  await db.raw(
    'create index jobs_lane_waiting_idx on jobs (lane, run_at, id) include (lane_width) where lane is not null and dead_at is null',
  );
}

export const dropJobLanesIndex = (db: Knex): Promise<void> => db.raw('drop index jobs_lane_waiting_idx');

export const dropJobsTable = (db: Knex): Promise<void> => db.schema.dropTable('jobs');
