import { json, ServiceError } from '@svc/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANALYSIS_ID } from '../../testing/fixtures.js';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../testing/start-gateway.js';
import { analysisRecordExample } from './analysis-record-example.js';

const PATH = `/api/admin/v1/companies/glow/analyses/${ANALYSIS_ID}`;

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async ({ handle }) => {
          if (handle === 'nobody') throw new ServiceError('NOT_FOUND', 'No company with this handle.');
          return { companyId: `company-${handle}`, name: 'G', language: 'en', currency: 'CHF' };
        },
      },
      analysisAdmin: {
        getAnalysis: async ({ companyId, analysisId }) => {
          if (companyId !== 'company-glow' || analysisId !== ANALYSIS_ID)
            throw new ServiceError('NOT_FOUND', `No analysis ${analysisId} of ${companyId}.`);
          return { body: json.encode(analysisRecordExample) };
        },
      },
    },
  });
});
afterEach(() => gateway.stop());

const ask = (path: string, authorization = `Bearer ${PLATFORM_TOKEN}`) =>
  gateway.ask(path, { headers: { authorization } });

describe('GET …/analyses/{analysisId}: everything that is kept of an analysis', () => {
  it('answers what analysis-svc says, never to be stored by a cache', async () => {
    const { status, json: body, headers } = await ask(PATH);
    expect([status, body]).toEqual([200, analysisRecordExample]);
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  });

  it("another company's, an unknown and a malformed id are the same 404, which repeats nothing of them", async () => {
    const answers = await Promise.all(
      [
        PATH.replace('glow', 'other'),
        PATH.replace(ANALYSIS_ID, 'A'.repeat(22)),
        PATH.replace(ANALYSIS_ID, '%00'),
        PATH.replace(ANALYSIS_ID, 'x'.repeat(300)),
      ].map(async (path) => {
        const { status, json: body } = await ask(path);
        return [status, body.error, body.message];
      }),
    );
    expect(answers).toEqual(Array(4).fill([404, 'NOT_FOUND', 'No analysis with this id.']));
  });

  it('an unknown company is 404; without the platform token it is 401 and nobody is asked', async () => {
    expect((await ask(PATH.replace('glow', 'nobody'))).json.message).toBe('No company with this handle.');
    expect((await ask(PATH, 'Bearer wrong')).status).toBe(401);
    expect(gateway.services.calls.getAnalysis).toBeUndefined();
  });

  it('a service that is away is 503, not "no analysis"', async () => {
    gateway.services.handlers.analysisAdmin.getAnalysis = async () => {
      throw new ServiceError('UNAVAILABLE', 'Later.');
    };
    expect((await ask(PATH)).status).toBe(503);
  });
});
