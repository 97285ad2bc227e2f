import { ERRORS, type ErrorCode, type ErrorRow, generateApiKey, ServiceError } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../openapi/error-schema.js';
import { startGateway, type TestGateway } from '../testing/start-gateway.js';

let gateway: TestGateway;
let thrown: unknown;
beforeAll(async () => {
  const funnel = {
    getFunnel: async () => {
      throw thrown;
    },
  };
  gateway = await startGateway({ handlers: { funnel } });
});
afterAll(() => gateway.stop());

const ask = (method = 'GET') =>
  gateway.ask('/api/v1/funnels/f', { method, headers: { authorization: `Bearer ${generateApiKey()}` } });

const codes = Object.keys(ERRORS) as ErrorCode[];

describe('every row of the error table, from a service through gRPC to HTTP. docs/contract.md C4', () => {
  it.each(codes)('%s. C4.1, C4.2, C4.3', async (code) => {
    thrown = new ServiceError(code, 'What to change.', { details: [{ path: '/a', message: 'This.' }] });
    const row: ErrorRow = ERRORS[code];
    const { status, headers, json } = await ask();
    expect(status).toBe(row.http);
    errorBody.parse(json);
    expect(json).toEqual({
      error: code,
      // An INTERNAL error says nothing of what it is.
      message: code === 'INTERNAL' ? expect.any(String) : 'What to change.',
      requestId: headers['x-request-id'],
      details: [{ path: '/a', message: 'This.' }],
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    expect(headers['retry-after']).toBe(row.retryAfterS === undefined ? undefined : String(row.retryAfterS));
    expect(headers['www-authenticate']).toBe(row.http === 401 ? 'Bearer' : undefined);
    expect(headers).not.toHaveProperty('etag');
  });

  it('anything else that is thrown is INTERNAL, without a word of it. C4.3', async () => {
    thrown = new TypeError('cannot read secret of undefined');
    const { status, json, text } = await ask();
    expect([status, json.error]).toEqual([500, 'INTERNAL']);
    expect(text).not.toContain('secret');
  });

  it('a HEAD request gets the status and headers of the error, and no body', async () => {
    thrown = new ServiceError('NOT_FOUND', 'No funnel with this id.');
    const { status, headers, text } = await ask('HEAD');
    expect([status, headers['cache-control'], text]).toEqual([404, 'no-store', '']);
  });
});
