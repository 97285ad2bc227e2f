import { forCompany, sha256 } from '@svc/kit';
import { findIsolationProblems, importWithout, type TestDatabase, testDatabase } from '@svc/kit/testing';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const migrationsDirectory = new URL('./migrations/', import.meta.url);
type Query = (db: Knex, ...parameters: unknown[]) => Promise<unknown>;

let test: TestDatabase;
const keyHash = sha256('key');
beforeAll(async () => {
  test = await testDatabase({ schema: 'analysis', migrationsDirectory });
  for (const id of ['a', 'b']) {
    const marker = `secret-of-${id}`;
    await test.owner('analyses').insert({
      id: `analysis-${id}`,
      company_id: id,
      funnel_id: `funnel-${id}`,
      version_id: 'v',
      is_preview: false,
      answers: JSON.stringify({ marker }),
      first_name: marker,
      email: 'shopper@x.example',
      email_key: 'shopper@x.example',
      source: marker,
      selfie_sent: false,
    });
    await test.owner('idempotency_keys').insert({
      company_id: id,
      route: 'POST /api/v1/analyses',
      key_hash: sha256(id),
      fingerprint: keyHash,
      state: 'done',
      token: '00000000-0000-0000-0000-000000000000',
      lease_until: new Date(),
      response: Buffer.from(JSON.stringify(marker)),
      analysis_id: `analysis-${id}`,
    });
    await test.owner('deliveries').insert({
      id: `delivery-${id}`,
      company_id: id,
      analysis_id: `analysis-${id}`,
      target: 'webhook',
      page_origin: 'http://x',
      subdomain: id,
      funnel_value: marker,
      language: 'en',
      body: marker,
      last_error: marker,
    });
    await test.owner('delivery_attempts').insert({
      delivery_id: `delivery-${id}`,
      number: 1,
      started_at: new Date(),
      duration_ms: 1,
      url: marker,
      request_headers: '{}',
      response_body: marker,
    });
    await test.owner('delivery_endpoints').insert({
      company_id: id,
      target: 'webhook',
      fingerprint: Buffer.from(marker),
    });
  }
});
afterAll(() => test.drop());

describe('isolation of companies in schema analysis', () => {
  it('covers every table; views that cross companies are listed here', async () => {
    const problems = await findIsolationProblems(test.owner, {
      schema: 'analysis',
      withoutCompanyColumn: ['delivery_attempts'],
      crossings: {
        all_analyses: [
          'id',
          'company_id',
          'funnel_id',
          'version_id',
          'is_preview',
          'answers',
          'color',
          'selfie_sent',
          'has_contact',
          // Facts of reports: which contact fields there are, and none of them.
          ...['key', 'created_at', 'source', 'page_locale', 'has_first_name', 'has_last_name', 'has_email'],
          ...['is_retake', 'stamp', 'experiment_id'],
        ],
        all_idempotency_keys: ['company_id', 'key_hash', 'route', 'state', 'lease_until', 'created_at'],
        all_deliveries: [
          'id',
          'company_id',
          'analysis_id',
          'target',
          'page_origin',
          'subdomain',
          'funnel_value',
          'language',
          'state',
          'tries',
          'redeliveries',
          'next_attempt_at',
          'created_at',
          'finished_at',
          'body',
          'has_body',
        ],
        all_delivery_attempts: ['delivery_id', 'number', 'started_at', 'response_body', 'has_response'],
        all_delivery_endpoints: ['company_id', 'target', 'fingerprint', 'disabled_at'],
      },
    });
    expect(problems).toEqual([]);
  });

  it.each([
    ['all_deliveries', 'body'],
    ['all_delivery_attempts', 'response_body'],
  ])('what %s holds of shoppers can be emptied, and not be read', async (view, column) => {
    await expect(test.database.knex(view).select(column)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    ['db/find-analysis', 'findAnalysis', / and company_id = \?|, companyId(?=\],)/, ['b', 'analysis-a']],
    [
      'db/find-submitted-analysis',
      'findSubmittedAnalysis',
      / and company_id = \?|, companyId(?=\],)/,
      ['b', 'analysis-a'],
    ],
    ['delivery/db/list-deliveries', 'listDeliveries', /'company_id = :companyId', /, ['b', {}, { limit: 10 }]],
    ['delivery/db/find-delivery', 'findDelivery', / and company_id = \?|, companyId(?=\],)/, ['b', 'delivery-a']],
    [
      'delivery/db/endpoints',
      'findEndpoint',
      /company_id = \? and |companyId, (?=target\],\n {2}\);\n {2}return rows\[0\];)/,
      [{ companyId: 'b', target: 'webhook' }],
    ],
  ])(
    '%s: %s without its condition on the company reaches no other company',
    async (file, name, condition, parameters) => {
      const module = await importWithout<Record<string, Query>>(
        new URL(`./${file}.ts`, import.meta.url),
        condition,
        (copy) => import(copy),
      );
      const query = module[name] as Query;
      const reachesA = async (db: Knex) => {
        const found = await query(db, ...parameters);
        return JSON.stringify(found ?? null, (_, value: unknown) =>
          isBuffer(value) ? Buffer.from(value.data).toString() : value,
        ).includes('secret-of-a');
      };
      expect(await forCompany(test.database.knex, 'b', reachesA)).toBe(false);
      // Without isolation, the same statement does reach the other company.
      expect(await reachesA(test.owner)).toBe(true);
    },
  );
});

const isBuffer = (value: unknown): value is { data: number[] } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
