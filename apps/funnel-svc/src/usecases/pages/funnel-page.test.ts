import { type Blueprint, DEFAULT_COMPANY_SETTINGS, type FunnelPage } from '@svc/domain';

import { ColorTaxonomy, CrmKind, DeliveryTarget, type FunnelHost, TrackingConsent } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { funnel, step } from '../../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

const bySubdomain = (value: string): FunnelHost => ({ name: { $case: 'subdomain', value } });
const byHost = (value: string): FunnelHost => ({ name: { $case: 'host', value } });

/** A company with one funnel as given. */
async function companyWith(more: Partial<ReturnType<typeof funnel>>, company: Blueprint = {}) {
  const wanted = funnel(more);
  const made = await svc.company({ ...company, funnels: [wanted] });
  const { id, published, draft } = made.answer.funnels[wanted.subdomain] ?? { id: '' };
  return { ...made, subdomain: wanted.subdomain, funnelId: id, published, draft, host: bySubdomain(wanted.subdomain) };
}

async function readPage(
  host: FunnelHost,
  more: { versionId?: string; locale?: string; preferredLocales?: string[] } = {},
) {
  const answer = await svc.pages.getFunnelPage({ host, preferredLocales: [], ...more });
  return { ...answer, page: JSON.parse(answer.pageJson.toString()) as FunnelPage };
}
const resolve = (host: FunnelHost, versionId?: string) =>
  svc.pages.resolveHostSubmission({ host, ...(versionId === undefined ? {} : { versionId }) });

const oneStep = { steps: [step(1)] };
const two = { steps: [step(1), step(2)] };

describe('GetFunnelPage (docs/contract.md C2)', () => {
  it('answers the page by sub-domain and by the funnel’s own host, with the look and the domains of its company', async () => {
    const settings = {
      ...DEFAULT_COMPANY_SETTINGS,
      theme: { ...DEFAULT_COMPANY_SETTINGS.theme, accentColor: '#7a3b69' },
      privacyUrl: 'https://glow.example/privacy',
      selfie: { requireConsent: true, undertone: false },
    };
    const about = { name: 'Glow', language: 'de', domains: ['shop.glow.example'], settings };
    const company = await companyWith(
      { name: 'Quiz', host: 'quiz.glow.example', published: oneStep, draft: two },
      about,
    );
    const answer = await readPage(company.host);
    expect(answer).toMatchObject({
      companyId: company.id,
      funnelId: company.funnelId,
      domains: ['shop.glow.example'],
      paused: false,
    });
    expect(answer.page).toStrictEqual({
      funnel: { id: company.funnelId, subdomain: company.subdomain, name: 'Quiz' },
      company: { name: 'Glow', privacyUrl: 'https://glow.example/privacy' },
      paused: false,
      version: company.published,
      isPreview: false,
      locale: 'de',
      locales: ['de'],
      domains: ['shop.glow.example'],
      theme: settings.theme,
      selfie: { requireConsent: true },
      trackingConsent: 'IMPLIED',
      steps: [
        {
          id: 1,
          type: 'SINGLE_SELECTION',
          title: 'Question 1',
          required: true,
          showWhen: null,
          selections: [
            { key: 'a', caption: 'a' },
            { key: 'b', caption: 'b' },
          ],
          settings: expect.anything(),
        },
      ],
    });
    expect(await readPage(byHost('quiz.glow.example'))).toEqual(answer);
    expect((await readPage(company.host, { versionId: company.draft?.id as string })).page).toMatchObject({
      version: company.draft,
      isPreview: true,
      steps: [{ id: 1 }, { id: 2 }],
    });
  });

  it('unknown, archived and malformed hosts are the same NOT_FOUND; a sub-domain is no host name (C2.4)', async () => {
    const archived = await companyWith({ published: oneStep, archived: true });
    const inUse = await companyWith({ published: oneStep });
    const hosts = [archived.host, bySubdomain('unknown-one'), byHost(inUse.subdomain), bySubdomain('a\0'), byHost('')];
    for (const host of [...hosts, { name: undefined }]) {
      const expected = { code: 'NOT_FOUND', message: 'No funnel has this host.' };
      await expect(readPage(host)).rejects.toMatchObject(expected);
      await expect(resolve(host)).rejects.toMatchObject(expected);
    }
  });

  it('is FUNNEL_NOT_PUBLISHED without any version, VERSION_NOT_FOUND for any but the current ones', async () => {
    const empty = await companyWith({});
    await expect(readPage(empty.host)).rejects.toMatchObject({ code: 'FUNNEL_NOT_PUBLISHED' });
    const company = await companyWith({ published: oneStep });
    const foreign = await companyWith({ published: oneStep });
    await svc.apply({ funnels: [{ subdomain: company.subdomain, published: two }] }, company.handle);
    for (const versionId of [company.published?.id, foreign.published?.id, 'unknown', '\0']) {
      await expect(readPage(company.host, { versionId: versionId as string })).rejects.toMatchObject({
        code: 'VERSION_NOT_FOUND',
      });
    }
  });

  it('a paused funnel still has a page that says so; every change of the company is visible with the next read (docs/contract.md C14.2)', async () => {
    const company = await companyWith({ published: oneStep });
    expect(await readPage(company.host)).toMatchObject({ paused: false, page: { paused: false } });
    await svc.apply({ name: 'New', funnels: [{ subdomain: company.subdomain, paused: true }] }, company.handle);
    expect(await readPage(company.host)).toMatchObject({
      paused: true,
      page: { paused: true, company: { name: 'New' }, version: company.published },
    });
  });

  it('is in the language asked for, else in the first preferred one that the steps have, else in the company’s', async () => {
    const title = { default: 'Hair', de: 'Haare', 'fr-CA': 'Cheveux' };
    const { host } = await companyWith({ published: { steps: [step(1, { title })] } }, { language: 'en' });
    const read = async (more: { locale?: string; preferredLocales?: string[] }) => {
      const { page } = await readPage(host, more);
      return [page.locale, page.steps[0]?.title];
    };
    expect((await readPage(host)).page.locales).toEqual(['en', 'de', 'fr-CA']);
    expect(await read({})).toEqual(['en', 'Hair']);
    expect(await read({ locale: 'DE-at' })).toEqual(['de-AT', 'Haare']);
    expect(await read({ locale: 'it', preferredLocales: ['de'] })).toEqual(['it', 'Hair']);
    expect(await read({ preferredLocales: ['it', 'de-CH', 'en'] })).toEqual(['de', 'Haare']);
    expect(await read({ preferredLocales: ['fr'] })).toEqual(['fr-CA', 'Cheveux']);
    expect(await read({ preferredLocales: ['it', '*', 'x_'] })).toEqual(['en', 'Hair']);
  });
});

describe('ResolveHostSubmission (docs/contract.md C14)', () => {
  it('decides like ResolveSubmission and returns the data for the webhook and the enabled targets (docs/contract.md C14.3)', async () => {
    const plain = await companyWith({ name: 'Quiz', published: oneStep, draft: two }, { language: 'de' });
    const submission = {
      companyId: plain.id,
      funnelId: plain.funnelId,
      versionId: plain.published?.id,
      isPreview: false,
      superseded: false,
      settings: {
        colorTaxonomy: ColorTaxonomy.COLOR_TAXONOMY_SEASONS_12,
        requireSelfieConsent: false,
        undertoneFromSelfie: false,
      },
    };
    const facts = { subdomain: plain.subdomain, funnelValue: 'Quiz', language: 'de', keepsVisitors: false };
    expect(await resolve(plain.host)).toEqual({ submission, ...facts, targets: [] });
    expect(await resolve(plain.host, plain.draft?.id)).toMatchObject({
      submission: { versionId: plain.draft?.id, isPreview: true },
    });
    const next = await svc.apply(
      {
        webhook: { url: 'https://glow.example/hook', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
        crm: { kind: 'klaviyo', apiKey: 'pk_1' },
        funnels: [{ subdomain: plain.subdomain, value: 'beauty-eu', published: { steps: [step(3)] } }],
      },
      plain.handle,
    );
    expect(await resolve(plain.host, plain.published?.id)).toMatchObject({
      submission: { versionId: next.funnels[plain.subdomain]?.published?.id, superseded: true },
      funnelValue: 'beauty-eu',
      targets: [DeliveryTarget.DELIVERY_TARGET_WEBHOOK, DeliveryTarget.DELIVERY_TARGET_CRM],
    });
  });

  it.each([
    ['STORAGE', 'IMPLIED', true],
    ['STORAGE', 'REQUIRED', true],
    ['STORAGE', 'OFF', false],
    ['MEMORY', 'IMPLIED', false],
  ] as const)(
    'with visitId %s and consent %s, visitors are kept: %s (docs/insight.md N15.1)',
    async (visitId, consent, expected) => {
      const tracking = { ...DEFAULT_COMPANY_SETTINGS.tracking, visitId, consent };
      const { host } = await companyWith(
        { published: oneStep },
        { settings: { ...DEFAULT_COMPANY_SETTINGS, tracking } },
      );
      expect((await resolve(host)).keepsVisitors).toBe(expected);
    },
  );

  it('is FUNNEL_PAUSED for a paused funnel, whatever version is requested (docs/contract.md C14.2)', async () => {
    const { host, published } = await companyWith({ published: oneStep, paused: true });
    await expect(resolve(host)).rejects.toMatchObject({ code: 'FUNNEL_PAUSED' });
    await expect(resolve(host, published?.id)).rejects.toMatchObject({ code: 'FUNNEL_PAUSED' });
    const empty = await companyWith({});
    await expect(resolve(empty.host)).rejects.toMatchObject({ code: 'FUNNEL_NOT_PUBLISHED' });
  });
});

describe('ResolveHostVisit (docs/insight.md N3)', () => {
  const visit = (host: FunnelHost, versionId: string) => svc.pages.resolveHostVisit({ host, versionId });

  it('answers company, funnel and consent for every version that the funnel had; drafts are previews', async () => {
    const tracking = {
      ...DEFAULT_COMPANY_SETTINGS.tracking,
      consent: 'REQUIRED' as const,
      visitId: 'STORAGE' as const,
    };
    const company = await companyWith(
      { published: oneStep, draft: two, paused: true },
      { settings: { ...DEFAULT_COMPANY_SETTINGS, tracking } },
    );
    const expected = {
      ...{ companyId: company.id, funnelId: company.funnelId, isPreview: false },
      trackingConsent: TrackingConsent.TRACKING_CONSENT_REQUIRED,
      keepsVisitors: true,
    };
    const first = company.published?.id as string;
    expect(await visit(company.host, first)).toEqual(expected);
    expect(await visit(company.host, company.draft?.id as string)).toEqual({ ...expected, isPreview: true });
    await svc.apply({ funnels: [{ subdomain: company.subdomain, published: { steps: [step(3)] } }] }, company.handle);
    expect(await visit(company.host, first)).toEqual(expected);
  });

  it('is NOT_FOUND for hosts, and VERSION_NOT_FOUND for versions of others', async () => {
    const company = await companyWith({ published: oneStep });
    const foreign = await companyWith({ published: oneStep });
    await expect(visit(bySubdomain('unknown-one'), 'v')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const id of ['unknown', foreign.published?.id as string]) {
      await expect(visit(company.host, id)).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND' });
    }
  });
});

describe('GetDeliveryTargets', () => {
  it('answers the targets in force, secrets included; an absent one is off', async () => {
    const webhook = { url: 'https://glow.example/hook', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };
    const crm = { kind: 'klaviyo', apiKey: 'pk_1', metric: 'Finished' } as const;
    const company = await svc.company({ webhook, crm });
    const read = async (companyId: string) => (await svc.pages.getDeliveryTargets({ companyId })).targets;
    expect(await read(company.id)).toEqual({ webhook, crm: { ...crm, kind: CrmKind.CRM_KIND_KLAVIYO } });
    expect(await svc.exportBlueprint(company.handle)).toMatchObject({ webhook, crm });
    await svc.apply({ webhook: null, crm: null }, company.handle);
    expect(await read(company.id)).toEqual({});
    await expect(read('unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
