import { request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '@svc/kit';
import type { CheckFunnelResponse } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkMessage, progressMessage } from '../../../testing/report-messages.js';
import { type Ask, PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';
import { waitFor } from '../../../testing/wait-for.js';
import { funnelCheckExample } from './check-funnel-examples.js';
import { checkLine } from './check-funnel-schema.js';

const CHECK = '/api/admin/v1/companies/glow/funnels';

const failure = new ServiceError('MATCHER_FAILURE', 'The company’s catalog cannot be read now.');

const progress = (done: number): CheckFunnelResponse => ({
  event: { $case: 'progress', value: progressMessage(done) },
});
const report: CheckFunnelResponse = { event: { $case: 'report', value: checkMessage } };

/** A stream of these; an error breaks it off. */
async function* events(...given: (CheckFunnelResponse | Error)[]): AsyncGenerator<CheckFunnelResponse> {
  for (const one of given) {
    if (one instanceof Error) throw one;
    yield one;
  }
}

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
      matcherAdmin: { checkFunnel: () => events(progress(1), progress(2), report) },
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
  ])('%s with the body %s checks %s; the report is shown', async (subdomain, body, versionId) => {
    const answer = await check(subdomain, body, body === undefined ? {} : { 'content-type': 'application/json' });
    expect([answer.status, answer.json]).toEqual([200, funnelCheckExample]);
    expect(gateway.services.calls.checkFunnel).toEqual([
      {
        companyId: 'company-1',
        funnelId: `id-of-${subdomain}`,
        version: { $case: 'versionId', value: versionId },
        // The published version, unless that is the one that is checked.
        ...(versionId === 'v2' ? { baselineVersionId: 'v1' } : {}),
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
    ['beauty', `{"version":"${'x'.repeat(256 * 1024)}"}`, 413, 'REQUEST_TOO_LARGE'],
  ])('%s with the body %.60s is %i %s, and nothing is checked', async (subdomain, body, status, code) => {
    const answer = await check(subdomain, body);
    expect([answer.status, answer.json.error]).toEqual([status, code]);
    expect(gateway.services.calls).not.toHaveProperty('checkFunnel');
  });

  it('another media type is 415', async () => {
    expect((await check('beauty', '{}', { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('a matcher without the company’s data is 503', async () => {
    gateway.services.handlers.matcherAdmin.checkFunnel = () => events(failure);
    expect((await check('beauty')).json.error).toBe('MATCHER_FAILURE');
    gateway.services.handlers.matcherAdmin.checkFunnel = () => events(progress(1), failure);
    expect((await check('beauty')).json.error).toBe('MATCHER_FAILURE');
  });

  it('while two checks run, a third is 503 with Retry-After', async () => {
    gateway.services.handlers.matcherAdmin.checkFunnel = () =>
      events(new ServiceError('UNAVAILABLE', 'Two checks are running already.', { retryAfterS: 10 }));
    const answer = await check('beauty');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '10']);
  });

  describe('with Accept: application/x-ndjson', () => {
    const accept = { accept: 'application/x-ndjson' };

    it('progress comes line by line, the report last', async () => {
      const answer = await check('beauty', undefined, accept);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/x-ndjson; charset=utf-8',
        'cache-control': 'no-store',
      });
      expect(answer.text.split('\n')).toEqual([
        JSON.stringify({ progress: { phase: 'WALK', done: 1, total: 2 } }),
        JSON.stringify({ progress: { phase: 'WALK', done: 2, total: 2 } }),
        JSON.stringify({ report: funnelCheckExample }),
        '',
      ]);
      for (const line of answer.text.trim().split('\n')) checkLine.parse(JSON.parse(line));
    });

    it('what fails before the first line has its own status; later, the last line is the error', async () => {
      gateway.services.handlers.matcherAdmin.checkFunnel = () => events(failure);
      expect((await check('beauty', undefined, accept)).status).toBe(503);
      gateway.services.handlers.matcherAdmin.checkFunnel = () => events(progress(1), failure);
      const answer = await check('beauty', undefined, accept);
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text.trim().split('\n')[1] as string)).toEqual({
        error: {
          error: 'MATCHER_FAILURE',
          message: failure.message,
          requestId: answer.headers['x-request-id'],
        },
      });
    });

    it.each(['application/x-ndjson', 'application/json'])(
      'a client of %s that goes away ends the work',
      async (type) => {
        let begun = false;
        let aborted = false;
        gateway.services.handlers.matcherAdmin.checkFunnel = async function* (_request, call) {
          call.signal.addEventListener('abort', () => {
            aborted = true;
          });
          begun = true;
          yield progress(1);
          while (!aborted) await delay(5);
        };
        const request = httpRequest({
          port: gateway.port,
          host: '127.0.0.1',
          path: `${CHECK}/beauty/check`,
          method: 'POST',
          headers: { host: 'svc.test', authorization: `Bearer ${PLATFORM_TOKEN}`, accept: type },
        });
        request.on('error', () => {});
        request.end();
        await waitFor(() => begun);
        request.destroy();
        await waitFor(() => aborted);
      },
    );
  });
});
