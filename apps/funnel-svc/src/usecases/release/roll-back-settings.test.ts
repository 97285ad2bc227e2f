import { DEFAULT_ASSORTMENT, DEFAULT_MATCHING, DEFAULT_RESULT_PAGE, type MatchingConfig } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ApplyOutcome } from '../../domain/apply/apply-outcome.js';
import { freshSubdomain, step } from '../../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());
afterEach(() => {
  svc.matcher.onGetVersion = (config) => config;
  svc.matcher.faults.refuse = undefined;
});

const PLAIN = { assortment: DEFAULT_ASSORTMENT, matching: DEFAULT_MATCHING, resultPage: DEFAULT_RESULT_PAGE };
const OLD_TAGGING = { products: {}, variants: { V1: ['old:yes'] } };
const NEW_TAGGING = { products: {}, variants: { V1: ['new:yes'] } };
const RULE = { key: 'r', then: { exclude: { tags: ['a:b'], productIds: [], variantIds: [] } } };
const OLD_ASSORTMENT = { tags: ['old:yes'], productIds: [] };

/** A company whose version 1 of the settings has another tagging and assortment than those in force. */
async function createCompany() {
  const subdomain = freshSubdomain();
  const published = { steps: [step(1)] };
  const { id: companyId, handle } = await svc.company({
    tagging: OLD_TAGGING,
    funnels: [{ subdomain, published, ...PLAIN, assortment: OLD_ASSORTMENT }],
  });
  svc.clock.advance(1_000);
  await svc.apply({ tagging: NEW_TAGGING, funnels: [{ subdomain, assortment: DEFAULT_ASSORTMENT }] }, handle);
  svc.clock.advance(1_000);
  const rollBack = async (version = 1, parts: string[] = []): Promise<ApplyOutcome> =>
    json.decode((await svc.releases.rollBackSettings({ companyId, version, parts })).body);
  return { companyId, handle, subdomain, rollBack };
}

/** The settings that the last apply sent. */
const lastApplied = () => svc.matcher.applied.at(-1)?.part;

describe('RollBackSettings (docs/releases.md "Rollback")', () => {
  it('applies the parts that differ as they were, and returns what apply returns', async () => {
    const { handle, subdomain, rollBack } = await createCompany();
    const answer = await rollBack();
    expect(answer).toMatchObject({
      company: { handle },
      changed: ['tagging', `funnels/${subdomain}/assortment`],
      warnings: [],
    });
    const { tagging, sets, funnels } = await svc.exportBlueprint(handle);
    expect([tagging, sets, funnels?.[0]?.assortment]).toEqual([OLD_TAGGING, [], OLD_ASSORTMENT]);
    expect((await rollBack()).changed, 'a rollback is idempotent').toEqual([]);
  });

  it('also restores what an interrupted apply has changed and not yet delivered', async () => {
    const { handle, rollBack } = await createCompany();
    await rollBack();
    svc.matcher.faults.dieAfterPrepare = true;
    await expect(svc.apply({ tagging: NEW_TAGGING }, handle)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    Object.assign(svc.matcher.faults, { dieAfterPrepare: false, down: false });
    expect((await rollBack()).changed).toEqual(['tagging']);
    expect((await svc.exportBlueprint(handle)).tagging).toEqual(OLD_TAGGING);
  });

  it('restores named parts only', async () => {
    const { handle, subdomain, rollBack } = await createCompany();
    const answer = await rollBack(1, [`funnels/${subdomain}/assortment`]);
    expect(answer.changed).toEqual([`funnels/${subdomain}/assortment`]);
    expect((await svc.exportBlueprint(handle)).tagging).toEqual(NEW_TAGGING);
  });

  it('a name that no part has is refused with its place, and nothing is applied', async () => {
    const { rollBack } = await createCompany();
    const before = svc.matcher.applied.length;
    await expect(rollBack(1, ['tagging', 'tags'])).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: [{ path: '/parts/1', message: expect.stringContaining('use tagging, sets, or') }],
    });
    expect(svc.matcher.applied).toHaveLength(before);
  });

  it('leaves a funnel alone that was made after the version or has none, and resets one that had no settings then', async () => {
    const { handle, subdomain, rollBack } = await createCompany();
    const [plain, later, bare] = [freshSubdomain(), freshSubdomain(), freshSubdomain()];
    const published = { steps: [step(1)] };
    await svc.apply({ funnels: [{ subdomain: plain, published }] }, handle);
    svc.clock.advance(1_000);
    await svc.apply({ tagging: OLD_TAGGING }, handle);
    svc.clock.advance(1_000);
    const assortment = { tags: ['late:yes'], productIds: [] };
    const funnels = [
      { subdomain: plain, assortment },
      { subdomain: later, assortment, published },
      { subdomain: bare, assortment },
      { subdomain, assortment },
    ];
    await svc.apply({ funnels }, handle);
    expect((await rollBack(3)).changed).toEqual([`funnels/${subdomain}/assortment`, `funnels/${plain}/assortment`]);
  });

  it('settings of an earlier release get the defaults of keys that were added since', async () => {
    const { subdomain, rollBack } = await createCompany();
    const { ai: _ai, ...older } = DEFAULT_MATCHING;
    svc.matcher.onGetVersion = (config) => withMatching(config, { ...older, rules: [RULE] });
    await rollBack(1, [`funnels/${subdomain}/matching`]);
    const [matching] = Object.values(lastApplied()?.funnels ?? {}).map((funnel) => funnel.matching);
    expect(matching).toEqual({ ...DEFAULT_MATCHING, rules: [RULE] });
  });

  it('settings that this release does not know are refused by the name of their part', async () => {
    const { subdomain, rollBack } = await createCompany();
    svc.matcher.onGetVersion = (config) => withMatching(config, { ...DEFAULT_MATCHING, aura: true });
    await expect(rollBack(1, [`funnels/${subdomain}/matching`])).rejects.toMatchObject({
      code: 'INVALID_BLUEPRINT',
      message: 'Version 1 does not fit the current state; nothing was changed.',
      details: [
        {
          path: `/funnels/${subdomain}/matching/aura`,
          message: 'This key is not known here; it must be corrected or removed.',
        },
      ],
    });
  });

  it('refusals and warnings name the parts', async () => {
    const { subdomain, rollBack } = await createCompany();
    const details = [{ path: `/tagging/variants/V1/0`, message: 'Use another tag.' }];
    svc.matcher.faults.refuse = new ServiceError('INVALID_BLUEPRINT', 'No.', { details });
    await expect(rollBack()).rejects.toMatchObject({ code: 'INVALID_BLUEPRINT', details });
    svc.matcher.faults.refuse = undefined;
    svc.matcher.onNames = ({ names }) => (names ? { unknown: { ...names } } : {});
    const { warnings } = await rollBack();
    expect(warnings.map(({ path }) => path)).toContain(`/funnels/${subdomain}/assortment/tags/0`);
    svc.matcher.onNames = () => ({});
  });

  it('a version that is not kept is VERSION_NOT_FOUND; a company that is not there NOT_FOUND', async () => {
    const { rollBack } = await createCompany();
    await expect(rollBack(9)).rejects.toMatchObject({
      code: 'VERSION_NOT_FOUND',
      message: 'The settings have no such version. See the list of versions.',
    });
    const request = { companyId: 'unknown', version: 1, parts: [] };
    await expect(svc.releases.rollBackSettings(request)).rejects.toMatchObject({
      code: expect.stringMatching(/NOT_FOUND/),
    });
  });
});

describe('versions of the settings', () => {
  it('are listed with funnels by sub-domain, archived ones too', async () => {
    const { companyId, handle, subdomain } = await createCompany();
    await svc.apply({ funnels: [{ subdomain, archived: true }] }, handle);
    const { versions, nextPageToken } = await svc.releases.listSettingsVersions({
      companyId,
      pageSize: 2,
      pageToken: '',
    });
    expect(versions.map(({ version, changed }) => [version, changed])).toEqual([
      [2, ['tagging', `funnels/${subdomain}/assortment`]],
      [1, ['tagging', `funnels/${subdomain}/assortment`]],
    ]);
    expect(nextPageToken).toBe('next');
  });

  it('are company files of the funnels that are there, with nothing else', async () => {
    const { companyId, handle, subdomain } = await createCompany();
    const gone = freshSubdomain();
    await svc.apply({ funnels: [{ subdomain: gone, assortment: OLD_ASSORTMENT }] }, handle);
    await svc.apply({ funnels: [{ subdomain: gone, archived: true }] }, handle);
    const { blueprintJson } = await svc.releases.getSettingsVersion({ companyId, version: 3 });
    expect(json.decode(blueprintJson)).toEqual({ tagging: NEW_TAGGING, sets: [], funnels: [{ subdomain, ...PLAIN }] });
    await expect(svc.releases.getSettingsVersion({ companyId, version: 9 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

const withMatching = (config: MatchingConfig, matching: object) => ({
  ...config,
  funnels: Object.fromEntries(Object.entries(config.funnels).map(([id, funnel]) => [id, { ...funnel, matching }])),
});
