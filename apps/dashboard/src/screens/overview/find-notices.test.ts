import { describe, expect, it } from 'vitest';
import { findNotices, listFirstSteps } from './find-notices.js';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const nothing = { funnels: [], imports: [], endpoints: [], deadDeliveries: 0, keys: [], tests: [], tabs: [] };
const run = (id: string, state: 'HELD' | 'FAILED' | 'SUCCEEDED' | 'RUNNING', dryRun = false) => ({
  id,
  state,
  dryRun,
  createdAt: '2026-11-23T11:00:00Z',
});
const findKinds = (found: Partial<typeof nothing> & object) =>
  findNotices({ ...nothing, ...found } as never, NOW).map(({ kind, screen }) => [kind, screen]);

describe('what needs attention (docs/dashboard.md Y30.1)', () => {
  it('is nothing in a company where everything runs', () => {
    expect(findNotices(nothing, NOW)).toEqual([]);
    expect(findKinds({ imports: [run('1', 'SUCCEEDED'), run('2', 'HELD', true)] as never })).toEqual([]);
  });

  it('names held imports, and a failed one until another has succeeded', () => {
    expect(findKinds({ imports: [run('3', 'RUNNING'), run('2', 'FAILED'), run('1', 'HELD')] as never })).toEqual([
      ['HELD_IMPORT', 'imports/1'],
      ['FAILED_IMPORT', 'imports/2'],
    ]);
    expect(findKinds({ imports: [run('3', 'SUCCEEDED'), run('2', 'FAILED')] as never })).toEqual([]);
  });

  it('names tabs that are empty for half of at least 20 shoppers', () => {
    const toTabs = (analyses: number, ...empty: number[]) => [
      {
        subdomain: 'beauty',
        name: 'Beauty',
        effect: { analyses, tabs: empty.map((each, n) => ({ key: `t&${n}`, empty: each })) },
      },
    ];
    expect(findKinds({ tabs: toTabs(500, 249, 250) as never })).toEqual([
      ['EMPTY_TAB', 'funnels/beauty/result-page?tab=t%261'],
    ]);
    expect(findKinds({ tabs: toTabs(19, 19) as never })).toEqual([]);
  });

  it('names tests that are decided, and no other test', () => {
    const tests = ['DRAFT', 'RUNNING', 'DECIDED', 'STOPPED'].map((state) => ({ id: state, name: state, state }));
    expect(findKinds({ tests: tests as never })).toEqual([['TEST_DECIDED', 'experiments/DECIDED']]);
  });

  it('names endpoints that are off before those that fail, and deliveries that failed for good', () => {
    const endpoint = { target: 'webhook', state: 'ENABLED', failingSince: null, disabledAt: null };
    const endpoints = [
      { ...endpoint, failingSince: '2026-11-23T10:00:00Z' },
      { ...endpoint, target: 'crm', state: 'DISABLED', disabledAt: '2026-11-22T10:00:00Z' },
    ];
    expect(findKinds({ endpoints: endpoints as never, deadDeliveries: 3 })).toEqual([
      ['ENDPOINT_OFF', 'settings/webhooks'],
      ['ENDPOINT_FAILING', 'settings/webhooks'],
      ['DEAD_DELIVERIES', 'settings/webhooks?state=DEAD'],
    ]);
  });

  it('names keys that expire within 14 days, not those that are revoked or have expired', () => {
    const key = (name: string, expiresAt: string | null, revokedAt: string | null = null) => ({
      name,
      expiresAt,
      revokedAt,
    });
    const keys = [
      key('soon', '2026-12-01T00:00:00Z'),
      key('later', '2027-01-01T00:00:00Z'),
      key('never', null),
      key('revoked', '2026-12-01T00:00:00Z', '2026-11-01T00:00:00Z'),
      key('expired', '2026-11-01T00:00:00Z'),
    ];
    expect(findNotices({ ...nothing, keys } as never, NOW)).toMatchObject([{ kind: 'KEY_EXPIRES', name: 'soon' }]);
  });

  it('names paused funnels, and drafts with the screen that releases them', () => {
    const funnel = { name: 'Beauty', subdomain: 'beauty', paused: true, draft: { number: 4 } };
    expect(findKinds({ funnels: [funnel] as never })).toEqual([
      ['PAUSED', 'funnels'],
      ['DRAFT', 'funnels/beauty/release'],
    ]);
  });
});

describe('the first steps (docs/dashboard.md Y30.3)', () => {
  const found = { hasProducts: false, funnels: [], domains: [], keys: [] };

  it('lead from products to a key', () => {
    expect(listFirstSteps(found).map(({ step, isDone }) => [step, isDone])).toEqual([
      ['PRODUCTS', false],
      ['FUNNEL', false],
      ['PUBLISH', false],
      ['DOMAIN', false],
      ['KEY', false],
    ]);
  });

  it('have no step that the role cannot do', () => {
    expect(listFirstSteps({ ...found, keys: undefined }).some(({ step }) => step === 'KEY')).toBe(false);
  });
});
