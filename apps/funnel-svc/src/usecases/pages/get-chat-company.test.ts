import { type Blueprint, DEFAULT_COMPANY_SETTINGS, type Step } from '@svc/domain';
import type { GetChatCompanyRequest } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { funnel, option, step } from '../../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

const oneStep = { steps: [step(1)] };
const CHAT = DEFAULT_COMPANY_SETTINGS.chat;

const read = (company: GetChatCompanyRequest['company'], knownVersion?: string) =>
  svc.chat.getChatCompany({ company, knownVersion });
const byId = (value: string, knownVersion?: string) => read({ $case: 'companyId', value }, knownVersion);

async function companyWith(blueprint: Blueprint) {
  const made = await svc.company(blueprint);
  return { ...made, companyKey: made.answer.company.companyKey };
}

const withTags = (key: string, caption: Record<string, string>, tags: Partial<Step['selections'][number]['tags']>) =>
  option(key, { caption, tags: { require: [], prefer: [], avoid: [], ...tags } });

describe('GetChatCompany', () => {
  it('gives everything that the chat needs of a company, in the languages of the chat (docs/chat.md T5)', async () => {
    const selections = [
      withTags('dry', { en: 'Dry', de: 'Trocken' }, { require: ['skin:dry'], prefer: ['texture:rich'] }),
      withTags('oily', { default: 'Ölig' }, { prefer: ['skin:oily'] }),
      withTags('none', { de: 'Egal' }, { avoid: ['skin:dry'] }),
      withTags('foreign', { fr: 'Sèche' }, { require: ['skin:dry'] }),
    ];
    const steps = [step(1, { selections }), step(2, { selections: selections.slice(0, 1) })];
    const open = funnel({ name: 'Open', host: 'chat.glow.example', published: { steps } });
    const closed = funnel({ name: 'Closed', draft: oneStep });
    const { id, handle, companyKey } = await companyWith({
      language: 'de',
      domains: ['shop.chat.example'],
      settings: {
        ...DEFAULT_COMPANY_SETTINGS,
        defaultFunnel: closed.subdomain,
        privacyUrl: 'https://shop.chat.example/privacy',
        chat: {
          retentionDays: 0,
          model: true,
          contactUrl: 'mailto:care@chat.example',
          greeting: { default: 'Hallo!', 'en-GB': 'Hello!' },
          starters: [{ de: 'Was passt zu mir?' }],
          faq: [
            {
              key: 'shipping',
              questions: { default: ['Wie lange?'], 'de-AT': ['Wie lang?'], en: ['How long?'] },
              answer: { de: 'Zwei Tage.' },
              link: 'https://shop.chat.example/shipping',
            },
          ],
          avoidedWords: ['billig'],
        },
      },
      funnels: [open, closed, funnel({ published: oneStep, archived: true })],
    });
    const found = await read({ $case: 'companyKey', value: companyKey });
    const [openFunnel, closedFunnel] = found.company?.funnels ?? [];
    expect(found).toEqual({
      companyId: id,
      version: expect.stringMatching(/^\d+$/),
      company: {
        handle,
        language: 'de',
        isEnabled: true,
        domains: ['shop.chat.example'],
        defaultFunnelId: closedFunnel?.funnelId,
        funnels: [
          {
            funnelId: expect.any(String),
            subdomain: open.subdomain,
            host: 'chat.glow.example',
            name: 'Open',
            isOpen: true,
          },
          { funnelId: expect.any(String), subdomain: closed.subdomain, name: 'Closed', isOpen: false },
        ],
        settings: {
          retentionDays: 0,
          model: true,
          contactUrl: 'mailto:care@chat.example',
          greeting: { de: 'Hallo!', en: 'Hello!' },
          starters: [{ de: 'Was passt zu mir?' }],
          faq: [
            {
              key: 'shipping',
              questions: { en: ['How long?'], de: ['Wie lange?', 'Wie lang?'] },
              answer: { de: 'Zwei Tage.' },
              link: 'https://shop.chat.example/shipping',
            },
          ],
          avoidedWords: ['billig'],
        },
        privacyUrl: 'https://shop.chat.example/privacy',
        captions: [
          { text: { en: 'Dry', de: 'Trocken' }, tags: ['skin:dry'] },
          { text: { de: 'Ölig' }, tags: ['skin:oily'] },
        ],
      },
    });
    expect(openFunnel?.funnelId).not.toBe(closedFunnel?.funnelId);
    const byHost = read({ $case: 'host', value: { name: { $case: 'subdomain', value: open.subdomain } } });
    expect(await byHost).toEqual(found);
    expect(await read({ $case: 'domain', value: 'shop.chat.example' })).toEqual(found);
    expect(await byId(id)).toEqual(found);
  });

  it('has no company while the known version is in force, and has it again after each change', async () => {
    const quiz = funnel({ published: oneStep });
    const { id, handle } = await companyWith({ funnels: [quiz] });
    const changes: Blueprint[] = [
      { settings: { ...DEFAULT_COMPANY_SETTINGS, chat: { ...CHAT, retentionDays: 7 } } },
      { funnels: [{ subdomain: quiz.subdomain, published: { steps: [step(1), step(2)] } }] },
      { domains: ['other.example'] },
      { language: 'de' },
    ];
    let { version } = await byId(id);
    for (const change of changes) {
      expect(await byId(id, version)).toEqual({ companyId: id, version });
      await svc.apply(change, handle);
      const next = await byId(id, version);
      expect(next.version, JSON.stringify(change)).not.toBe(version);
      expect(next.company).toBeDefined();
      version = next.version;
    }
  });

  it('a company whose chat is off is reported as such', async () => {
    const components = { ...DEFAULT_COMPANY_SETTINGS.components, chat: false };
    const { id } = await companyWith({ settings: { ...DEFAULT_COMPANY_SETTINGS, components } });
    expect((await byId(id)).company?.isEnabled).toBe(false);
  });

  it('a company that was stored before the chat had settings has their defaults', async () => {
    const { id } = await companyWith({ funnels: [] });
    await svc.db('companies').where({ id }).update({ settings: '{"defaultFunnel":null,"zIndex":{},"components":{}}' });
    expect((await byId(id)).company).toMatchObject({
      isEnabled: true,
      settings: { retentionDays: 30, model: false, starters: [], faq: [], avoidedWords: [] },
    });
  });

  it('without a default funnel the only open one is it; of several none is', async () => {
    const [one, two] = [funnel({ published: oneStep }), funnel({ published: oneStep, paused: true })] as const;
    const { id, handle } = await companyWith({ funnels: [one, two] });
    const { company } = await byId(id);
    expect(company?.defaultFunnelId).toBe(company?.funnels[0]?.funnelId);
    await svc.apply({ funnels: [{ subdomain: two.subdomain, paused: false }] }, handle);
    expect((await byId(id)).company?.defaultFunnelId).toBeUndefined();
  });

  it('has nothing of another company', async () => {
    const selections = [withTags('secret', { en: 'secret of a' }, { require: ['secret:a'] })];
    await companyWith({ funnels: [funnel({ name: 'secret of a', published: { steps: [step(1, { selections })] } })] });
    const { id } = await companyWith({ funnels: [funnel({ published: oneStep })] });
    expect(JSON.stringify(await byId(id))).not.toContain('secret');
  });

  it.each<[string, GetChatCompanyRequest['company'], string]>([
    ['an unknown id', { $case: 'companyId', value: 'none' }, 'NOT_FOUND'],
    ['an id with NUL', { $case: 'companyId', value: '\0' }, 'NOT_FOUND'],
    ['an unknown key', { $case: 'companyKey', value: 'x'.repeat(25) }, 'NOT_FOUND'],
    ['an unknown domain', { $case: 'domain', value: 'unknown.example' }, 'NOT_FOUND'],
    ['no company', undefined, 'INVALID_REQUEST'],
  ])('%s is refused', async (_name, company, code) => {
    await expect(read(company)).rejects.toMatchObject({ code });
  });
});
