import { json, ServiceError } from '@svc/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Ask, PLATFORM_TOKEN, startGateway, type TestGateway } from '../../testing/start-gateway.js';

const CHECK = '/api/admin/v1/companies/glow/funnels';

let gateway: TestGateway;
beforeEach(async () => {
  const state = (subdomain: string, ids: object, archived = false) => ({
    funnelId: `id-of-${subdomain}`,
    subdomain,
    archived,
    ...ids,
  });
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async () => ({ companyId: 'company-1', name: 'Glow', language: 'en', currency: 'EUR' }),
      },
      funnel: {
        getCompanyState: async () => ({
          version: 1,
          language: 'en',
          funnels: [
            state('beauty', { publishedVersionId: 'old' }, true),
            state('beauty', { publishedVersionId: 'v1', draftVersionId: 'v2' }),
            state('live', { publishedVersionId: 'v3' }),
            state('empty', {}),
            state('gone', { publishedVersionId: 'v4' }, true),
          ],
        }),
      },
      matcherAdmin: { checkFunnel: async () => ({ reportJson: json.encode({ deadPaths: 0 }) }) },
    },
  });
});
afterEach(() => gateway.stop());

const check = (subdomain: string, body?: string, headers: Ask['headers'] = { 'content-type': 'application/json' }) =>
  gateway.ask(`${CHECK}/${subdomain}/check`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });

describe('POST …/funnels/{subdomain}/check', () => {
  it.each([
    ['beauty', undefined, 'v2'],
    ['beauty', '{}', 'v2'],
    ['beauty', '{"version":"draft"}', 'v2'],
    ['beauty', '{"version":"published"}', 'v1'],
    ['live', undefined, 'v3'],
  ])('%s with the body %s checks %s; the report is passed on as it is', async (subdomain, body, versionId) => {
    const answer = await check(subdomain, body, body === undefined ? {} : { 'content-type': 'application/json' });
    expect([answer.status, answer.text]).toEqual([200, '{"deadPaths":0}']);
    expect(gateway.services.calls.checkFunnel).toEqual([
      {
        companyId: 'company-1',
        funnelId: `id-of-${subdomain}`,
        version: { $case: 'versionId', value: versionId },
      },
    ]);
  });

  it.each([
    ['live', '{"version":"draft"}', 409, 'FUNNEL_NOT_PUBLISHED'],
    ['empty', '{"version":"published"}', 409, 'FUNNEL_NOT_PUBLISHED'],
    ['empty', undefined, 409, 'FUNNEL_NOT_PUBLISHED'],
    ['gone', undefined, 404, 'NOT_FOUND'],
    ['unknown', undefined, 404, 'NOT_FOUND'],
    ['beauty', '{"version":"v1"}', 400, 'INVALID_REQUEST'],
    ['beauty', '{"versoin":"draft"}', 400, 'INVALID_REQUEST'],
    ['beauty', '[]', 400, 'INVALID_JSON'],
    ['beauty', `{"version":"${'x'.repeat(1_024)}"}`, 413, 'REQUEST_TOO_LARGE'],
  ])('%s with the body %s is %i %s, and nothing is checked', async (subdomain, body, status, code) => {
    const answer = await check(subdomain, body);
    expect([answer.status, answer.json.error]).toEqual([status, code]);
    expect(gateway.services.calls).not.toHaveProperty('checkFunnel');
  });

  it('another media type is 415', async () => {
    expect((await check('beauty', '{}', { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('a matcher without the company’s data is 503', async () => {
    gateway.services.handlers.matcherAdmin.checkFunnel = async () => {
      throw new ServiceError('MATCHER_FAILURE', 'The company’s catalogue cannot be read now.');
    };
    expect((await check('beauty')).json.error).toBe('MATCHER_FAILURE');
  });
});
