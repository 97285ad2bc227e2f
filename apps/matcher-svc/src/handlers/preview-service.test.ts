import { DEFAULT_MATCHING, DEFAULT_RESULT_PAGE, type DraftSettings, type PresentedMatch } from '@svc/domain';
import { createClient, json } from '@svc/kit';
import { type DraftedFunnel, type PreviewMatchRequest, PreviewServiceClient } from '@svc/proto';
import { afterEach, describe, expect, it } from 'vitest';
import { createRule, createStep } from '../engine/testing/company.js';
import { createCatalog, givePeers } from '../testing/matcher.js';
import { releaseClient, toItem } from '../testing/release-client.js';
import { excluding, useMatchers } from '../testing/use-matchers.js';

const matchers = useMatchers();
const clients: { close(): void }[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

const STEPS = [createStep(1, { one: { require: ['t:1'] }, two: { require: ['t:2'] } })];
const target = (...variantIds: string[]) => ({ tags: [], productIds: [], variantIds });
const without = (variantId: string): DraftSettings => ({
  matching: { ...DEFAULT_MATCHING, rules: [createRule({ exclude: target(variantId) }, { key: 'draft' })] },
});

async function start() {
  const { company, peers } = matchers;
  givePeers(peers, company, { steps: STEPS });
  const matcher = await matchers.start({ clock: { now: () => new Date('2026-11-21T23:59:59Z') } });
  const preview = createClient(PreviewServiceClient, matcher.address, { timeoutMs: 30_000, retry: [] });
  clients.push(preview);
  const draft = (settings: DraftSettings, version?: DraftedFunnel['version']): DraftedFunnel => ({
    companyId: company,
    funnelId: `${company}-funnel`,
    version: version ?? { $case: 'versionId', value: `${company}-v1` },
    settingsJson: json.encode(settings),
  });
  const analysis = (selectedKey?: string) => ({
    answersJson: json.encode({ selectionValues: selectedKey ? [{ stepId: 1, selectedKey }] : [] }),
    hasSelfie: false,
    hasContact: false,
  });
  return {
    company,
    matcher,
    probe: (settings: DraftSettings, selectedKey?: string, stepId = 1) =>
      preview.probeStep({ funnel: draft(settings), stepId, ...analysis(selectedKey) }),
    async match(settings: DraftSettings, given: Partial<PreviewMatchRequest> = {}) {
      const request = { funnel: draft(settings), variantIds: [], ...analysis(), ...given };
      const { matchJson, explanation } = await preview.previewMatch(request);
      return { ...json.decode<PresentedMatch>(matchJson), explanation };
    },
    draft,
  };
}

describe('ProbeStep', () => {
  it('counts with the draft, and again with what is in force as soon as that changes', async () => {
    const { company, matcher, probe } = await start();
    expect(await probe({}, 'one')).toEqual({
      eligible: 3,
      left: 2,
      options: [
        { key: 'one', left: 2 },
        { key: 'two', left: 2 },
      ],
      colorTypeTested: false,
    });
    expect(await probe(without('a'), 'one')).toMatchObject({ left: 1, options: [{ left: 1 }, { left: 2 }] });
    await matcher.apply(company, 1, excluding(company, 'c'));
    expect(await probe({}, 'one')).toMatchObject({ left: 1, options: [{ left: 1 }, { left: 1 }] });
    // The draft's rules take the place of those in force.
    expect(await probe(without('a'), 'one')).toMatchObject({ left: 1, options: [{ left: 1 }, { left: 2 }] });
  });

  it('a step that the funnel does not have is refused, and so is another funnel’s version', async () => {
    const { probe, match, draft } = await start();
    await expect(probe({}, undefined, 9)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    const funnel = { ...draft({}), funnelId: 'another' };
    await expect(match({}, { funnel })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('PreviewMatch', () => {
  it('gives the match of the draft with its trace; what is in force stays', async () => {
    const { company, matcher, match } = await start();
    expect((await match({})).variants).toEqual((await matcher.match(company)).matchedVariants);
    const { explanation, ...preview } = await match(without('a'), { variantIds: ['a', 'b'] });
    expect(preview).toEqual({ resultPage: false, variants: ['b', 'c'], tabs: [] });
    expect(explanation).toMatchObject({ date: '2026-11-21', matchedCount: 2, versions: undefined });
    expect(explanation?.variants.map(({ variantId, matched }) => [variantId, matched])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect(explanation?.variants[0]?.tests.filter(({ passed }) => !passed)).toMatchObject([{ rules: ['draft'] }]);
    expect((await matcher.match(company)).matchedVariants).toEqual(['a', 'b', 'c']);
  });

  it('previews steps, tabs and sets that are not saved', async () => {
    const { match, draft } = await start();
    const steps = [createStep(7, { new: { avoid: ['t:1'] } })];
    const select = { tags: ['t:2'], productIds: [], sets: ['duo'] };
    const tab = {
      key: 'T',
      name: { default: 'T', de: 'Reiter' },
      description: null,
      maxItemsToShow: null,
      enabled: true,
      select,
    };
    const sets = [
      {
        key: 'duo',
        name: { default: 'Duo' },
        variantId: 'c',
        variants: [{ id: 'b', quantity: 1 }],
        lift: 'all' as const,
      },
    ];
    const funnel = draft(
      { resultPage: { ...DEFAULT_RESULT_PAGE, enabled: true, tabs: [tab] }, sets },
      { $case: 'stepsJson', value: json.encode(steps) },
    );
    const answersJson = json.encode({ selectionValues: [{ stepId: 7, selectedKey: 'NEW' }] });
    const tabbed = await match({}, { funnel, answersJson, locale: 'de' });
    expect(tabbed).toMatchObject({
      resultPage: true,
      variants: ['c', 'b'],
      tabs: [{ key: 'T', name: 'Reiter', variants: ['c', 'b'] }],
    });
    expect((await match({}, { funnel, answersJson, resultPage: false })).variants).toEqual(['c', 'b']);
  });

  it('an assortment over the limit is named as such, and can still be probed', async () => {
    const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`V${index}`, []]));
    const { company, peers } = matchers;
    givePeers(peers, company, { steps: STEPS, catalog: createCatalog(2, many) });
    const { match, probe } = await start();
    await expect(match({})).rejects.toMatchObject({ code: 'MATCHING_SCOPE_TOO_LARGE' });
    expect(await probe({})).toMatchObject({ eligible: 2_001, left: 2_001 });
  });
});

describe('MeasureRules', () => {
  it('measures the rules in force over the analyses of the funnel, in rule order', async () => {
    const { company, matcher } = await start();
    const release = releaseClient(matcher.address);
    clients.push(release);
    await matcher.apply(company, 1, {
      funnels: {
        [`${company}-funnel`]: {
          matching: {
            ...DEFAULT_MATCHING,
            rules: [
              createRule({ exclude: target('c', 'a') }, { key: 'out', when: { step: 1, in: ['two'] } }),
              createRule({ boost: { ...target('b'), by: 0.5 } }, { key: 'up', from: '2026-11-22' }),
            ],
          },
        },
      },
    });
    const one = toItem(company, 'A1', { selectionValues: [{ stepId: 1, selectedKey: 'one' }] });
    const two = toItem(company, 'A2', { selectionValues: [{ stepId: 1, selectedKey: 'two' }] });
    expect(await release.measure(company, [[one], [two]])).toEqual({
      date: '2026-11-21',
      analyses: 2,
      rules: [
        { key: 'out', holdsIn: 1, excludes: { variants: 1, most: 1 }, analysisIds: ['A2'] },
        { key: 'up', holdsIn: 0, boosts: { variants: 0, most: 0 }, analysisIds: [] },
      ],
      tabs: [],
    });
    const foreign = { ...one, input: { ...one.input!, companyId: 'another' } };
    await expect(release.measure(company, [[foreign]])).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('CheckFunnel with settings that are not in force', () => {
  it('walks the version with them, and compares with what is in force', async () => {
    const { company, matcher } = await start();
    const request = {
      companyId: company,
      funnelId: `${company}-funnel`,
      version: { $case: 'versionId' as const, value: `${company}-v1` },
      baselineVersionId: `${company}-v1`,
    };
    expect(await matcher.check(request)).toMatchObject({ blockingDeadEnds: 0, deadPaths: 0 });
    const settings: DraftSettings = {
      matching: {
        ...DEFAULT_MATCHING,
        rules: [createRule({ exclude: target('a', 'b', 'c') }, { key: 'all', when: { step: 1, in: ['two'] } })],
      },
    };
    const report = await matcher.check({ ...request, settingsJson: json.encode(settings) });
    expect(report).toMatchObject({ version: { number: 1 }, blockingDeadEnds: 1, deadPaths: 1 });
  });
});
