import { DEFAULT_MATCHING, type MatchingConfigPatch, type Rule } from '@svc/domain';
import { randomId } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { createRule, createStep } from '../engine/testing/company.js';
import { createCatalog, givePeers } from '../testing/matcher.js';
import { excluding, useMatchers } from '../testing/use-matchers.js';

const matchers = useMatchers();

const variants = (...variantIds: string[]) => ({ tags: [], productIds: [], variantIds });
const withRules = (companyId: string, rules: Rule[], tags: string[] = []): MatchingConfigPatch => ({
  funnels: {
    [`${companyId}-funnel`]: {
      matching: { ...DEFAULT_MATCHING, rules },
      assortment: { tags, productIds: [] },
    },
  },
});

describe('GetScope of an analysis', () => {
  it('gives the match, what may be named next to it, and what rules keep out (docs/chat.md T2.1, T6.2)', async () => {
    const { company, peers, start } = matchers;
    const step = createStep(1, { dry: { require: ['t:1'] }, oily: { require: ['t:2'] } });
    const catalog = createCatalog(1, {
      ...{ a: ['t:1', 'w:1'], b: ['t:2', 'w:1'], c: ['t:1', 'w:1'], d: ['w:1'], sold: ['w:1'], other: ['w:2'] },
    });
    for (const row of catalog.variants) row.available = row.id !== 'sold';
    givePeers(peers, company, { catalog, steps: [step] });
    const matcher = await start();
    await matcher.apply(
      company,
      1,
      withRules(
        company,
        [
          createRule({ exclude: variants('c') }, { key: 'when', when: { step: 1, in: ['dry'] } }),
          createRule({ exclude: variants('d') }, { key: 'other', when: { step: 1, in: ['oily'] } }),
          createRule({ pin: variants('d') }, { key: 'pin' }),
        ],
        ['w:1'],
      ),
    );
    const given = { answers: { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] } };
    const match = await matcher.match(company, given);
    expect(await matcher.scope(company, given)).toEqual({
      state: match.state,
      unchanged: false,
      matched: match.matchedVariants,
      firstOfTabs: [],
      eligible: ['a', 'b', 'd', 'sold'],
      excludedByRule: ['c'],
      sets: [],
      catalogVersion: 1,
      configVersion: 1,
    });
    expect(match.matchedVariants).toEqual(['d', 'a']);
  });

  it('has no lists while the known state is in force, and has them again after a change', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    await matcher.apply(company, 1, excluding(company, 'a'));
    const first = await matcher.scope(company);
    expect(await matcher.scope(company, { knownState: first.state })).toMatchObject({
      state: first.state,
      unchanged: true,
      matched: [],
      eligible: [],
      excludedByRule: [],
    });
    await matcher.apply(company, 2, excluding(company, 'b'));
    const second = await matcher.scope(company, { knownState: first.state });
    expect(second.state).not.toBe(first.state);
    expect(second).toMatchObject({ unchanged: false, matched: ['a', 'c'], excludedByRule: ['b'] });
  });

  it('has the best variant of each tab, each of another product (docs/chat.md T1.6)', async () => {
    const { company, peers, start } = matchers;
    const catalog = createCatalog(1, { a: ['n:1'], a2: ['n:1'], b: ['n:1', 'n:2'], c: ['n:2'], d: ['n:3'] });
    for (const row of catalog.variants) if (row.id === 'a2') row.product = 0;
    givePeers(peers, company, { catalog });
    const matcher = await start();
    const createTab = (key: string, tag: string, enabled = true) => ({
      ...{ key, name: { default: key }, description: null, maxItemsToShow: null, enabled },
      select: { tags: [tag], productIds: [], sets: [] },
    });
    const apply = (revision: number, tabs: ReturnType<typeof createTab>[]) =>
      matcher.apply(company, revision, { funnels: { [`${company}-funnel`]: { resultPage: { enabled: true, tabs } } } });
    await apply(1, [createTab('A', 'n:1'), createTab('B', 'n:1'), createTab('C', 'n:2'), createTab('D', 'n:3', false)]);
    const { matched, firstOfTabs } = await matcher.scope(company);
    expect(matched).toEqual(['a', 'a2', 'b', 'c', 'd']);
    expect(firstOfTabs).toEqual(['a', 'b', 'c']);
    await apply(2, [createTab('C', 'n:2'), createTab('X', 'n:4')]);
    expect((await matcher.scope(company)).firstOfTabs).toEqual(['b']);
  });

  it('has the sets that may be named with what they consist of; a dynamic one is filled from the match (docs/chat.md T1.14)', async () => {
    const { company, peers, start } = matchers;
    const catalog = createCatalog(1, { a: [], b: [], c: [], d: [], fixed: [], part: [], filled: [], open: [] });
    givePeers(peers, company, { catalog });
    const matcher = await start();
    const name = { default: 'Set' };
    const fixed = (key: string, variantId: string, ids: string[]) => ({
      ...{ key, name, variantId, lift: 'all' as const, variants: ids.map((id) => ({ id, quantity: 1 })) },
    });
    const filled = (key: string, variantId: string, ids: string[]) => ({
      ...{ key, name, variantId, size: 2, products: ids.map((id) => ({ id: `P-${id}`, max: 1 })) },
    });
    const sets = [
      ...[filled('4', 'open', ['c', 'd']), filled('3', 'filled', ['a', 'b'])],
      ...[fixed('2', 'part', ['a', 'c']), fixed('1', 'fixed', ['b', 'a'])],
    ];
    await matcher.apply(company, 1, { sets, ...withRules(company, [createRule({ exclude: variants('c') })]) });
    const read = ({ eligible, sets: found }: Awaited<ReturnType<typeof matcher.scope>>) =>
      found.map(({ variant, members }) => [eligible[variant], members.map((member) => eligible[member])]);
    const scope = await matcher.scope(company);
    expect(scope.matched).toEqual(expect.arrayContaining(['fixed', 'filled']));
    expect(read(scope)).toEqual([
      ['fixed', ['b', 'a']],
      ['filled', ['a', 'b']],
      ['open', []],
    ]);
    expect(read(await matcher.funnelScope(company))).toEqual([
      ['fixed', ['b', 'a']],
      ['filled', []],
      ['open', []],
    ]);
  });

  it('of an assortment that is too large for one match has the variants on its tabs, or none (docs/chat.md T6.3)', async () => {
    const { company, peers, start } = matchers;
    const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`v${index}`, [`n:${index % 3}`]]));
    givePeers(peers, company, { catalog: createCatalog(1, many) });
    const matcher = await start();
    expect(await matcher.scope(company)).toMatchObject({ matched: [], eligible: { length: 2_001 } });
    const select = { tags: ['n:1'], productIds: [], sets: [] };
    const tab = { key: 'T', name: { default: 'T' }, description: null, maxItemsToShow: null, enabled: true, select };
    await matcher.apply(company, 1, {
      funnels: { [`${company}-funnel`]: { resultPage: { enabled: true, tabs: [tab] } } },
    });
    const { matchedVariants } = await matcher.match(company, { request: { resultPage: true } });
    expect(await matcher.scope(company)).toMatchObject({ matched: matchedVariants, eligible: { length: 2_001 } });
    expect(matchedVariants).toHaveLength(667);
  });

  it('fails with MATCHER_FAILURE for an unknown company, and without a subject with INVALID_REQUEST', async () => {
    const matcher = await matchers.start();
    await expect(matcher.scope(randomId())).rejects.toMatchObject({ code: 'MATCHER_FAILURE' });
    await expect(matcher.emptyScope()).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('GetScope of a funnel', () => {
  it('matches nothing; only rules without a condition keep variants out (docs/chat.md T2.1)', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    await matcher.apply(
      company,
      1,
      withRules(company, [
        createRule({ exclude: variants('a') }, { key: 'always' }),
        createRule({ exclude: variants('b') }, { key: 'when', when: { not: { step: 1, answered: true } } }),
        createRule({ exclude: variants('c') }, { key: 'past', until: '2020-01-01' }),
      ]),
    );
    expect(await matcher.funnelScope(company)).toMatchObject({
      unchanged: false,
      matched: [],
      eligible: ['b', 'c'],
      excludedByRule: ['a'],
      catalogVersion: 1,
      configVersion: 1,
    });
  });

  it('has no lists while the known state is in force, and has them again after a change of the catalog', async () => {
    const { company, peers, start } = matchers;
    const matcher = await start();
    const { state } = await matcher.funnelScope(company);
    expect(await matcher.funnelScope(company, undefined, state)).toMatchObject({ unchanged: true, eligible: [] });
    peers.catalogs.set(company, createCatalog(2, { z: [] }));
    await expect
      .poll(() => matcher.funnelScope(company, undefined, state))
      .toMatchObject({ unchanged: false, eligible: ['z'], catalogVersion: 2 });
  });

  it('of an unknown, a foreign or an archived funnel is NOT_FOUND', async () => {
    const { company, peers, start } = matchers;
    const other = randomId();
    givePeers(peers, other, { catalog: createCatalog(1, { x: [] }) });
    const matcher = await start();
    for (const funnelId of ['none', `${other}-funnel`])
      await expect(matcher.funnelScope(company, funnelId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const archived = { funnelId: `${other}-funnel`, publishedVersionId: null, archived: true };
    peers.states.set(other, { version: 2, language: 'en', funnels: [archived] });
    const readCode = () =>
      matcher.funnelScope(other).then(
        () => 'found',
        ({ code }: { code: string }) => code,
      );
    await expect.poll(readCode).toBe('NOT_FOUND');
  });
});

describe('GetTagging', () => {
  it('gives the tags that the company added and the names of its enabled tabs, of one version', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    const tagging = { products: { 'P-a': ['need:glow'] }, variants: { b: ['need:calm'] } };
    const tab = (key: string, tags: string[], enabled = true) => ({
      ...{ key, name: { en: key, de: `${key} (de)` }, description: null, maxItemsToShow: null, enabled },
      select: { tags, productIds: [], sets: [] },
    });
    await matcher.apply(company, 1, {
      tagging,
      funnels: {
        [`${company}-funnel`]: {
          resultPage: { enabled: true, tabs: [tab('Glow', ['need:glow']), tab('Off', ['x:y'], false), tab('All', [])] },
        },
        off: { resultPage: { enabled: false, tabs: [tab('Hidden', ['need:glow'])] } },
      },
    });
    const { taggingJson, ...found } = await matcher.tagging(company);
    expect(JSON.parse(taggingJson.toString())).toEqual(tagging);
    expect(found).toEqual({
      configVersion: 1,
      tabs: [{ funnelId: `${company}-funnel`, text: { en: 'Glow', de: 'Glow (de)' }, tags: ['need:glow'] }],
    });
    expect((await matcher.scope(company)).configVersion).toBe(1);
  });

  it('of a company without settings is empty at version 0; nothing of another company is in it', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    await matcher.apply(company, 1, { tagging: { products: { 'P-a': ['secret:a'] }, variants: {} } });
    const { taggingJson, ...found } = await matcher.tagging(randomId());
    expect(found).toEqual({ configVersion: 0, tabs: [] });
    expect(JSON.parse(taggingJson.toString())).toEqual({ products: {}, variants: {} });
  });
});
