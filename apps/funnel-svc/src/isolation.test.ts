import { forCompany } from '@svc/kit';
import { findIsolationProblems, importWithout, type TestDatabase, testDatabase } from '@svc/kit/testing';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationsDirectory } from './testing/test-service.testing.js';

type Query = (db: Knex, ...parameters: unknown[]) => Promise<unknown>;

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase({ schema: 'funnel', migrationsDirectory });
  for (const id of ['a', 'b']) {
    const marker = `secret-of-${id}`;
    await test.owner('companies').insert({
      id,
      handle: id,
      name: id,
      language: 'en',
      company_key: id.repeat(25),
      domains: '[]',
      settings: '{}',
      webhook: JSON.stringify({ url: 'https://x.example', secret: marker }),
      crm: JSON.stringify({ apiKey: marker }),
    });
    await test.owner('funnels').insert({ id: `funnel-${id}`, company_id: id, subdomain: id, name: marker });
    await test.owner('funnel_versions').insert({
      id: `version-${marker}`,
      company_id: id,
      funnel_id: `funnel-${id}`,
      number: 1,
      state: 'DRAFT',
      steps: JSON.stringify([marker]),
      content_digest: Buffer.alloc(0),
      given_digest: Buffer.alloc(0),
    });
    await test.owner('funnel_edits').insert({
      funnel_id: `funnel-${id}`,
      company_id: id,
      revision: 1,
      parts: JSON.stringify({ steps: [marker] }),
      has_settings: false,
      problems: '[]',
      warnings: '[]',
      updated_at: new Date(),
      updated_by: marker,
    });
    await test.owner('funnel_editors').insert({
      funnel_id: `funnel-${id}`,
      user_id: id,
      company_id: id,
      user_name: marker,
      part: '',
      since: new Date(),
      seen_at: new Date(),
    });
    await test.owner('pictures').insert({
      company_id: id,
      hash: Buffer.from(marker),
      width: 1,
      height: 1,
      size_bytes: 1,
      created_at: new Date(),
      content: Buffer.from(marker),
    });
    await test.owner('funnel_releases').insert({
      funnel_id: `funnel-${id}`,
      number: 1,
      company_id: id,
      version_id: `version-${marker}`,
      note: marker,
      released_at: new Date(),
      released_by: marker,
    });
    await test.owner('funnel_tests').insert({
      ...{ company_id: id, funnel_id: `funnel-${id}`, kind: 'MATCHING', experiment_id: marker, test: '{}' },
    });
    await test.owner('api_keys').insert({
      id: `key-${id}`,
      company_id: id,
      name: marker,
      key_hash: Buffer.alloc(32, id),
      last_four: '1234',
      scopes: [],
      created_at: new Date(),
    });
    await test.owner('blueprint_deliveries').insert({
      company_id: id,
      participant: 'matcher',
      revision: 1,
      payload: JSON.stringify([marker]),
    });
  }
});
afterAll(() => test.drop());

describe('isolation of companies in schema funnel', () => {
  it('covers every table; what crosses companies is declared here', async () => {
    const problems = await findIsolationProblems(test.owner, {
      schema: 'funnel',
      withoutCompanyColumn: ['companies'],
      crossings: {
        all_companies: [
          'id',
          'handle',
          'name',
          'language',
          'company_key',
          'domains',
          'settings',
          'version',
          'change_xid',
          'has_webhook',
          'has_crm',
        ],
        all_funnels: [
          'id',
          'company_id',
          'subdomain',
          'host',
          'name',
          'value',
          'paused',
          'archived_at',
          'published_version_id',
          'draft_version_id',
        ],
        all_funnel_versions: ['id', 'company_id', 'funnel_id', 'number', 'state', 'steps'],
        all_api_keys: ['id', 'company_id', 'key_hash', 'scopes', 'expires_at', 'revoked_at', 'last_used_at'],
        all_funnel_tests: ['funnel_id', 'kind', 'test', 'ended_at'],
        all_pictures: ['hash', 'content'],
        all_blueprint_deliveries: ['company_id', 'delivered_at'],
      },
    });
    expect(problems).toEqual([]);
  });

  it.each([
    ['companies', 'findDeliveryTargets', /\.where\(\{ id: companyId \}\)/, ['b']],
    ['api-keys', 'listKeys', /\.where\(\{ company_id: companyId \}\)/, ['b', undefined, 10]],
    ['api-keys', 'revokeKey', /company_id: companyId,/, ['b', 'key-a', new Date()]],
    ['funnels', 'loadFunnels', /\.where\('(f\.)?company_id', companyId\)/, ['b']],
    ['versions', 'listVersions', /\.where\(\{ funnel_id: funnelId \}\)/, ['funnel-b', undefined, 10]],
    ['funnel-edits', 'findEdit', /\.where\(\{ funnel_id: funnelId \}\)/, ['funnel-b']],
    ['funnel-editors', 'listOtherEditors', /\.where\(\{ funnel_id: funnelId \}\)/, ['funnel-b', 'b', new Date(0), 20]],
    ['pictures', 'deletePicture', /company_id: companyId, /, ['b', Buffer.from('secret-of-a')]],
    ['funnel-releases', 'listReleases', /\.where\('r\.funnel_id', funnelId\)/, ['funnel-b', undefined, 10]],
    ['funnel-tests', 'listTests', /\.where\(\{ company_id: companyId \}\)/, ['b']],
    ['deliveries', 'findNextDelivery', /company_id: companyId, /, ['b', 'matcher']],
  ])(
    '%s: %s without its condition on the company reaches no other company',
    async (file, name, condition, parameters) => {
      const module = await importWithout<Record<string, Query>>(
        new URL(`./db/${file}.ts`, import.meta.url),
        condition,
        (copy) => import(copy),
      );
      const query = module[name] as Query;
      const reachesA = async (db: Knex) => {
        const found = JSON.stringify(await query(db, ...parameters));
        return found === 'true' || found.includes('secret-of-a');
      };
      expect(await forCompany(test.database.knex, 'b', reachesA)).toBe(false);
      // Where nothing isolates the companies, the same copy does reach the other one.
      expect(await reachesA(test.owner)).toBe(true);
    },
  );
});
