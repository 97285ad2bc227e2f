import { sha256 } from '@svc/kit';
import { type TestDatabase, testDatabase } from '@svc/kit/testing';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../testing/matcher.js';
import { createPartition, toPartition } from './event-partitions.js';

const DAY = '2026-11-21';
let test: TestDatabase;
let db: Knex;

beforeAll(async () => {
  test = await testDatabase({ schema: 'matcher', migrationsDirectory: MIGRATIONS });
  db = test.owner;
  await createPartition(db, DAY);
  await db.raw(
    `insert into event_sessions (analysis_hash, company_id, funnel_id, day)
     select sha256(n::text::bytea), 'c', 'f' || n % 20, ?::date - n % 30 from generate_series(1, 20000) n`,
    [DAY],
  );
  await db.raw(
    `insert into interaction_events (analysis_hash, event_id, day, type, variant_id, occurred_at)
     select analysis_hash, 'e' || n, day, 2, 'v', now() from event_sessions, generate_series(1, 10) n where day = ?::date`,
    [DAY],
  );
  await db.raw('analyze event_sessions, interaction_events');
});
afterAll(() => test.drop());

async function explainPlan(sql: string, bindings: Knex.RawBinding[]): Promise<string> {
  const { rows } = await db.raw<{ rows: Record<string, string>[] }>(`explain ${sql}`, bindings);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('what is read again and again is served by an index', () => {
  it('the sessions that changed since the last run', async () => {
    const { rows } = await db.raw<{ rows: { xid: string }[] }>('select change_stamp()::text as xid');
    const sql = 'select distinct company_id, funnel_id, day from event_sessions where change_xid >= ?::xid8';
    expect(await explainPlan(sql, [rows[0]!.xid])).toContain('event_sessions_change_idx');
  });

  it('the sessions of a day, and the events of each', async () => {
    const sql = `select event.list from event_sessions as session,
        lateral (select json_agg(type) as list from ?? where analysis_hash = session.analysis_hash) as event
      where company_id = ? and funnel_id = ? and day = ?::date and not is_preview and erased_at is null`;
    const plan = await explainPlan(sql, [toPartition(DAY), 'c', 'f1', DAY]);
    expect(plan).toContain('event_sessions_day_idx');
    expect(plan).toContain(`${toPartition(DAY)}_pkey`);
  });

  it('the events of one analysis, in the partition of their day only', async () => {
    await createPartition(db, '2026-11-20');
    const plan = await explainPlan('delete from interaction_events where day = ? and analysis_hash = ?', [
      DAY,
      sha256('1'),
    ]);
    expect(plan).toContain(`${toPartition(DAY)}_pkey`);
    expect(plan).not.toContain(toPartition('2026-11-20'));
  });
});
