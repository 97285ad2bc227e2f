import { forCompany } from '@svc/kit';
import { findIsolationProblems, importWithout, type TestDatabase, testDatabase } from '@svc/kit/testing';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from './testing/matcher.js';

type Query = (db: Knex, ...parameters: unknown[]) => Promise<unknown>;

let test: TestDatabase;
const HASHES = { a: Buffer.alloc(32, 1), b: Buffer.alloc(32, 2) };
beforeAll(async () => {
  test = await testDatabase({ schema: 'matcher', migrationsDirectory: MIGRATIONS });
  for (const id of ['a', 'b'] as const) {
    const config = JSON.stringify({ tagging: `secret-of-${id}`, sets: [], funnels: {} });
    const company = { company_id: id };
    await test.owner('company_configs').insert({ ...company, revision: 1, version: 1, config });
    await test.owner('company_config_versions').insert({ ...company, version: 1, config, changed: [] });
    await test.owner('funnel_states').insert({ ...company, version: 1, language: `secret-of-${id}`, funnels: '[]' });
    await test.owner('event_sessions').insert({
      ...company,
      analysis_hash: HASHES[id],
      funnel_id: 'f',
      day: id === 'a' ? '2026-01-01' : '2026-01-02',
    });
  }
});
afterAll(() => test.drop());

describe('isolation of companies in schema matcher', () => {
  it('covers every table; what crosses companies is declared here', async () => {
    const problems = await findIsolationProblems(test.owner, {
      schema: 'matcher',
      crossings: {
        all_catalog_snapshots: ['company_id', 'version', 'change_xid'],
        all_company_configs: ['company_id', 'change_xid'],
        all_funnel_learning: ['company_id', 'funnel_id', 'seen', 'change_xid'],
        all_funnel_states: ['company_id', 'version', 'change_xid'],
        all_event_sessions: [
          'analysis_hash',
          'company_id',
          'funnel_id',
          'day',
          'is_preview',
          'options',
          'event_count',
          'change_xid',
          'erased_at',
        ],
        all_learning_days: ['company_id', 'funnel_id', 'day', 'checksum'],
        all_stale_learning_days: ['company_id', 'funnel_id', 'day', 'stale_since'],
      },
    });
    expect(problems).toEqual([]);
  });

  it.each([
    ['db/company-configs', 'readConfig', /\.where\(\{ company_id: companyId \}\)(?=\.first\('version')/, ['b']],
    ['db/config-versions', 'readConfigVersion', /\.where\('kept\.company_id', companyId\)/, ['b', 1]],
    ['db/funnel-states', 'readStates', /\.where\(\{ company_id: companyId \}\)/, ['b']],
    ['db/events/record-events', 'sessionDay', /\.where\(\{ analysis_hash: analysisHash \}\)/, [HASHES.b]],
  ])('%s: %s without its condition reaches no other company', async (file, name, condition, parameters) => {
    const module = await importWithout<Record<string, Query>>(
      new URL(`./${file}.ts`, import.meta.url),
      condition,
      (copy) => import(copy),
    );
    const query = module[name] as Query;
    const reachesA = async (db: Knex) => /secret-of-a|2026-01-01/.test(JSON.stringify(await query(db, ...parameters)));
    expect(await forCompany(test.database.knex, 'b', reachesA)).toBe(false);
    // Where nothing isolates the companies, the same copy does reach the other one.
    expect(await reachesA(test.owner)).toBe(true);
  });
});
