import type { ServiceError } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { parseAnalysisRequest } from './parse-analysis-request.js';

const NO_QUERY = new URLSearchParams();
const parse = (body: Record<string, unknown>, query = NO_QUERY) => parseAnalysisRequest({ ...body }, query);

const getError = (body: Record<string, unknown>, query = NO_QUERY): ServiceError => {
  try {
    parse(body, query);
  } catch (error) {
    return error as ServiceError;
  }
  throw new Error('nothing was thrown');
};

describe('a create request. docs/contract.md C9', () => {
  it.each([{}, { funnelId: null }, { funnelId: '' }, { funnelId: 7 }, { funnelId: ['f'] }])(
    'a missing funnelId is refused: %j. C8.11, C9.1',
    (body) => expect(getError(body).code).toBe('INVALID_REQUEST'),
  );

  it.each([true, false, null, 'x'])(
    'include_webhook_payload in the body is refused, whatever it says: %j. C9.2',
    (value) => expect(getError({ funnelId: 'f', include_webhook_payload: value }).code).toBe('INVALID_REQUEST'),
  );

  it('include_webhook_payload in the query is refused. C9.2', () => {
    expect(getError({ funnelId: 'f' }, new URLSearchParams('include_webhook_payload=false')).code).toBe(
      'INVALID_REQUEST',
    );
  });

  it.each(['id', 'analysisId', 'companyId', 'colorType', 'colorAnalysis'])(
    '%s must not be sent; null is the same as missing. C9.3',
    (field) => {
      expect(getError({ funnelId: 'f', [field]: 'x' }).code).toBe('INVALID_REQUEST');
      expect(parse({ funnelId: 'f', [field]: null }).funnelId).toBe('f');
    },
  );

  it('repeats the beginning of a forbidden name only, so that a hostile body does not get a hostile answer', () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `colorType${'x'.repeat(200)}${index}`);
    const { details } = getError({ funnelId: 'f', ...Object.fromEntries(names.map((name) => [name, 1])) });
    expect(details).toHaveLength(200);
    for (const { path } of details) expect(path).toHaveLength(65);
  });

  it('names every problem in one error, as JSON pointers. C4.2', () => {
    const error = getError({ id: 'x', companyId: 'y', createdWithVersionId: 1 });
    expect(error.details.map(({ path }) => path)).toEqual(['/id', '/companyId', '/funnelId', '/createdWithVersionId']);
  });

  it.each([null, undefined, ''])(
    'a selfie that is %j is the same as missing. docs/contract.md C8.5, C8.12',
    (selfie) => {
      const request = parse({ funnelId: 'f', selfie });
      expect(request.selfie).toBeUndefined();
      expect(request.body).not.toHaveProperty('selfie', '');
    },
  );

  it('a selfie of another JSON type stays in the body, where analysis-svc warns about it', () => {
    expect(parse({ funnelId: 'f', selfie: 5 })).toEqual({ funnelId: 'f', body: { funnelId: 'f', selfie: 5 } });
  });

  it('an invalid selfie is INVALID_SELFIE; a valid one leaves the body', () => {
    expect(getError({ funnelId: 'f', selfie: 'x' }).code).toBe('INVALID_SELFIE');
    const request = parse({ funnelId: 'f', hairColor: 'RED', selfie: 'data:image/png;base64,AAAA' });
    expect(request.body).toEqual({ funnelId: 'f', hairColor: 'RED' });
    expect(request.selfie).toEqual({ data: Buffer.alloc(3), declaredType: 'png' });
  });

  it('odd answers are not the gateway’s business; unknown fields are kept apart. C9.6, C9.7', () => {
    const { body, ignored } = parse({ funnelId: 'f', hairColor: 7, shoeSize: 43, toString: null });
    expect(body).toEqual({ funnelId: 'f', hairColor: 7 });
    expect(ignored).toEqual({ shoeSize: 43, toString: null });
    expect(parse({ funnelId: 'f', hairColor: 7 })).not.toHaveProperty('ignored');
  });
});
