import { DEFAULT_MATCHING, type DraftSettings, type ReplayedParts, type Step } from '@svc/domain';
import { buildSelection, singleSelection } from '@svc/domain/testing';
import { json } from '@svc/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshSubdomain } from '../../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());
beforeEach(() => {
  svc.matcher.measured = [];
  svc.analyses.asked = [];
  svc.analyses.items = [];
});

async function createFunnel(given: { published?: Step[]; draft?: Step[] }) {
  const subdomain = freshSubdomain();
  const versions = Object.fromEntries(Object.entries(given).map(([key, steps]) => [key, { steps }]));
  const { id: companyId, answer } = await svc.company({ funnels: [{ subdomain, ...versions }] });
  const { id: funnelId, published, draft } = answer.funnels[subdomain]!;
  return {
    companyId,
    subdomain,
    funnelId,
    publishedId: published?.id,
    draftId: draft?.id,
    async prepare(parts: ReplayedParts) {
      const answer = await svc.releases.prepareDraft({ companyId, subdomain, partsJson: json.encode(parts) });
      const { settingsJson, version, ...funnel } = answer.funnel!;
      return { ...answer, funnel, version, settings: json.decode<DraftSettings>(settingsJson) };
    },
  };
}

const ruleFor = (step: number) => ({
  ...DEFAULT_MATCHING,
  rules: [
    {
      key: 'r',
      when: { step, answered: true as const },
      then: { exclude: { tags: [], productIds: [], variantIds: ['V'] } },
    },
  ],
});

describe('PrepareDraft', () => {
  it('parts without steps are for the published version, or else for the draft', async () => {
    const live = await createFunnel({ published: [singleSelection(1, ['a'])], draft: [singleSelection(2, ['b'])] });
    expect(await live.prepare({ matching: ruleFor(2) })).toEqual({
      funnel: { companyId: live.companyId, funnelId: live.funnelId },
      version: { $case: 'versionId', value: live.publishedId },
      publishedVersionId: live.publishedId,
      settings: { matching: ruleFor(2) },
    });
    const fresh = await createFunnel({ draft: [singleSelection(2, ['b'])] });
    expect(await fresh.prepare({})).toMatchObject({ version: { value: fresh.draftId }, publishedVersionId: undefined });
  });

  it('steps get the histories that publishing gives; rules may name them', async () => {
    const published = [singleSelection(1, [buildSelection('dryness', ['dry'])])];
    const { prepare } = await createFunnel({ published });
    const steps = [singleSelection(1, ['dryness', 'oily']), singleSelection(9, ['x'])];
    const { version } = await prepare({ published: { steps }, matching: ruleFor(9) });
    expect(version?.$case === 'stepsJson' && json.decode(version.value)).toEqual([
      singleSelection(1, [buildSelection('dryness', ['dry']), 'oily']),
      singleSelection(9, ['x']),
    ]);
  });

  it('problems are named by their place in the parts', async () => {
    const { prepare } = await createFunnel({ published: [singleSelection(1, ['a'])] });
    await expect(prepare({ matching: ruleFor(7) })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'Nothing was computed; details list what to change.',
      details: [{ path: '/matching/rules/0/when/step' }],
    });
  });

  it('a funnel without steps, an archived one and another company’s are refused', async () => {
    const { prepare, companyId } = await createFunnel({});
    await expect(prepare({})).rejects.toMatchObject({ code: 'FUNNEL_NOT_PUBLISHED' });
    const { subdomain } = await createFunnel({ published: [singleSelection(1, ['a'])] });
    const request = { companyId, subdomain, partsJson: json.encode({}) };
    await expect(svc.releases.prepareDraft(request)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('GetRuleEffects', () => {
  it('sends the newest analyses of the funnel to be measured', async () => {
    const { companyId, funnelId, subdomain } = await createFunnel({ published: [singleSelection(1, ['a'])] });
    svc.analyses.items = [{ analysisId: 'A1', input: undefined }];
    const effects = await svc.releases.getRuleEffects({ companyId, subdomain, analyses: 7 });
    expect(effects).toEqual({ date: '2026-03-01', analyses: 1, rules: [], tabs: [] });
    expect(svc.analyses.asked).toEqual([{ companyId, funnelId, limit: 7 }]);
    expect(svc.matcher.measured).toMatchObject([
      { $case: 'start', value: { companyId, funnelId } },
      { $case: 'analyses', value: { items: [{ analysisId: 'A1' }] } },
    ]);
  });

  it('a funnel that was never published has no rule in force', async () => {
    const { companyId, subdomain } = await createFunnel({ draft: [singleSelection(1, ['a'])] });
    const asked = svc.releases.getRuleEffects({ companyId, subdomain, analyses: 7 });
    await expect(asked).rejects.toMatchObject({ code: 'FUNNEL_NOT_PUBLISHED' });
  });
});
