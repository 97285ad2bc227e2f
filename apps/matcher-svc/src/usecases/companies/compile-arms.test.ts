import { describe, expect, it, vi } from 'vitest';
import { compileAssortment } from '../../engine/compile/compile-assortment.js';
import { compileArms } from './compile-arms.js';
import { createLoadedCompany } from './loaded-company.js';

const snapshot = {
  version: 1,
  products: [{ id: 'P', tags: [] }],
  variants: [{ id: 'V', product: 0, available: true, tags: [] }],
};
const assortment = compileAssortment(snapshot, { products: {}, variants: {} });
const arm = (key: string, tag?: string) => ({
  ...{ key, weight: 1 },
  ...(tag ? { settings: { tagging: [{ kind: 'variant' as const, id: 'V', add: [tag], remove: [] }] } } : {}),
});
const test = {
  ...{ id: 'test-1', kind: 'MATCHING' as const, salt: 's', countsFrom: '2026-01-01T00:00:00.000Z' },
  arms: [arm('A'), arm('B', 't:b'), arm('C', 't:c')],
};
const company = createLoadedCompany('company-1', {
  settings: { version: 1, config: { sets: [], funnels: {} }, taggingDigest: '' },
  states: { version: 1, language: 'en', funnels: [{ funnelId: 'f', publishedVersionId: 'v', matchingTest: test }] },
  ...{ catalogVersion: 1, assortment },
});
const log = { error: vi.fn() };

describe('arms that change tags (docs/insight.md N13.15)', () => {
  it('are compiled once for a catalog and tagging; arms without changes are not', async () => {
    const compileTagged = vi.fn(async () => ({ ...assortment }));
    const arms = await compileArms({ compileTagged, log }, company);
    expect([...(arms ?? [])].map(([key]) => key)).toEqual(['test-1/B', 'test-1/C']);
    expect(await compileArms({ compileTagged, log }, { ...company, arms: arms! })).toEqual(arms);
    expect(compileTagged).toHaveBeenCalledTimes(2);
  });

  it('that cannot be compiled have the tags in force, and matches work; a state that changed meanwhile is read again', async () => {
    const compileTagged = vi.fn(async () => ({ ...assortment }));
    compileTagged.mockRejectedValueOnce(new Error('out of memory'));
    const arms = await compileArms({ compileTagged, log }, company);
    expect([[...(arms ?? [])].map(([key]) => key), log.error.mock.calls.length]).toEqual([['test-1/C'], 1]);
    expect(await compileArms({ compileTagged: async () => null, log }, company)).toBeNull();
  });
});
