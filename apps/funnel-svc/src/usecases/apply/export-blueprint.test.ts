import { type ChatSettings, DEFAULT_COMPANY_SETTINGS, DEFAULT_MATCHING } from '@svc/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { funnel, option, step } from '../../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

const tagging = (tag: string) => ({ products: { P1: [tag] }, variants: {} });
const product = (shopSystemId: string) => ({ shopSystemId, name: shopSystemId, tags: [], variants: [] });
const catalog = (...ids: string[]) => ({ products: ids.map(product) });
const CHAT: ChatSettings = {
  retentionDays: 0,
  model: true,
  contactUrl: 'mailto:care@shop.example',
  greeting: { default: 'Hallo', en: 'Hello' },
  starters: [{ de: 'Was passt zu mir?' }],
  faq: [
    {
      key: 'shipping',
      questions: { de: ['Wie lange?'], fr: ['Combien ?'] },
      answer: { de: 'Zwei Tage.' },
      link: 'https://shop.example/versand',
    },
  ],
  avoidedWords: ['billig'],
};
const oneStep = { steps: [step(1)] };

describe('GetBlueprint (docs/management.md "Exporting")', () => {
  it('is of one state, also if the company is changed while it is read', async () => {
    const wanted = funnel({ name: 'Old' });
    const { handle } = await svc.company({ name: 'Old', tagging: tagging('state:old'), funnels: [wanted] });
    const change = { name: 'New', tagging: tagging('state:new'), funnels: [{ ...wanted, name: 'New' }] };
    svc.matcher.onGetConfig = async () => {
      svc.matcher.onGetConfig = async () => {};
      await svc.apply(change, handle);
    };
    const { name, tagging: exported, funnels } = await svc.exportBlueprint(handle);
    expect([name, exported, funnels?.[0]?.name]).toEqual(['New', tagging('state:new'), 'New']);
    let changes = 0;
    svc.matcher.onGetConfig = async () => {
      changes += 1;
      await svc.apply({ name: `Change ${changes}` }, handle);
    };
    await expect(svc.exportBlueprint(handle)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    svc.matcher.onGetConfig = async () => {};
  });

  it('applying what was exported changes nothing', async () => {
    const selections = [option('c', { formerKeys: ['b'], imageUrl: 'https://img.example/c.webp' })];
    const quiz = funnel({
      name: 'Quiz',
      value: 'quiz-eu',
      host: 'quiz.example',
      paused: true,
      assortment: { tags: ['a:b'], productIds: ['P1'] },
      published: { steps: [step(2, { selections, settings: { z: 1, a: 2 } }), step(1)] },
      draft: oneStep,
    });
    const { handle } = await svc.company({
      name: 'Glow',
      language: 'de',
      currency: 'CHF',
      domains: ['shop.example'],
      settings: { ...DEFAULT_COMPANY_SETTINGS, chat: CHAT },
      webhook: { url: 'https://merchant.example/hook', secret: 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0' },
      tagging: tagging('a:b'),
      catalog: catalog('P1', 'P2'),
      feed: { url: 'https://shop.example/feed.csv', format: 'auto', everyHours: 12 },
      funnels: [quiz, funnel(), funnel({ archived: true, published: oneStep })],
    });
    const exported = await svc.exportBlueprint(handle);
    expect(exported.funnels).toHaveLength(2);
    expect(exported.settings?.chat).toEqual(CHAT);
    expect(exported).toMatchObject({ handle, name: 'Glow', catalog: catalog('P1', 'P2'), tagging: tagging('a:b') });
    expect((await svc.apply(exported, handle)).changed).toEqual([]);
    // The merchant's own order of keys survives.
    const given = exported.funnels?.[0]?.published?.steps.find(({ id }) => id === 2);
    expect(Object.keys(given?.settings ?? {})).toEqual(['z', 'a']);
  });

  it('an export of a company with carried histories changes nothing either, with published version and draft', async () => {
    const quiz = funnel();
    const named = (key: string, ...formerKeys: string[]) => ({
      steps: [step(1, { selections: [option(key, { formerKeys })] })],
    });
    const { handle } = await svc.company({ funnels: [{ ...quiz, published: named('a') }] });
    await svc.apply({ funnels: [{ subdomain: quiz.subdomain, draft: named('c', 'b') }] }, handle);
    await svc.apply({ funnels: [{ subdomain: quiz.subdomain, published: named('b', 'a') }] }, handle);
    expect((await svc.apply(await svc.exportBlueprint(handle), handle)).changed).toEqual([]);
  });

  it('an export can be applied although rules and tabs refer to a removed step or set', async () => {
    const tab = { key: 'T', name: { en: 'T' }, description: null, maxItemsToShow: null, enabled: true };
    const pin = { pin: { tags: ['a:b'], productIds: [], variantIds: [] } };
    const naming = {
      matching: { ...DEFAULT_MATCHING, rules: [{ key: 'r', when: { step: 1, answered: true as const }, then: pin }] },
      resultPage: { enabled: true, tabs: [{ ...tab, select: { tags: [], productIds: [], sets: ['kit'] } }] },
    };
    const kit = {
      key: 'kit',
      name: { en: 'Kit' },
      variantId: 'K',
      variants: [{ id: 'V', quantity: 1 }],
      lift: 'all' as const,
    };
    const quiz = funnel({ published: oneStep, ...naming });
    const { handle } = await svc.company({ sets: [kit], funnels: [quiz] });
    await svc.apply({ sets: [], funnels: [{ subdomain: quiz.subdomain, published: { steps: [step(7)] } }] }, handle);
    const exported = await svc.exportBlueprint(handle);
    expect((await svc.apply(exported, handle)).changed).toEqual([]);
    // Kept unchanged, not written again.
    const rules = naming.matching.rules.map((rule) => ({ ...rule, key: 'other' }));
    const edited = { subdomain: quiz.subdomain, matching: { ...DEFAULT_MATCHING, rules } };
    await expect(svc.apply({ funnels: [edited] }, handle)).rejects.toMatchObject({
      details: [{ path: '/funnels/0/matching/rules/0/when/step', message: expect.any(String) }],
    });
  });

  it('an unknown company is NOT_FOUND; while a part cannot be read there is no half export', async () => {
    await expect(svc.exportBlueprint('unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { handle } = await svc.company({});
    svc.catalog.faults.down = true;
    await expect(svc.exportBlueprint(handle)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    svc.catalog.faults.down = false;
  });
});
