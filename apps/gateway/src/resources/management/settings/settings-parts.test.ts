import { json, ServiceError } from '@svc/kit';
import { type ApplyBlueprintRequest, AuditActorKind, type AuditEntry, AuditOutcome } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';

const COMPANY = '/api/admin/v1/companies/glow';
const target = { tags: ['t:1'], productIds: [], variantIds: [] };

let gateway: TestGateway;
/** Content by part; its number is the fingerprint. */
let stored: { content: unknown; number: number };
beforeAll(async () => {
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async () => ({ companyId: 'company-1', name: 'Glow', language: 'en', currency: 'EUR' }),
        getSettingsPart: async ({ part }) => {
          if (part === 'funnels/nowhere/matching') throw new ServiceError('NOT_FOUND', 'No funnel.');
          return { partJson: json.encode(stored.content), fingerprint: `state-${stored.number}` };
        },
        applyBlueprint: async ({ blueprintJson, partState }) => {
          const { funnels, sets } = json.decode<{ funnels?: Record<string, unknown>[]; sets?: unknown }>(blueprintJson);
          const { subdomain: _, ...parts } = funnels?.[0] ?? { sets };
          stored = { content: Object.values(parts)[0], number: stored.number + 1 };
          const warnings = [{ path: '/funnels/0/matching/rules/0', message: 'An example.' }];
          return { body: json.encode({ changed: [partState?.part], warnings }) };
        },
      },
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  stored = { content: [], number: 1 };
  gateway.services.calls.applyBlueprint = [];
});

const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
  gateway.ask(`${COMPANY}${path}`, {
    method,
    headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const applied = () => (gateway.services.calls.applyBlueprint ?? []) as ApplyBlueprintRequest[];

describe('parts of the matching settings (docs/management.md "Matching settings in parts")', () => {
  it.each([
    ['/funnels/beauty/matching', 'matching', { rules: [] }, 'funnels/beauty/matching'],
    ['/funnels/beauty/assortment', 'assortment', { tags: ['t:1'] }, 'funnels/beauty/assortment'],
    ['/funnels/beauty/result-page', 'resultPage', { enabled: false, tabs: [] }, 'funnels/beauty/resultPage'],
    ['/sets', 'sets', [], 'sets'],
  ])('%s is read with an ETag and replaced on that state', async (path, key, value, part) => {
    const read = await ask('GET', path);
    expect([read.status, read.headers.etag, read.json]).toEqual([200, '"state-1"', { [key]: [] }]);
    const answer = await ask('PUT', path, { 'if-match': '"state-1"' }, { [key]: value });
    expect([answer.status, answer.headers.etag]).toEqual([200, '"state-2"']);
    expect(answer.json).toMatchObject({ [key]: value, changed: [part], warnings: [{ path: '/matching/rules/0' }] });
    expect(applied()).toMatchObject([{ handle: 'glow', partState: { part, fingerprint: 'state-1' } }]);
  });

  it('the file has the given part only, with defaults filled in', async () => {
    const rules = [{ key: 'r', then: { exclude: { tags: ['t:1'] } } }];
    await ask('PUT', '/funnels/beauty/matching', { 'if-match': '"state-1"' }, { matching: { rules } });
    const [funnel] = json.decode<{ funnels: { matching: { rules: object[] } }[] }>(applied()[0]!.blueprintJson).funnels;
    expect(funnel).toMatchObject({ subdomain: 'beauty', matching: { ai: { enabled: false } } });
    expect(funnel?.matching.rules).toMatchObject([expect.objectContaining({ key: 'r' })]);
    expect(JSON.stringify(funnel)).toContain(JSON.stringify({ exclude: target }));
  });

  it.each([
    ['412 for an earlier state', { 'if-match': '"state-0"' }, { sets: [] }, 412, 'PRECONDITION_FAILED'],
    ['428 without a state', {}, { sets: [] }, 428, 'PRECONDITION_REQUIRED'],
    ['400 with another key', { 'if-match': '"state-1"' }, { sets: [], name: 'x' }, 400, 'INVALID_REQUEST'],
    ['400 without the part', { 'if-match': '"state-1"' }, {}, 400, 'INVALID_REQUEST'],
  ])('are %s, and nothing changes', async (_, headers, body, status, code) => {
    const answer = await ask('PUT', '/sets', headers as Record<string, string>, body);
    expect([answer.status, answer.json.error]).toEqual([status, code]);
    expect(applied()).toEqual([]);
  });

  it('a refused change names who has changed the part last, and when (docs/dashboard.md Y33.3)', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 27, 14, minute));
    const entry = (minute: number, name: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
      ...{
        id: 'e',
        number: minute,
        recordTime: at(minute),
        actorKind: AuditActorKind.AUDIT_ACTOR_KIND_USER,
        actor: { id: 'u', name },
        requestId: 'r',
      },
      ...{
        action: 'a',
        targets: [],
        network: '',
        outcome: AuditOutcome.AUDIT_OUTCOME_OK,
        changed: ['sets'],
        changes: [],
      },
      ...more,
    });
    const entries: Record<string, AuditEntry[]> = {
      'funnel.publish/replaceSetsPart': [
        entry(9, 'Refused', { outcome: AuditOutcome.AUDIT_OUTCOME_REFUSED }),
        entry(2, 'Ada'),
        entry(1, 'Earlier'),
      ],
      'blueprint.write/applyBlueprint': [entry(8, 'Others', { changed: ['tagging'] }), entry(0, 'Applied')],
    };
    gateway.services.handlers.audit = {
      ...gateway.services.handlers.audit,
      listAuditEntries: async ({ action, companyId }) => ({
        entries: companyId === 'company-1' ? (entries[action] ?? []) : [],
        nextPageToken: '',
      }),
    };
    const refuse = () => ask('PUT', '/sets', { 'if-match': '"state-0"' }, { sets: [] });
    expect((await refuse()).json.details).toEqual([
      { path: '/changedBy', message: 'Ada' },
      { path: '/changedAt', message: '2026-11-27T14:02:00.000Z' },
    ]);
    gateway.services.handlers.audit.listAuditEntries = async () => {
      throw new ServiceError('UNAVAILABLE', 'Down.');
    };
    const answer = await refuse();
    expect([answer.status, answer.json.details]).toEqual([412, undefined]);
  });

  it('of a funnel that is not there are 404', async () => {
    expect((await ask('GET', '/funnels/nowhere/matching')).status).toBe(404);
    const body = { matching: {} };
    expect((await ask('PUT', '/funnels/nowhere/matching', { 'if-match': '"x"' }, body)).status).toBe(404);
  });

  it('problems are named by their place in the body', async () => {
    const before = gateway.services.handlers.funnelAdmin.applyBlueprint;
    gateway.services.handlers.funnelAdmin.applyBlueprint = async () => {
      const details = [{ path: '/funnels/0/matching/rules/0/key', message: 'Wrong.' }];
      throw new ServiceError('INVALID_BLUEPRINT', 'The blueprint has 1 problem.', { details });
    };
    const answer = await ask('PUT', '/funnels/beauty/matching', { 'if-match': '"state-1"' }, { matching: {} });
    expect([answer.status, answer.json.details]).toMatchObject([400, [{ path: '/matching/rules/0/key' }]]);
    gateway.services.handlers.funnelAdmin.applyBlueprint = before!;
  });
});
