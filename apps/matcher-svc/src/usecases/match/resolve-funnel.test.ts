import { DEFAULT_ASSORTMENT, DEFAULT_MATCHING, DEFAULT_RESULT_PAGE, type FunnelTest } from '@svc/domain';
import { json } from '@svc/kit';
import { testLogger } from '@svc/kit/testing';
import { describe, expect, it } from 'vitest';
import { compileAssortment } from '../../engine/compile/compile-assortment.js';
import { createCompany, createRule } from '../../engine/testing/company.js';
import { createLoadedCompany, type LoadedCompany, toArmKey, withSettings } from '../companies/loaded-company.js';
import { matchAnalysis } from './match-analysis.js';
import { createRankingCache } from './ranking-cache.js';
import { createFunnelResolver } from './resolve-funnel.js';

const { snapshot } = createCompany({ a: [], b: [], c: [] });
const version = { id: 'v', number: 1, funnelId: 'f', companyId: 'company', steps: [] };
const excluded = createRule({ exclude: { tags: ['t:x'], productIds: [], variantIds: [] } });
const settings = {
  ...{ version: 1, taggingDigest: '' },
  config: {
    sets: [],
    funnels: {
      f: {
        assortment: DEFAULT_ASSORTMENT,
        matching: { ...DEFAULT_MATCHING, rules: [excluded] },
        resultPage: DEFAULT_RESULT_PAGE,
      },
    },
  },
};
const matchingTest: FunnelTest = {
  ...{ id: 'test-1', kind: 'MATCHING', salt: 's', countsFrom: '2026-01-01T00:00:00.000Z' },
  arms: [
    {
      ...{ key: 'A', weight: 1 },
      settings: { tagging: [{ kind: 'variant', id: 'c', add: ['t:x'], remove: [] }] },
    },
  ],
};
const states = { version: 1, language: 'en', funnels: [{ funnelId: 'f', publishedVersionId: 'v', matchingTest }] };
const withoutTags = createLoadedCompany('company', {
  ...{ settings, states, catalogVersion: 1 },
  assortment: compileAssortment(snapshot, { products: {}, variants: {} }),
});

/** The company as it is read again, when the tags of the arm could be compiled. */
const readAgain = (): LoadedCompany => ({
  ...withSettings(withoutTags, { settings, states }),
  arms: new Map([
    [
      toArmKey({ experimentId: 'test-1', settingsOf: 'A' }),
      compileAssortment(snapshot, { products: {}, variants: { c: ['t:x'] } }),
    ],
  ]),
});

describe('an arm whose tags could not be compiled', () => {
  it('has them when they could be compiled later, and one state never has both lists (docs/insight.md N13.15; docs/reliability.md R8.3)', async () => {
    let company: LoadedCompany = withoutTags;
    const resolve = createFunnelResolver({
      companies: { get: async () => company, recount: () => {} },
      versions: { get: async () => version },
      pullStatesSoon: async () => {},
      clock: { now: () => new Date('2026-03-01T00:00:00Z') },
      log: testLogger(),
    });
    const rankings = createRankingCache({ maxBytes: 1_000_000 });
    const match = async () => {
      const { body, state } = await matchAnalysis(
        { resolve, rankings },
        {
          subject: { companyId: 'company', funnelId: 'f', versionId: 'v', isPreview: false, unit: 'unit' },
          ...{ answers: { selectionValues: [] }, presence: { hasSelfie: false, hasContact: false }, color: null },
          ...{ productIds: [], variantIds: [], resultPage: false, locale: undefined },
        },
      );
      return { ...json.decode<{ matchedVariants: string[] }>(body), state };
    };
    const before = await match();
    company = readAgain();
    const after = await match();
    expect([before.matchedVariants, after.matchedVariants]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b'],
    ]);
    expect(after.state).not.toBe(before.state);
  });
});
