import { type Blueprint, type CompanySettings, DEFAULT_COMPANY_SETTINGS } from '@svc/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { funnel, step } from '../../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

const settings: CompanySettings = {
  ...DEFAULT_COMPANY_SETTINGS,
  theme: { ...DEFAULT_COMPANY_SETTINGS.theme, accentColor: '#7A3B69', fontFamily: '"Lora", serif', cornerRadius: 0 },
  privacyUrl: 'https://glow.example/privacy?a=b#c',
};

describe('how pages look, as code (docs/management.md "How pages look")', () => {
  it('is exported as it was given, and applying the export changes nothing', async () => {
    const given: Blueprint = {
      settings,
      crm: { kind: 'klaviyo', apiKey: 'pk_1', baseUrl: 'https://crm.example', metric: 'Quiz done' },
      funnels: [
        funnel({
          published: {
            steps: [
              step(1, {
                type: 'EMAIL',
                selections: [],
                settings: { fields: ['email'], consentText: { default: 'Yes', de: 'Ja' }, own: { z: 1, a: [2] } },
              }),
            ],
          },
        }),
      ],
    };
    const { handle, answer } = await svc.company(given);
    expect(answer.changed).toEqual(expect.arrayContaining(['settings', 'crm']));
    const exported = await svc.exportBlueprint(handle);
    expect(exported).toMatchObject(given);
    expect((await svc.apply(exported, handle)).changed).toEqual([]);
    const next = { ...settings, privacyUrl: null };
    expect((await svc.apply({ settings: next }, handle)).changed).toEqual(['settings']);
    expect((await svc.apply({ crm: null }, handle)).changed).toEqual(['crm']);
  });

  it('a company that was stored before has the defaults, and so has what an earlier gateway leaves out', async () => {
    const quiz = funnel({ published: { steps: [step(1)] } });
    const { theme: _theme, privacyUrl: _privacyUrl, ...earlier } = settings;
    const { id, handle } = await svc.company({ settings: earlier as CompanySettings, funnels: [quiz] });
    expect((await svc.exportBlueprint(handle)).settings).toEqual(DEFAULT_COMPANY_SETTINGS);
    await svc
      .db('companies')
      .where({ id })
      .update({ settings: JSON.stringify(earlier) });
    expect((await svc.exportBlueprint(handle)).settings).toEqual(DEFAULT_COMPANY_SETTINGS);
    expect((await svc.apply({ settings: DEFAULT_COMPANY_SETTINGS }, handle)).changed).toEqual([]);
    const host = { name: { $case: 'subdomain' as const, value: quiz.subdomain } };
    const { pageJson } = await svc.pages.getFunnelPage({ host, preferredLocales: [] });
    expect(JSON.parse(pageJson.toString())).toMatchObject({
      theme: DEFAULT_COMPANY_SETTINGS.theme,
      company: { privacyUrl: null },
    });
  });

  it('invalid values are rejected with a pointer, and a message never contains a key', async () => {
    const wrong = {
      settings: { ...settings, privacyUrl: 'x' },
      crm: { kind: 'klaviyo', apiKey: 'pk secret' },
    } as const;
    const refusal = await svc.apply(wrong).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'INVALID_BLUEPRINT',
      details: [{ path: '/settings/privacyUrl' }, { path: '/crm/apiKey' }],
    });
    expect(JSON.stringify(refusal)).not.toContain('pk secret');
  });
});
