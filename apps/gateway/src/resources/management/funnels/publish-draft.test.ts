import { ServiceError } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';

const PUBLISH = '/api/admin/v1/companies/glow/funnels/beauty/publish';
const json = { 'content-type': 'application/json' };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async () => ({ companyId: 'company-1', name: 'Glow', language: 'en', currency: 'EUR' }),
        publishDraft: async () => ({ versionId: 'v2', number: 2 }),
      },
    },
  });
});
afterAll(() => gateway.stop());

const publish = ({ headers, ...rest }: Omit<Ask, 'method'> & { query?: string } = {}) =>
  gateway.ask(`${PUBLISH}${rest.query ?? ''}`, {
    ...rest,
    method: 'POST',
    headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, ...headers },
  });
const lastCall = () => gateway.services.calls.publishDraft?.at(-1);

describe('POST …/funnels/{subdomain}/publish (ADR 21)', () => {
  it.each([
    ['without a body', {}, false],
    ['with an empty object', { body: '{}', headers: json }, false],
    ['with "force": false', { body: '{"force":false}', headers: json }, false],
    ['with "force": true', { body: '{"force":true}', headers: json }, true],
    ['with ?force=true', { query: '?force=true' }, true],
    ['with ?force=false', { query: '?force=false' }, false],
    ['with ?force=true and "force": false', { query: '?force=true', body: '{"force":false}', headers: json }, true],
  ])('%s', async (_how, ask, force) => {
    const answer = await publish(ask);
    expect([answer.status, answer.json]).toEqual([200, { id: 'v2', number: 2 }]);
    expect(lastCall()).toEqual({ companyId: 'company-1', subdomain: 'beauty', force });
  });

  it.each([
    ['a force that is no boolean', { body: '{"force":"yes"}', headers: json }, 400, 'INVALID_REQUEST'],
    ['a mistyped key', { body: '{"forced":true}', headers: json }, 400, 'INVALID_REQUEST'],
    ['a mistyped switch', { query: '?force=yes' }, 400, 'INVALID_QUERY'],
    ['what is no object', { body: '[]', headers: json }, 400, 'INVALID_JSON'],
    ['another type', { body: '{}', headers: { 'content-type': 'text/plain' } }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('%s is refused, and nothing is published', async (_what, ask, status, code) => {
    const before = gateway.services.calls.publishDraft?.length;
    const answer = await publish(ask);
    expect([answer.status, answer.json.error]).toEqual([status, code]);
    expect(gateway.services.calls.publishDraft?.length).toBe(before);
  });

  it('a draft with dead ends is 409 with each of them', async () => {
    const details = [{ path: '/draft/steps/1', message: 'Nothing matches with taste = sour.' }];
    gateway.services.handlers.funnelAdmin.publishDraft = async () => {
      throw new ServiceError('CONFLICT', 'The draft has 1 dead end.', { details });
    };
    const answer = await publish();
    expect([answer.status, answer.json]).toMatchObject([409, { error: 'CONFLICT', details }]);
  });

  it('a check takes up to a minute, so the call may take longer than others', async () => {
    let waits = 0;
    gateway.services.handlers.funnelAdmin.publishDraft = async (_request, call) => {
      waits = (call.deadline as Date).getTime() - Date.now();
      return { versionId: 'v2', number: 2 };
    };
    await publish();
    expect(waits).toBeGreaterThan(70_000);
  });
});
