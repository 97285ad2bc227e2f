import { forCompany } from '@svc/kit';
import { findIsolationProblems, type TestDatabase, testDatabase } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPartition } from './db/visit-partitions.js';
import { migrationsDirectory } from './testing/test-service.testing.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase({ schema: 'insight', migrationsDirectory });
  await createPartition(test.owner, '2026-03-01');
  for (const id of ['a', 'b']) {
    await test.owner('visits').insert({
      ...{
        company_id: id,
        day: '2026-03-01',
        visit_id: 'v',
        funnel_id: `secret-of-${id}`,
        version_id: 'v',
        source: '',
      },
      ...{ locale: 'en', device: 'PHONE', started_at: new Date(), events: '[]' },
    });
  }
});
afterAll(() => test.drop());

describe('isolation of companies in schema insight', () => {
  it('covers every table; what crosses companies is declared here', async () => {
    const problems = await findIsolationProblems(test.owner, {
      schema: 'insight',
      exceptions: {
        activity_salts: 'Random numbers of days.',
        erased_analyses: 'Hashes of analyses, which name no company: orders of any company may name them.',
      },
      crossings: {
        all_activity_visits: ['company_id', 'received_at'],
        all_analysis_events: ['company_id', 'analysis_hash', 'updated_at'],
        all_analysis_facts: ['company_id', 'analysis_hash', 'created_at'],
        all_stale_fact_days: ['company_id', 'day'],
        all_attributions: ['company_id', 'order_key', 'line_key', 'analysis_hash'],
        all_order_lines: ['company_id', 'order_key', 'line_key'],
        all_order_day_marks: ['company_id', 'quarter'],
        all_order_sum_days: ['company_id', 'day', 'time_zone', 'has_line_credits'],
        all_credited_lines: ['analysis_hash'],
        all_line_credits: ['analysis_hash'],
        all_unexplained_analyses: ['company_id', 'analysis_hash', 'analysis_id', 'tries', 'next_try_at'],
        all_orders: ['company_id', 'order_key', 'ordered_at'],
        all_refunds: ['company_id', 'order_key', 'line_key', 'refunded_at'],
        all_exposures: ['company_id', 'exposed_at'],
        all_experiments: ['company_id', 'experiment_id', 'state', 'ended_at'],
        all_sum_weeks: ['company_id', 'subject', 'week', 'is_added_up'],
        all_visits: ['company_id', 'started_at', 'updated_at'],
        all_company_zones: ['company_id', 'time_zone', 'is_stale'],
      },
    });
    expect(problems).toEqual([]);
  });

  it('shows the visits of one company, and partitions through their table only', async () => {
    const read = (table: string) => forCompany(test.database.knex, 'b', (trx) => trx(table).select('funnel_id'));
    expect(await read('visits')).toEqual([{ funnel_id: 'secret-of-b' }]);
    await expect(read('visits_20260301')).rejects.toThrow(/permission denied/);
  });
});
