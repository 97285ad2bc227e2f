import { type Blueprint, DEFAULT_COMPANY_SETTINGS } from '@svc/domain';
import { json } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshSubdomain, funnel, step } from '../../testing/blueprints.testing.js';
import { freshHandle, startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

const oneStep = { steps: [step(1)] };

/** Everything stored about a company, for "nothing has changed". */
const stored = async () => ({
  companies: await svc.db('companies').orderBy('id'),
  funnels: await svc.db('funnels').orderBy('id'),
  versions: await svc.db('funnel_versions').orderBy('id'),
  deliveries: await svc.db('blueprint_deliveries').orderBy(['company_id', 'participant', 'revision']),
});

/** The JSON pointers of a refusal. */
const listPointers = (apply: Promise<unknown>) =>
  apply.then(
    () => 'applied',
    (error: { code: string; details: { path: string }[] }) => [error.code, ...error.details.map(({ path }) => path)],
  );

describe('Apply (docs/management.md "Applying")', () => {
  it('creates a company with its first blueprint: name from the handle, English, euro, a generated company key (docs/contract.md C5.9, C19.7)', async () => {
    const handle = freshHandle();
    const answer = await svc.apply({}, handle);
    expect(answer).toEqual({
      company: { handle, companyKey: expect.stringMatching(/^[A-Za-z0-9]{25}$/) },
      funnels: {},
      warnings: [],
      changed: ['companyKey'],
    });
    expect(await svc.admin.getCompany({ handle })).toMatchObject({ name: handle, language: 'en', currency: 'EUR' });
  });

  it('answers ids and numbers of the funnels that the file names; a missing version is left out', async () => {
    const [a, b] = [funnel({ published: oneStep, draft: { steps: [step(2)] } }), funnel()];
    const { funnels, changed } = await svc.apply({ funnels: [a, b] });
    const version = (number: number) => ({ id: expect.any(String), number });
    expect(funnels).toStrictEqual({
      [a.subdomain]: { id: expect.any(String), published: version(1), draft: version(2) },
      [b.subdomain]: { id: expect.any(String) },
    });
    expect(changed).toEqual(['companyKey', `funnels/${a.subdomain}`, `funnels/${b.subdomain}`]);
  });

  it('applying the same file twice changes nothing: same ids, empty `changed`, no row written', async () => {
    const file: Blueprint = {
      handle: freshHandle(),
      name: 'Glow Cosmetics',
      language: 'de-AT',
      currency: 'CHF',
      domains: ['shop.glow.example'],
      settings: {
        ...DEFAULT_COMPANY_SETTINGS,
        ...{ privacyUrl: 'https://shop.glow.example/privacy', zIndex: { widget: 1000 } },
      },
      webhook: { url: 'https://merchant.example/hook', secret: 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0' },
      tagging: { products: { P1: ['finish:matte'] }, variants: {} },
      sets: [],
      catalog: { products: [] },
      feed: { url: 'https://shop.glow.example/feed.csv', format: 'auto', everyHours: 12 },
      funnels: [
        funnel({
          name: 'Beauty quiz',
          value: 'beauty-eu',
          paused: true,
          assortment: { tags: ['category:foundation'], productIds: [] },
          published: oneStep,
          draft: { steps: [step(1), step(2)] },
        }),
      ],
    };
    const first = await svc.apply(file);
    const before = await stored();
    const prepared = svc.matcher.prepared;
    const second = await svc.apply(file);
    expect(second).toEqual({ ...first, changed: [], warnings: [] });
    expect(svc.matcher.prepared).toBe(prepared + 1);
    expect(await stored()).toEqual(before);
  });

  it('a key that is left out stays unchanged; null and [] clear it', async () => {
    const quiz = funnel({ name: 'Quiz', value: 'v', host: 'quiz.example', draft: oneStep });
    const handle = freshHandle();
    const webhook = { url: 'https://merchant.example/hook', secret: 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0' };
    await svc.apply({ name: 'Glow', domains: ['a.example'], webhook, funnels: [quiz] }, handle);

    expect((await svc.apply({ funnels: [{ subdomain: quiz.subdomain }] }, handle)).changed).toEqual([]);
    expect((await svc.apply({}, handle)).changed).toEqual([]);
    const cleared = {
      domains: [],
      webhook: null,
      funnels: [{ subdomain: quiz.subdomain, value: null, host: null, draft: null }],
    };
    const path = `funnels/${quiz.subdomain}`;
    const { changed, funnels } = await svc.apply(cleared, handle);
    expect(changed).toEqual(['domains', 'webhook', `${path}/host`, `${path}/value`, `${path}/draft`]);
    expect(funnels[quiz.subdomain]).not.toHaveProperty('draft');
    expect(await svc.exportBlueprint(handle)).toMatchObject({ name: 'Glow', domains: [], webhook: null });
    expect((await svc.apply(cleared, handle)).changed).toEqual([]);
  });

  it('a funnel that is not named stays unchanged; `archived: true` archives it, `archived: false` restores it', async () => {
    const [a, b] = [funnel({ published: oneStep }), funnel({ published: oneStep })];
    const { handle, key, answer } = await svc.company({ funnels: [a, b] });
    const getFunnelId = (wanted: typeof a) => answer.funnels[wanted.subdomain]?.id as string;
    const gone = { funnels: [{ subdomain: b.subdomain, archived: true }] };
    expect((await svc.apply(gone, handle)).changed).toEqual([`funnels/${b.subdomain}/archived`]);
    expect((await svc.apply(gone, handle)).changed).toEqual([]);
    await svc.readFunnel({ key, funnelId: getFunnelId(a) });
    await expect(svc.readFunnel({ key, funnelId: getFunnelId(b) })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // Left out is left alone: naming it does not bring it back.
    expect((await svc.apply({ funnels: [b] }, handle)).changed).toEqual([]);
    const back = await svc.apply({ funnels: [{ ...b, archived: false }] }, handle);
    expect(back.funnels[b.subdomain]?.id).toBe(getFunnelId(b));
    await svc.readFunnel({ key, funnelId: getFunnelId(b) });
  });

  it('companyKey: null keeps the generated one, a given one replaces it, another company’s is refused', async () => {
    const { handle, answer } = await svc.company({});
    expect(await svc.apply({ companyKey: null }, handle)).toMatchObject({ company: answer.company, changed: [] });
    const companyKey = 'A'.repeat(25);
    const changed = await svc.apply({ companyKey }, handle);
    expect(changed).toMatchObject({ company: { companyKey }, changed: ['companyKey'] });
    expect(await listPointers(svc.apply({ companyKey }))).toEqual(['INVALID_BLUEPRINT', '/companyKey']);
    expect((await svc.apply({ companyKey }, handle)).changed).toEqual([]);
  });
});

describe('An apply that was decided on a state (docs/management.md "Settings in parts")', () => {
  const rename = (handle: string, name: string, settingsFingerprint?: string) =>
    svc.admin.applyBlueprint({
      ...{ handle, blueprintJson: json.encode({ name }) },
      ...(settingsFingerprint === undefined ? {} : { settingsFingerprint }),
    });

  it('applies to that state only: of two simultaneous ones, one is PRECONDITION_FAILED and changes nothing', async () => {
    const { handle } = await svc.company({ name: 'Before' });
    const { fingerprint, settingsJson } = await svc.admin.getCompanySettings({ handle });
    expect(json.decode(settingsJson)).toMatchObject({ name: 'Before', language: 'en', webhook: null, crm: null });
    const outcomes = await Promise.allSettled(['One', 'Two'].map((name) => rename(handle, name, fingerprint)));
    const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
    expect(outcomes[1 - won]).toMatchObject({ status: 'rejected', reason: { code: 'PRECONDITION_FAILED' } });
    expect((await svc.admin.getCompany({ handle })).name).toBe(['One', 'Two'][won]);
  });

  it('fits again after a change that was taken back, and never for a company that does not exist', async () => {
    const { handle } = await svc.company({ name: 'Before' });
    const { fingerprint } = await svc.admin.getCompanySettings({ handle });
    await rename(handle, 'Meanwhile');
    await rename(handle, 'Before');
    await rename(handle, 'After', fingerprint);
    expect((await svc.admin.getCompany({ handle })).name).toBe('After');
    await expect(rename(freshHandle(), 'New', fingerprint)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  });
});

describe('The secret of a webhook (docs/webhooks.md "Changing the secret")', () => {
  const secret = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
  const webhook = (url: string, byte: number) => ({ webhook: { url, secret: secret(byte) } });
  const [HOOK, OTHER] = ['https://glow.example/hook', 'https://other.example/hook'];

  it('signs together with the former one for 24 hours after a change, however it was changed', async () => {
    const { answer, handle } = await svc.company(webhook(HOOK, 1));
    const { companyId } = await svc.admin.getCompany({ handle });
    expect(answer.changed).toContain('webhook');
    const read = async () => (await svc.pages.getDeliveryTargets({ companyId })).targets?.webhook;
    const until = async () => (await svc.admin.getCompanySettings({ handle })).formerSecretExpireTime;
    expect(await read()).toEqual({ url: HOOK, secret: secret(1) });
    await svc.apply(webhook(HOOK, 2), handle);
    const end = svc.clock.now().getTime() + 24 * 3_600_000;
    await svc.apply({ name: 'Another name' }, handle);
    expect(await read()).toEqual({ url: HOOK, secret: secret(2), formerSecret: secret(1) });
    expect((await until())?.getTime()).toBe(end);
    svc.clock.advance(24 * 3_600_000 - 1);
    expect(await read()).toHaveProperty('formerSecret', secret(1));
    svc.clock.advance(1);
    expect(await read()).toEqual({ url: HOOK, secret: secret(2) });
    expect(await until()).toBeUndefined();
  });

  it('does not sign for another address, nor after the webhook was removed', async () => {
    const { handle } = await svc.company(webhook(HOOK, 1));
    const { companyId } = await svc.admin.getCompany({ handle });
    const read = async () => (await svc.pages.getDeliveryTargets({ companyId })).targets?.webhook;
    await svc.apply(webhook(HOOK, 2), handle);
    await svc.apply(webhook(OTHER, 3), handle);
    expect(await read()).toEqual({ url: OTHER, secret: secret(3) });
    await svc.apply(webhook(OTHER, 4), handle);
    await svc.apply({ webhook: null }, handle);
    await svc.apply(webhook(OTHER, 4), handle);
    expect(await read()).toEqual({ url: OTHER, secret: secret(4) });
  });
});

describe('An apply that creates a company (docs/management.md "Companies")', () => {
  const create = (handle: string, name: string) =>
    svc.admin.applyBlueprint({ handle, blueprintJson: json.encode({ name }), mustBeNew: true });

  it('of two simultaneous ones, one is CONFLICT and changes nothing', async () => {
    const handle = freshHandle();
    const outcomes = await Promise.allSettled(['One', 'Two'].map((name) => create(handle, name)));
    const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
    expect(outcomes[1 - won]).toMatchObject({ status: 'rejected', reason: { code: 'CONFLICT' } });
    expect((await svc.admin.getCompany({ handle })).name).toBe(['One', 'Two'][won]);
    await expect(create(handle, 'Three')).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('An apply that creates a funnel (docs/management.md "Funnels")', () => {
  const create = (handle: string, subdomain: string) =>
    svc.admin.applyBlueprint({
      handle,
      blueprintJson: json.encode({ funnels: [{ subdomain, name: 'New' }] }),
      newFunnel: subdomain,
    });

  it('of two simultaneous ones, one is CONFLICT; so is one with the sub-domain of an archived funnel', async () => {
    const { handle } = await svc.company({ name: 'Glow' });
    const subdomain = freshSubdomain();
    const outcomes = await Promise.allSettled([create(handle, subdomain), create(handle, subdomain)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
    await svc.apply({ funnels: [{ subdomain, archived: true }] }, handle);
    await expect(create(handle, subdomain)).rejects.toMatchObject({ code: 'CONFLICT' });
    await svc.apply({ funnels: [{ subdomain, archived: false }] }, handle);
    expect((await svc.exportBlueprint(handle)).funnels).toMatchObject([{ subdomain, name: 'New' }]);
  });

  it('is NOT_FOUND without the company, and creates none', async () => {
    const handle = freshHandle();
    await expect(create(handle, freshSubdomain())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(svc.admin.getCompany({ handle })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('Whole-file validation', () => {
  it('a rejected blueprint gets every problem with its JSON pointer, and changes nothing', async () => {
    const taken = funnel({ host: 'taken.example' });
    await svc.apply({ funnels: [taken] });
    const { handle } = await svc.company({ name: 'Before' });
    const before = await stored();
    const file: Blueprint = {
      handle: 'other',
      name: 'After',
      settings: { ...DEFAULT_COMPANY_SETTINGS, defaultFunnel: 'nowhere' },
      funnels: [
        { ...taken, published: { steps: [step(1), step(1)] } },
        { subdomain: 'api' },
        { subdomain: freshSubdomain(), host: 'taken.example' },
      ],
    };
    const pointers = await listPointers(svc.apply(file, handle));
    expect(pointers).toEqual(
      expect.arrayContaining([
        'INVALID_BLUEPRINT',
        '/handle',
        '/settings/defaultFunnel',
        '/funnels/0/subdomain',
        '/funnels/1/subdomain',
        '/funnels/2/host',
      ]),
    );
    expect(await stored()).toEqual(before);
  });

  it('an unusable handle creates no company', async () => {
    expect(await listPointers(svc.apply({}, 'Not A Handle'))).toEqual(['INVALID_BLUEPRINT', '/handle']);
  });

  it('of two companies that apply the same sub-domain simultaneously one gets it, the other gets a problem with its pointer (C2.3)', async () => {
    const wanted = { funnels: [funnel()] };
    const results = await Promise.all([1, 2, 3, 4].map(() => listPointers(svc.apply(wanted))));
    expect(results.filter((result) => result === 'applied')).toHaveLength(1);
    expect(results.filter((result) => result !== 'applied')).toEqual(
      Array(3).fill(['INVALID_BLUEPRINT', '/funnels/0/subdomain']),
    );
  });

  it('the default funnel cannot be archived while the settings name it', async () => {
    const quiz = funnel();
    const settings = { ...DEFAULT_COMPANY_SETTINGS, defaultFunnel: quiz.subdomain };
    const { handle } = await svc.company({ settings, funnels: [quiz] });
    const archive = { funnels: [{ subdomain: quiz.subdomain, archived: true }] };
    expect(await listPointers(svc.apply(archive, handle))).toEqual(['INVALID_BLUEPRINT', '/funnels/0/archived']);
    expect((await svc.apply({ ...archive, settings: DEFAULT_COMPANY_SETTINGS }, handle)).changed).toHaveLength(2);
  });

  it('20 concurrent applies of one new file make one company with one version each', async () => {
    const handle = freshHandle();
    const file = { funnels: [funnel({ published: oneStep })] };
    const answers = await Promise.all(Array.from({ length: 20 }, () => svc.apply(file, handle)));
    expect(new Set(answers.map(({ company, funnels }) => JSON.stringify({ company, funnels }))).size).toBe(1);
    expect(answers.filter(({ changed }) => changed.length > 0)).toHaveLength(1);
  });
});
