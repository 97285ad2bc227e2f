import { type Blueprint, DEFAULT_COMPANY_SETTINGS } from '@svc/domain';
import type { GetComponentConfigRequest } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshSubdomain, funnel, step } from '../../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

const oneStep = { steps: [step(1)] };
const withSelfie = { steps: [step(1), step(2, { type: 'SELFIE', selections: [] })] };

const read = (company: GetComponentConfigRequest['company']) => svc.components.getComponentConfig({ company });
const byKey = (value: string) => read({ $case: 'companyKey', value });
const byDomain = (value: string) => read({ $case: 'domain', value });
const bySubdomain = (value: string) => read({ $case: 'host', value: { name: { $case: 'subdomain', value } } });
const byHost = (value: string) => read({ $case: 'host', value: { name: { $case: 'host', value } } });

async function companyWith(blueprint: Blueprint) {
  const made = await svc.company(blueprint);
  return { ...made, companyKey: made.answer.company.companyKey };
}

describe('GetComponentConfig', () => {
  it('gives what the company decides about components, with defaults (docs/components.md B4.1)', async () => {
    const quiz = funnel({ name: 'Quiz', published: oneStep });
    const settings = {
      ...DEFAULT_COMPANY_SETTINGS,
      defaultFunnel: quiz.subdomain,
      zIndex: { popup: null, widget: 7 },
      components: { popup: true, widget: false, floatingActionButton: true, chat: false },
      widget: { isCollapsed: true },
      cart: false,
      storeContactData: false,
      tracking: { consent: 'REQUIRED', visitId: 'STORAGE', attributionDays: 30, parameters: ['partner'] },
      theme: { ...DEFAULT_COMPANY_SETTINGS.theme, colorScheme: 'dark', accentColor: '#7a3b69', cornerRadius: 0 },
      privacyUrl: 'https://glow.example/privacy',
      chat: {
        ...DEFAULT_COMPANY_SETTINGS.chat,
        greeting: { default: 'Hallo!', en: 'Hello!' },
        starters: [{ de: 'Was passt zu mir?' }],
        contactUrl: 'mailto:care@glow.example',
        model: true,
        avoidedWords: ['billig'],
      },
    } as const;
    const { id, handle, companyKey } = await companyWith({
      language: 'de',
      domains: ['all.glow.example'],
      settings: {
        ...settings,
        tracking: { ...settings.tracking, parameters: ['partner'] },
        chat: { ...settings.chat, starters: [...settings.chat.starters], avoidedWords: ['billig'] },
      },
      funnels: [quiz],
    });
    expect(await byKey(companyKey)).toEqual({
      companyId: id,
      version: expect.stringMatching(/^\d+$/),
      domains: ['all.glow.example'],
      config: {
        company: handle,
        language: 'de',
        components: settings.components,
        zIndex: { widget: 7 },
        theme: { colorScheme: 'COMPONENT_COLOR_SCHEME_DARK', accentColor: '#7a3b69', cornerRadius: 0 },
        defaultFunnel: quiz.subdomain,
        funnels: [
          { subdomain: quiz.subdomain, name: 'Quiz', state: 'COMPONENT_FUNNEL_STATE_PUBLISHED', hasSelfie: false },
        ],
        isWidgetCollapsed: true,
        cart: false,
        storeContactData: false,
        privacyUrl: 'https://glow.example/privacy',
        trackingConsent: 'TRACKING_CONSENT_REQUIRED',
        attributionDays: 30,
        trackingParameters: ['partner'],
        chatGreeting: { en: 'Hello!', de: 'Hallo!' },
        chatStarters: [{ de: 'Was passt zu mir?' }],
        chatContactUrl: 'mailto:care@glow.example',
        chatModel: true,
        chatAvoidedWords: ['billig'],
        keepsVisitors: true,
      },
    });
  });

  it('a company that was stored before these settings existed has their defaults', async () => {
    const { id, companyKey } = await companyWith({ funnels: [] });
    await svc.db('companies').where({ id }).update({ settings: '{"defaultFunnel":null,"zIndex":{},"components":{}}' });
    expect((await byKey(companyKey)).config).toMatchObject({
      components: DEFAULT_COMPANY_SETTINGS.components,
      isWidgetCollapsed: false,
      cart: true,
      storeContactData: true,
      trackingConsent: 'TRACKING_CONSENT_IMPLIED',
      attributionDays: 7,
    });
  });

  it('names the state of each funnel and whether it asks for a selfie; archived and empty funnels are left out (docs/components.md B4.3, S63)', async () => {
    const [published, drafted, paused, archived, empty] = [
      funnel({ published: withSelfie, draft: oneStep }),
      funnel({ draft: withSelfie }),
      funnel({ published: oneStep, draft: withSelfie, paused: true }),
      funnel({ published: oneStep, archived: true }),
      funnel({}),
    ] as const;
    const { companyKey } = await companyWith({ funnels: [published, drafted, paused, archived, empty] });
    const { config } = await byKey(companyKey);
    expect(config?.funnels.map(({ subdomain, state, hasSelfie }) => [subdomain, state, hasSelfie])).toEqual([
      [published.subdomain, 'COMPONENT_FUNNEL_STATE_PUBLISHED', true],
      [drafted.subdomain, 'COMPONENT_FUNNEL_STATE_DRAFT', true],
      [paused.subdomain, 'COMPONENT_FUNNEL_STATE_PAUSED', false],
    ]);
  });

  it('a change shows with the next call', async () => {
    const quiz = funnel({ name: 'Before', published: oneStep });
    const { handle, companyKey } = await companyWith({ funnels: [quiz] });
    const before = await byKey(companyKey);
    expect(await byKey(companyKey)).toEqual(before);
    await svc.apply({ funnels: [{ subdomain: quiz.subdomain, name: 'After', paused: true }] }, handle);
    const after = await byKey(companyKey);
    expect(after.version).not.toBe(before.version);
    expect(after.config?.funnels).toMatchObject([{ name: 'After', state: 'COMPONENT_FUNNEL_STATE_PAUSED' }]);
  });

  it('the host of a funnel names its company, by sub-domain and by full name (docs/components.md B3.2)', async () => {
    const quiz = funnel({ host: 'quiz.found.example', published: oneStep });
    const { id } = await companyWith({ funnels: [quiz] });
    expect((await bySubdomain(quiz.subdomain)).companyId).toBe(id);
    expect((await byHost('quiz.found.example')).companyId).toBe(id);
  });

  it('a domain names the one company that lists it, with its port as pages have it (docs/components.md B3.3)', async () => {
    const one = await companyWith({
      domains: ['one.example', 'two.example:8443', 'local.localhost', 'std.example:443'],
    });
    for (const domain of ['one.example', 'two.example:8443', 'local.localhost', 'local.localhost:3000', 'std.example'])
      expect((await byDomain(domain)).companyId, domain).toBe(one.id);
    for (const domain of ['www.one.example', 'one.example:8443', 'two.example', 'example'])
      await expect(byDomain(domain), domain).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'No company has this domain: add it to the domains of the company.',
      });
  });

  it('a domain that two companies list is NOT_FOUND with advice; the company key still works (docs/components.md B3.3)', async () => {
    const [one] = [
      await companyWith({ domains: ['shared.example'] }),
      await companyWith({ domains: ['shared.example'] }),
    ];
    await expect(byDomain('shared.example')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Set COMPANY_ID: this domain belongs to more than one account.',
    });
    expect((await byKey(one.companyKey)).companyId).toBe(one.id);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['an unknown key', () => byKey('x'.repeat(25))],
    ['a malformed key', () => byKey("' or true --")],
    ['a key with NUL', () => byKey('\0'.repeat(25))],
    ['an unknown sub-domain', () => bySubdomain(freshSubdomain())],
    ['an unknown host', () => byHost('unknown.example')],
    ['a malformed domain', () => byDomain('https://one.example')],
  ])('%s is NOT_FOUND', async (_name, call) => {
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('the host of an archived funnel is NOT_FOUND', async () => {
    const quiz = funnel({ published: oneStep, archived: true });
    await companyWith({ funnels: [quiz] });
    await expect(bySubdomain(quiz.subdomain)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a call that names no company is INVALID_REQUEST', async () => {
    await expect(read(undefined)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('domains are looked up by an index', async () => {
    await svc.db.raw('analyze funnel.companies').catch(() => svc.db.raw('analyze companies'));
    const plan = await svc.db.transaction(async (trx) => {
      await trx.raw('set local enable_seqscan = off');
      return trx.raw<{ rows: Record<string, string>[] }>(
        `explain select id from companies where domains::jsonb \\?| array['one.example']`,
      );
    });
    expect(JSON.stringify(plan.rows)).toContain('companies_domains_idx');
  });
});
