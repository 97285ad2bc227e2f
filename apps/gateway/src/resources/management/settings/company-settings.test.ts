import { DEFAULT_COMPANY_SETTINGS } from '@svc/domain';
import { companyNotFound, json } from '@svc/kit';
import type { ApplyBlueprintRequest, RecordOutcomeRequest } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actor, sessionFakes } from '../../../testing/sessions.js';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';
import type { StoredSettings } from './present-company-settings.js';

const fakes = sessionFakes();
const SETTINGS = '/api/admin/v1/companies/glow/settings';
const stored: StoredSettings = {
  name: 'Glow',
  language: 'en',
  currency: 'EUR',
  companyKey: 'k3J9sPq0Zr7Wn2Vt5Yb8Xc1Md',
  domains: ['glow.example'],
  settings: DEFAULT_COMPANY_SETTINGS,
  webhook: { url: 'https://user:geheim@glow.example/hook', secret: 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0' },
  crm: { kind: 'klaviyo', apiKey: 'pk_0123456789abcdef' },
  formerSecretUntil: null,
};

let current: StoredSettings;
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({
    handlers: {
      sessions: fakes.handlers.sessions,
      funnelAdmin: {
        ...fakes.handlers.funnelAdmin,
        getCompanySettings: async ({ handle }) => {
          if (handle !== 'glow') throw companyNotFound();
          const { formerSecretUntil, companyKey, ...document } = current;
          return {
            settingsJson: json.encode(document),
            fingerprint: `state-of-${current.name}`,
            companyKey,
            formerSecretExpireTime: formerSecretUntil ?? undefined,
          };
        },
        applyBlueprint: async ({ blueprintJson }) => {
          current = { ...current, ...json.decode<Partial<StoredSettings>>(blueprintJson) };
          return { body: json.encode({ warnings: [{ path: '/domains', message: 'An example.' }] }) };
        },
      },
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  current = stored;
});

const ask = (method: string, headers: Record<string, string> = {}, body?: unknown) =>
  gateway.ask(SETTINGS, {
    method,
    headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const change = (body: unknown, etag = '"state-of-Glow"') => ask('PATCH', { 'if-match': etag }, body);
const getApplied = () => (gateway.services.calls.applyBlueprint ?? []) as ApplyBlueprintRequest[];
const getLastPart = () =>
  json.decode<Partial<StoredSettings>>((getApplied().at(-1) as ApplyBlueprintRequest).blueprintJson);

describe('the settings of a company (docs/management.md "Settings in parts")', () => {
  it('are returned without secrets, with an ETag', async () => {
    const { status, json: body, text, headers } = await ask('GET');
    expect([status, headers.etag]).toEqual([200, '"state-of-Glow"']);
    expect(body).toMatchObject({
      name: 'Glow',
      domains: ['glow.example'],
      webhook: { url: 'https://glow.example/hook', secret: { set: true, lastFour: 'cmV0' } },
      crm: { kind: 'klaviyo', apiKey: { set: true, lastFour: 'cdef' } },
    });
    for (const secret of ['geheim', 'whsec_', 'pk_0123']) expect(text).not.toContain(secret);
  });

  it('change by the keys that are given, compared under the lock of the company, and the answer shows warnings', async () => {
    const { status, json: body, headers } = await change({ name: 'Glow Cosmetics', domains: null });
    expect(status).toBe(200);
    expect(getLastPart()).toEqual({ name: 'Glow Cosmetics', domains: [] });
    expect(getApplied().at(-1)).toMatchObject({ handle: 'glow', settingsFingerprint: 'state-of-Glow' });
    expect(body).toMatchObject({ name: 'Glow Cosmetics', domains: [], warnings: [{ path: '/domains' }] });
    expect(headers.etag).toBe('"state-of-Glow Cosmetics"');
  });

  it('are in the audit log as they were and as they are, without secrets and addresses of endpoints', async () => {
    const outcomes = () => (gateway.services.calls.recordOutcome ?? []) as RecordOutcomeRequest[];
    const before = outcomes().length;
    await change({
      ...{ name: 'Glow Cosmetics', webhook: { url: 'https://other.example/hook', secret: 'whsec_bmV3' } },
      ...{ crm: null, settings: { timeZone: 'Europe/Berlin', chat: { contactUrl: 'mailto:grace@glow.example' } } },
    });
    await expect.poll(() => outcomes().length).toBe(before + 1);
    expect(outcomes().at(-1)?.changes).toContainEqual({ path: '/name', before: 'Glow', after: 'Glow Cosmetics' });
    expect(
      outcomes()
        .at(-1)
        ?.changes.map(({ path }) => path),
    ).toContain('/settings/timeZone');
    expect(JSON.stringify(outcomes().at(-1))).not.toMatch(/whsec|pk_|hook|geheim|grace/);
  });

  it('name the current state with a 412', async () => {
    const { status, headers } = await change({ name: 'Glow Cosmetics' }, '"state-of-Before"');
    expect([status, headers.etag]).toEqual([412, '"state-of-Glow"']);
  });

  it('keep a secret that is left out, and the credentials of an address that stays as it is shown', async () => {
    await change({ webhook: { url: 'https://glow.example/hook' }, crm: { kind: 'klaviyo', metric: 'Done' } });
    expect(getLastPart()).toEqual({ webhook: stored.webhook, crm: { ...stored.crm, metric: 'Done' } });
    current = stored;
    await change({ webhook: { url: 'https://other.example/hook', secret: 'whsec_bmV3' }, crm: null });
    expect(getLastPart()).toEqual({ webhook: { url: 'https://other.example/hook', secret: 'whsec_bmV3' }, crm: null });
  });

  it.each([
    ['412 for an earlier state', { 'if-match': '"state-of-Before"' }, 412, 'PRECONDITION_FAILED'],
    ['428 without a state', {}, 428, 'PRECONDITION_REQUIRED'],
  ])('are %s, and nothing changes', async (_, headers, status, error) => {
    const before = getApplied().length;
    const { status: found, json: body } = await ask('PATCH', headers, { name: 'Mine' });
    expect([found, body.error]).toEqual([status, error]);
    expect(getApplied()).toHaveLength(before);
  });

  it.each([
    ['a secret of the webhook', { webhook: { url: 'https://glow.example/hook', secret: 'whsec_bmV3' } }, 401],
    ['a key of the marketing system', { crm: { kind: 'klaviyo', apiKey: 'pk_new' } }, 401],
    ['neither', { name: 'Glow Paris', webhook: { url: 'https://glow.example/hook' } }, 200],
  ])('with %s, ten minutes after the sign-in (docs/identity.md I3.4)', async (_, body, expected) => {
    const authorization = `Bearer ${fakes.token(actor({ freshUntilTime: new Date(Date.now() - 1_000) }))}`;
    const { status } = await ask('PATCH', { authorization, 'if-match': '"state-of-Glow"' }, body);
    expect(status).toBe(expected);
  });

  it('refuse unknown keys with their place', async () => {
    const { status, json: body } = await change({ handle: 'other', webhook: { url: 'https://a.example', hidden: 1 } });
    expect([status, body.error]).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('a new secret for the webhook (docs/webhooks.md "Changing the secret")', () => {
  const rotate = (headers: Record<string, string> = { authorization: `Bearer ${PLATFORM_TOKEN}` }) =>
    gateway.ask('/api/admin/v1/companies/glow/webhooks/secret', { method: 'POST', headers });

  it('is made here, applied to the same address, and returned once with the end of the former one (docs/dashboard.md Y9.1, Y9.5)', async () => {
    current = { ...stored, formerSecretUntil: new Date('2026-11-25T10:00:00Z') };
    const { status, json: body } = await rotate();
    expect(status).toBe(200);
    expect(body).toEqual({
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      formerSecretUntil: '2026-11-25T10:00:00.000Z',
    });
    expect(getLastPart()).toEqual({ webhook: { url: stored.webhook?.url, secret: body.secret } });
    expect(getApplied().at(-1)).toMatchObject({ handle: 'glow', settingsFingerprint: 'state-of-Glow' });
    expect((await rotate()).json.secret).not.toBe(body.secret);
    expect((await ask('GET')).text).not.toContain(body.secret);
    expect((await ask('GET')).json).toMatchObject({ webhook: { formerSecretUntil: '2026-11-25T10:00:00.000Z' } });
  });

  it('requires a fresh sign-in and a webhook', async () => {
    const authorization = `Bearer ${fakes.token(actor({ freshUntilTime: new Date(Date.now() - 1_000) }))}`;
    const old = await rotate({ authorization });
    expect([old.status, old.json.error]).toEqual([401, 'REAUTHENTICATION_REQUIRED']);
    current = { ...stored, webhook: null };
    const none = await rotate();
    expect([none.status, none.json.error]).toEqual([409, 'CONFLICT']);
  });
});
