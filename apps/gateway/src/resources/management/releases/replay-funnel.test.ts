import type { ReplayedParts } from '@svc/domain';
import { companyNotFound, json, ServiceError } from '@svc/kit';
import type { ReplayDraftRequest } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replayMessage } from '../../../testing/report-messages.js';
import { type Ask, PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';
import { waitFor } from '../../../testing/wait-for.js';
import { replayReportExample } from './release-examples.js';

const REPLAY = '/api/admin/v1/companies/glow/funnels/beauty/replay';

let gateway: TestGateway;
/** The request that funnel-svc received. */
const sent = () => {
  const [{ partsJson, ...request }] = gateway.services.calls.replayDraft as [ReplayDraftRequest];
  return { ...request, parts: json.decode<ReplayedParts>(partsJson) };
};

beforeEach(async () => {
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async ({ handle }) => {
          if (handle !== 'glow') throw companyNotFound();
          return { companyId: 'company-1', name: 'Glow', language: 'en', currency: 'EUR' };
        },
      },
      releases: { replayDraft: async () => ({ report: replayMessage }) },
    },
  });
});
afterEach(() => gateway.stop());

const JSON_TYPE = { 'content-type': 'application/json' };
const replay = (body: unknown, headers: Ask['headers'] = JSON_TYPE, path = REPLAY) =>
  gateway.ask(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('POST …/funnels/{subdomain}/replay (docs/releases.md "Replay before release")', () => {
  it('is one call with the defaults filled in; the report is shown', async () => {
    const answer = await replay('matching: {}\nlast: 7\n', { 'content-type': 'application/yaml' });
    expect([answer.status, answer.json]).toEqual([200, replayReportExample]);
    const matching = {
      colorType: { mode: 'require', minScore: 0.2 },
      complexion: { mode: 'require', depthTolerance: 0 },
      rules: [],
      ai: { enabled: false },
    };
    expect(sent()).toEqual({ companyId: 'company-1', subdomain: 'beauty', analyses: 7, parts: { matching } });
    expect(Object.keys(gateway.services.calls)).toEqual(['getCompany', 'replayDraft']);
  });

  it.each<[string | number, ReplayDraftRequest['version']]>([
    ['draft', { $case: 'draft', value: true }],
    ['v2', { $case: 'versionId', value: 'v2' }],
    [1, { $case: 'number', value: 1 }],
    [2 ** 40, { $case: 'number', value: 2 ** 40 }],
  ])('names the version %j', async (version, named) => {
    expect((await replay({ version })).status).toBe(200);
    expect(sent()).toMatchObject({ version: named, parts: {}, analyses: 500 });
  });

  it('null and [] clear a part, as in a blueprint', async () => {
    expect((await replay({ tagging: null, sets: [], assortment: [] })).status).toBe(200);
    expect(sent().parts).toEqual({
      tagging: { products: {}, variants: {} },
      sets: [],
      assortment: { tags: [], productIds: [] },
    });
  });

  it('takes operations on tags as PATCH …/tagging does, and a tagging or operations, not both', async () => {
    const taggingOperations = [{ kind: 'variant', id: 'V1', add: ['finish:matte'] }];
    expect((await replay({ taggingOperations })).status).toBe(200);
    expect(sent().parts).toEqual({ taggingOperations: [{ ...taggingOperations[0], remove: [] }] });
    const both = await replay({ taggingOperations, tagging: null });
    expect([both.status, both.json.details]).toEqual([
      400,
      [{ path: '/taggingOperations', message: 'Only one of tagging and taggingOperations may be given.' }],
    ]);
  });

  it('a large draft, which is read in a thread, arrives unchanged', async () => {
    const variants = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`V${index}`, ['a:b']]));
    expect((await replay({ tagging: { variants } })).status).toBe(200);
    expect(sent().parts).toEqual({ tagging: { products: {}, variants } });
  });

  it('a busy matcher is 503 with Retry-After; problems of the draft are 400 with their pointers', async () => {
    gateway.services.handlers.releases.replayDraft = async () => {
      throw new ServiceError('UNAVAILABLE', 'Two replays are already running.', { retryAfterS: 5 });
    };
    const busy = await replay({ matching: {} });
    expect([busy.status, busy.headers['retry-after'], busy.json.error]).toEqual([503, '5', 'UNAVAILABLE']);
    const details = [{ path: '/matching/rules/0/when/step', message: 'There is no step 9.' }];
    gateway.services.handlers.releases.replayDraft = async () => {
      throw new ServiceError('INVALID_REQUEST', 'Nothing was replayed.', { details });
    };
    const wrong = await replay({ matching: {} });
    expect([wrong.status, wrong.json.error, wrong.json.details]).toEqual([400, 'INVALID_REQUEST', details]);
  });

  it('a client that leaves cancels the replay', async () => {
    let state = 'waiting';
    gateway.services.handlers.releases.replayDraft = async (_request, call) => {
      state = 'running';
      await new Promise<void>((resolve) => call.signal.addEventListener('abort', () => resolve(), { once: true }));
      state = 'cancelled';
      return { report: replayMessage };
    };
    const body = '{"matching":{}}';
    const asked = gateway.raw(
      `POST ${REPLAY} HTTP/1.1\r\nHost: svc.test\r\nAuthorization: Bearer ${PLATFORM_TOKEN}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      { until: () => state === 'running' },
    );
    await asked;
    await waitFor(() => state === 'cancelled');
  });

  it.each([
    ['{}', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['[', { 'content-type': 'application/yaml' }, 400, 'INVALID_REQUEST'],
    ['[]', { 'content-type': 'application/yaml' }, 400, 'INVALID_REQUEST'],
    ['', JSON_TYPE, 400, 'INVALID_JSON'],
    ['{"version":true}', JSON_TYPE, 400, 'INVALID_REQUEST'],
  ])('the body %s as %j is %i %s, and nothing is replayed', async (body, headers, status, code) => {
    const answer = await replay(body, headers);
    expect([answer.status, answer.json.error], answer.text).toEqual([status, code]);
    expect(gateway.services.calls).not.toHaveProperty('replayDraft');
  });

  it('an unknown company is 404 whatever the body contains', async () => {
    const answer = await replay('{', JSON_TYPE, REPLAY.replace('glow', 'unknown'));
    expect([answer.status, answer.json.error]).toEqual([404, 'NOT_FOUND']);
  });
});
