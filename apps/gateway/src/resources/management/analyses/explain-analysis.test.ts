import { companyNotFound, ServiceError } from '@svc/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANALYSIS_ID, matchingFakes } from '../../../testing/fixtures.js';
import { explanationMessage } from '../../../testing/report-messages.js';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';
import { explanationExample } from './explanation-example.js';

const PATH = `/api/admin/v1/companies/glow/analyses/${ANALYSIS_ID}/explain`;

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway({
    handlers: {
      ...matchingFakes(),
      funnelAdmin: {
        getCompany: async ({ handle }) => {
          if (handle !== 'glow' && handle !== 'other') throw companyNotFound();
          return {
            companyId: handle === 'glow' ? 'company-1' : 'company-2',
            name: 'G',
            language: 'en',
            currency: 'CHF',
          };
        },
      },
      matcherAdmin: { explainMatch: async () => ({ explanation: explanationMessage }) },
    },
  });
});
afterEach(() => gateway.stop());

const ask = (path: string, authorization = `Bearer ${PLATFORM_TOKEN}`) =>
  gateway.ask(path, { headers: { authorization } });
const refusal = async (path: string) => {
  const { status, json: body } = await ask(path);
  return [status, body.error, body.message];
};

describe('GET …/analyses/{analysisId}/explain. docs/matching.md M9', () => {
  it('requests the variants in request order, each once, and shows the explanation', async () => {
    const { status, json: body, headers } = await ask(`${PATH}?variantId=b&variantId=A%26&variantId=b`);
    expect([status, body]).toEqual([200, explanationExample]);
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
    expect(gateway.services.calls.explainMatch).toMatchObject([
      { input: { companyId: 'company-1' }, variantIds: ['b', 'A&'] },
    ]);
  });

  it.each([
    ['', 'variantId must be given at least once.'],
    ['?variantId=', 'variantId must not be empty.'],
    ['?variantid=a', 'The query key "variantid" is not known; a key must be variantId.'],
    ['?variantId=a&locale=de', 'The query key "locale" is not known; a key must be variantId.'],
    [`?variantId=${'x'.repeat(256)}`, 'variantId must have at most 255 bytes.'],
    ['?variantId=%ff', 'The query string must be percent-encoded UTF-8.'],
    [`?${'variantId=a&'.repeat(100)}variantId=b`, 'variantId must be given at most 100 times; 101 values were sent.'],
  ])('the query %j is INVALID_QUERY, and no service is called', async (query, message) => {
    expect(await refusal(`${PATH}${query}`)).toEqual([400, 'INVALID_QUERY', message]);
    expect(gateway.services.calls).toEqual({});
  });

  it('takes 100 variants, and no query over 8 KiB', async () => {
    expect((await ask(`${PATH}?${Array.from({ length: 100 }, (_, i) => `variantId=${i}`).join('&')}`)).status).toBe(
      200,
    );
    expect(await refusal(`${PATH}?variantId=${'%20'.repeat(3_000)}`)).toEqual([
      414,
      'URI_TOO_LONG',
      expect.any(String),
    ]);
  });

  it("another company's analysis is 404 like an unknown and a malformed one, and the matcher is not asked", async () => {
    const answers = await Promise.all([
      refusal(PATH.replace('glow', 'other').concat('?variantId=a')),
      refusal(`${PATH.replace(ANALYSIS_ID, 'unknown')}?variantId=a`),
      refusal(`${PATH.replace(ANALYSIS_ID, '%00')}?variantId=a`),
    ]);
    expect(answers).toEqual(Array(3).fill([404, 'NOT_FOUND', 'No analysis with this id.']));
    expect(gateway.services.calls.explainMatch).toBeUndefined();
  });

  it('an archived funnel is the same 404; a matcher that fails is 503', async () => {
    gateway.services.handlers.matcherAdmin.explainMatch = async () => {
      throw new ServiceError('NOT_FOUND', 'The funnel is gone.');
    };
    expect(await refusal(`${PATH}?variantId=a`)).toEqual([404, 'NOT_FOUND', 'No analysis with this id.']);
    gateway.services.handlers.matcherAdmin.explainMatch = async () => {
      throw new ServiceError('MATCHER_FAILURE', 'The matcher failed; try again.');
    };
    expect((await refusal(`${PATH}?variantId=a`)).slice(0, 2)).toEqual([503, 'MATCHER_FAILURE']);
  });

  it('is 401 without the platform token, and calls no service', async () => {
    expect((await ask(`${PATH}?variantId=a`, 'Bearer wrong')).status).toBe(401);
    expect(gateway.services.calls).toEqual({});
  });
});
