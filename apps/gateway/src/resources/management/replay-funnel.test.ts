import type { ReplayDraft, Step } from '@svc/domain';
import { buildSelection, singleSelection } from '@svc/domain/testing';
import { json, ServiceError } from '@svc/kit';
import { type ReplayMatchesRequest, VersionState } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { matchingInput } from '../../testing/fixtures.js';
import { replayMessage } from '../../testing/report-messages.js';
import { type Ask, PLATFORM_TOKEN, startGateway, type TestGateway } from '../../testing/start-gateway.js';
import { waitFor } from '../../testing/wait-for.js';
import { replayReportExample } from './release-examples.js';

const REPLAY = '/api/admin/v1/companies/glow/funnels/beauty/replay';

const STEPS: Record<string, Step[]> = {
  v1: [singleSelection(1, ['dry'])],
  v2: [singleSelection(1, [buildSelection('dryness', ['dry'])])],
  v3: [singleSelection(1, ['dryness', 'oily'])],
};
const version = (number: number, state: keyof typeof VersionState, publishTime?: Date) => ({
  id: `v${number}`,
  number,
  state: VersionState[state],
  createTime: new Date(0),
  publishTime,
});

let gateway: TestGateway;
/** What the matcher was sent, message by message. */
let sent: ReplayMatchesRequest['part'][];
const draftSent = () => {
  const [first] = sent;
  if (first?.$case !== 'start') throw new Error('no start');
  return json.decode<ReplayDraft>(first.value.draftJson);
};

beforeEach(async () => {
  sent = [];
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async () => ({ companyId: 'company-1', name: 'Glow', language: 'en', currency: 'EUR' }),
        // One version a page: all pages are read.
        listVersions: async ({ pageToken }) => {
          const versions = [
            version(3, 'VERSION_STATE_DRAFT'),
            version(2, 'VERSION_STATE_PUBLISHED', new Date(2)),
            version(1, 'VERSION_STATE_SUPERSEDED', new Date(1)),
          ];
          const at = Number(pageToken);
          return { versions: [versions[at]!], nextPageToken: at < 2 ? String(at + 1) : '' };
        },
      },
      funnel: {
        getCompanyState: async () => ({
          version: 1,
          language: 'en',
          funnels: [
            {
              funnelId: 'funnel-1',
              subdomain: 'beauty',
              archived: false,
              publishedVersionId: 'v2',
              draftVersionId: 'v3',
            },
          ],
        }),
        getVersion: async ({ versionId }) => ({ versionJson: json.encode({ steps: STEPS[versionId] }) }),
      },
      analysisAdmin: {
        listMatchingInputs: async () => ({ items: [{ analysisId: 'A1', input: matchingInput() }] }),
      },
      matcherAdmin: {
        getConfig: async () => ({
          configJson: json.encode({ tagging: {}, sets: [{ key: 'duo' }], funnels: {} }),
        }),
      },
      release: {
        replayMatches: async (requests) => {
          for await (const { part } of requests) sent.push(part);
          return { report: replayMessage };
        },
      },
    },
  });
});
afterEach(() => gateway.stop());

const replay = (body: unknown, headers: Ask['headers'] = { 'content-type': 'application/json' }) =>
  gateway.ask(REPLAY, {
    method: 'POST',
    headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('POST …/funnels/{subdomain}/replay', () => {
  it('sends the draft with defaults filled in, then the analyses; the report is shown', async () => {
    const answer = await replay('matching: {}\nlast: 7\n', { 'content-type': 'application/yaml' });
    expect([answer.status, answer.json]).toEqual([200, replayReportExample]);
    expect(draftSent()).toEqual({
      matching: {
        colorType: { mode: 'require', minScore: 0.2 },
        complexion: { mode: 'require', depthTolerance: 0 },
        rules: [],
        ai: { enabled: false },
      },
    });
    expect(sent[0]).toMatchObject({ value: { companyId: 'company-1', funnelId: 'funnel-1', asked: 7 } });
    expect(sent.slice(1)).toMatchObject([{ $case: 'analyses', value: { items: [{ analysisId: 'A1' }] } }]);
    expect(gateway.services.calls.listMatchingInputs).toEqual([
      { companyId: 'company-1', funnelId: 'funnel-1', limit: 7 },
    ]);
  });

  it('2,000 large analyses travel in messages far below the limit of one', async () => {
    const input = matchingInput({ answersJson: Buffer.alloc(20_000, 'x') });
    gateway.services.handlers.analysisAdmin.listMatchingInputs = async () => ({
      items: Array.from({ length: 2_000 }, (_, index) => ({ analysisId: `A${index}`, input })),
    });
    expect((await replay({ matching: {}, last: 2_000 })).status).toBe(200);
    const batches = sent.flatMap((part) => (part?.$case === 'analyses' ? [part.value.items.length] : []));
    expect(batches.reduce((sum, size) => sum + size, 0)).toBe(2_000);
    expect(Math.max(...batches) * 20_000).toBeLessThan(1024 * 1024);
  });

  it.each<[string, object, ReplayDraft]>([
    ['the draft', { version: 'draft' }, { steps: STEPS.v3 as Step[], version: { id: 'v3', number: 3 } }],
    ['a version by its id', { version: 'v2' }, { steps: STEPS.v2 as Step[], version: { id: 'v2', number: 2 } }],
    [
      'an earlier version as a rollback would publish it',
      { version: 1 },
      { steps: [singleSelection(1, [buildSelection('dry', ['dryness'])])], version: { id: 'v1', number: 1 } },
    ],
  ])('replays %s, with the histories that publishing gives', async (_what, body, draft) => {
    expect((await replay(body)).status).toBe(200);
    const carried = (draft.steps as Step[]).map((step) => ({
      ...step,
      selections: step.selections.map((option) =>
        draft.version?.number === 3 && option.key === 'dryness' ? { ...option, formerKeys: ['dry'] } : option,
      ),
    }));
    expect(draftSent()).toEqual({ ...draft, steps: carried });
  });

  it('null and [] clear a part, as in a blueprint', async () => {
    expect((await replay({ tagging: null, sets: [], assortment: [] })).status).toBe(200);
    expect(draftSent()).toEqual({
      tagging: { products: {}, variants: {} },
      sets: [],
      assortment: { tags: [], productIds: [] },
    });
  });

  it('tabs may select the sets that are in force, or those of the draft', async () => {
    const resultPage = { tabs: [{ key: 'T', name: 'T', select: { sets: ['duo'] } }] };
    expect((await replay({ resultPage })).status).toBe(200);
    const answer = await replay({ resultPage, sets: [] });
    expect([answer.status, answer.json.details]).toEqual([
      400,
      [{ path: '/resultPage/tabs/0/select/sets/0', message: expect.stringContaining('no set with this key') }],
    ]);
  });

  it('a busy matcher is 503 with Retry-After', async () => {
    gateway.services.handlers.release.replayMatches = async () => {
      throw new ServiceError('UNAVAILABLE', 'Two replays are running already.', { retryAfterS: 5 });
    };
    const answer = await replay({ matching: {} });
    expect([answer.status, answer.headers['retry-after'], answer.json.error]).toEqual([503, '5', 'UNAVAILABLE']);
  });

  it('a client that leaves cancels the replay', async () => {
    let state = 'waiting';
    gateway.services.handlers.release.replayMatches = async (requests, call) => {
      for await (const { part } of requests) sent.push(part);
      state = 'running';
      await new Promise<void>((resolve) => call.signal.addEventListener('abort', () => resolve(), { once: true }));
      state = 'cancelled';
      return { report: replayMessage };
    };
    const body = '{"matching":{}}';
    const asked = gateway.raw(
      `POST ${REPLAY} HTTP/1.1\r\nHost: svc.test\r\nAuthorization: Bearer ${PLATFORM_TOKEN}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      { untilMs: 500 },
    );
    await waitFor(() => state === 'running');
    await asked;
    await waitFor(() => state === 'cancelled');
  });

  it.each([
    ['{}', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['[', { 'content-type': 'application/yaml' }, 400, 'INVALID_REQUEST'],
    ['[]', { 'content-type': 'application/yaml' }, 400, 'INVALID_REQUEST'],
    ['', { 'content-type': 'application/json' }, 400, 'INVALID_JSON'],
    ['{"version":true}', { 'content-type': 'application/json' }, 400, 'INVALID_REQUEST'],
    ['{"version":"none"}', { 'content-type': 'application/json' }, 400, 'VERSION_NOT_FOUND'],
  ])('the body %s as %j is %i %s, and nothing is read or replayed', async (body, headers, status, code) => {
    const answer = await replay(body, headers);
    expect([answer.status, answer.json.error], answer.text).toEqual([status, code]);
    expect(gateway.services.calls).not.toHaveProperty('listMatchingInputs');
    expect(gateway.services.calls).not.toHaveProperty('replayMatches');
  });
});
