import type { Blueprint } from '@svc/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { funnel, option, step } from '../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

/** A company with one funnel as given. */
async function companyWith(more: Partial<ReturnType<typeof funnel>>, company: Blueprint = {}) {
  const wanted = funnel(more);
  const made = await svc.company({ ...company, funnels: [wanted] });
  const { id, published, draft } = made.answer.funnels[wanted.subdomain] ?? { id: '' };
  return { ...made, subdomain: wanted.subdomain, funnelId: id, published, draft };
}

const oneStep = { steps: [step(1)] };
const two = { steps: [step(1), step(2)] };

describe('GetFunnel (docs/contract.md C7)', () => {
  it('answers the published version, or the draft where nothing is published (docs/contract.md C17.2)', async () => {
    const both = await companyWith({ published: oneStep, draft: two });
    expect(await svc.readFunnel(both)).toMatchObject({
      id: both.funnelId,
      version: both.published,
      steps: [{ id: 1 }],
    });
    const draftOnly = await companyWith({ draft: two });
    expect(await svc.readFunnel(draftOnly)).toMatchObject({ version: draftOnly.draft, steps: [{ id: 1 }, { id: 2 }] });
  });

  it('answers a named version if it is the current published or draft one, else VERSION_NOT_FOUND', async () => {
    const company = await companyWith({ published: oneStep, draft: two });
    const foreign = await companyWith({ published: oneStep });
    const read = (versionId?: string) => svc.readFunnel({ ...company, versionId: versionId as string });
    expect(await read(company.draft?.id)).toMatchObject({ version: company.draft });
    await svc.apply({ funnels: [{ subdomain: company.subdomain, published: { steps: [step(9)] } }] }, company.handle);
    for (const versionId of [company.published?.id, foreign.published?.id, 'unknown', '']) {
      await expect(read(versionId)).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND' });
    }
  });

  it('a publish shows in the next read: bodies are kept by version, never by funnel', async () => {
    const company = await companyWith({ published: oneStep });
    await svc.readFunnel(company);
    await svc.apply({ funnels: [{ subdomain: company.subdomain, published: two }] }, company.handle);
    expect(await svc.readFunnel(company)).toMatchObject({ version: { number: 2 }, steps: [{ id: 1 }, { id: 2 }] });
  });

  it('localizes by locale and company language, also when the company language changes (C7.3)', async () => {
    const title = { default: 'Hair', de: 'Haare', fr: 'Cheveux' };
    const published = {
      steps: [step(1, { title, selections: [option('x', { caption: { default: 'X', de: 'XX' } })] })],
    };
    const company = await companyWith({ published }, { language: 'de' });
    const titleIn = async (locale?: string) => {
      const body: { steps: { title: string }[] } = await svc.readFunnel({ ...company, ...(locale ? { locale } : {}) });
      return body.steps[0]?.title;
    };
    expect([await titleIn(), await titleIn('fr-CA'), await titleIn('es')]).toEqual(['Haare', 'Cheveux', 'Haare']);
    await svc.apply({ language: 'fr' }, company.handle);
    expect([await titleIn(), await titleIn('es'), await titleIn('de')]).toEqual(['Cheveux', 'Cheveux', 'Haare']);
    await svc.apply({ language: 'it' }, company.handle);
    expect(await titleIn()).toBe('Hair');
  });

  it('unknown, foreign and archived funnels are the same NOT_FOUND (C5.2, C7.1; docs/reliability.md R2.5, R9.3)', async () => {
    const mine = await companyWith({ published: oneStep });
    const foreign = await companyWith({ published: oneStep });
    const archived = await companyWith({ published: oneStep, archived: true });
    const answers = await Promise.all(
      [
        { key: mine.key, funnelId: 'unknown' },
        { key: mine.key, funnelId: foreign.funnelId },
        { key: mine.key, funnelId: foreign.funnelId, versionId: foreign.published?.id as string },
        { key: archived.key, funnelId: archived.funnelId },
      ].map((request) => svc.readFunnel(request).catch(({ code, message }) => ({ code, message }))),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ code: 'NOT_FOUND', message: 'No funnel with this id.' })]),
    );
  });

  it('a NUL character names nothing; it is no fault of the service (docs/reliability.md R7.6)', async () => {
    const company = await companyWith({ published: oneStep });
    await expect(svc.readFunnel({ ...company, funnelId: 'a\0' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(svc.readFunnel({ ...company, versionId: '\0' })).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND' });
    await expect(svc.admin.getCompany({ handle: '\0' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(svc.apply({}, 'a\0')).rejects.toMatchObject({ code: 'INVALID_BLUEPRINT' });
  });

  it('without any version it is FUNNEL_NOT_PUBLISHED; paused it is still readable and accepts submissions (C7.2, C7.6)', async () => {
    const empty = await companyWith({});
    await expect(svc.readFunnel(empty)).rejects.toMatchObject({ code: 'FUNNEL_NOT_PUBLISHED' });
    await expect(svc.resolve(empty)).rejects.toMatchObject({ code: 'FUNNEL_NOT_PUBLISHED' });
    const paused = await companyWith({ published: oneStep, paused: true });
    expect(await svc.readFunnel(paused)).toMatchObject({ version: paused.published });
    expect(await svc.resolve(paused)).toMatchObject({ versionId: paused.published?.id });
  });
});

describe('ResolveSubmission (docs/contract.md C9.4)', () => {
  it('decides by the versions in force: published, draft as preview, superseded with the published id (docs/contract.md C17.3, C17.4)', async () => {
    const before = await companyWith({ published: oneStep, draft: two });
    const next = { steps: [step(3)] };
    const answer = await svc.apply(
      { funnels: [{ subdomain: before.subdomain, published: next, draft: { steps: [step(4)] } }] },
      before.handle,
    );
    const { published, draft } = answer.funnels[before.subdomain] ?? {};
    const resolve = (versionId?: string) => svc.resolve({ ...before, versionId: versionId as string });
    const stored = { companyId: before.id, funnelId: before.funnelId, settings: expect.anything() };
    const onPublished = { ...stored, versionId: published?.id, isPreview: false };
    expect(await resolve()).toEqual({ ...onPublished, superseded: false });
    expect(await resolve(published?.id)).toEqual({ ...onPublished, superseded: false });
    expect(await resolve(draft?.id)).toEqual({ ...stored, versionId: draft?.id, isPreview: true, superseded: false });
    expect(await resolve(before.published?.id)).toEqual({ ...onPublished, superseded: true });
    // The first draft was replaced by the second one.
    await expect(resolve(before.draft?.id)).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND' });
  });

  it('with a draft only, an omitted version is a preview of it (docs/contract.md C17.2)', async () => {
    const company = await companyWith({ draft: oneStep });
    expect(await svc.resolve(company)).toMatchObject({ versionId: company.draft?.id, isPreview: true });
  });

  it('the id of another funnel of the same company is VERSION_NOT_FOUND, another company NOT_FOUND (C9.1, C9.4)', async () => {
    const [a, b] = [funnel({ published: oneStep }), funnel({ published: oneStep })];
    const { key, answer } = await svc.company({ funnels: [a, b] });
    const [idA, idB] = [answer.funnels[a.subdomain], answer.funnels[b.subdomain]];
    const request = { key, funnelId: idA?.id as string, versionId: idB?.published?.id as string };
    await expect(svc.resolve(request)).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND' });
    const other = await svc.company({});
    await expect(svc.resolve({ ...request, key: other.key })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('GetVersion', () => {
  it('returns any version indefinitely and unchanged, also superseded and discarded ones, with its internal settings (docs/contract.md C17.2)', async () => {
    const settings = { internal: true };
    const before = await companyWith({ published: { steps: [step(1, { settings })] }, draft: two });
    const read = async (version?: { id: string }) => {
      const { versionJson } = await svc.funnels.getVersion({ versionId: version?.id as string });
      return JSON.parse(versionJson.toString());
    };
    const stored = [await read(before.published), await read(before.draft)];
    await svc.apply({ funnels: [{ subdomain: before.subdomain, published: two, draft: null }] }, before.handle);
    for (const [index, version] of [before.published, before.draft].entries()) {
      expect(stored[index]).toMatchObject({ ...version, companyId: before.id, funnelId: before.funnelId });
      expect(await read(version)).toEqual(stored[index]);
    }
    expect(stored[0].steps[0].settings).toEqual(settings);
    await expect(svc.funnels.getVersion({ versionId: 'unknown' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
