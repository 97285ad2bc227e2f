import { DEFAULT_TAGGING, type FunnelTest } from '@svc/domain';
import { testLogger } from '@svc/kit/testing';
import { describe, expect, it } from 'vitest';
import { compileAssortment } from '../../engine/compile/compile-assortment.js';
import { useMatchers } from '../../testing/use-matchers.js';
import { createCompanies } from './companies.js';

const matchers = useMatchers();

const matchingTest: FunnelTest = {
  ...{ id: 'test-1', kind: 'MATCHING', salt: 's', countsFrom: '2026-01-01T00:00:00.000Z' },
  arms: [
    { key: 'A', weight: 1 },
    {
      ...{ key: 'B', weight: 1 },
      settings: { tagging: [{ kind: 'variant', id: 'c', add: ['t:x'], remove: [] }] },
    },
  ],
};

describe('a database that fails while the arms of a test are compiled', () => {
  it('does not keep the arms from their tags: the company is read again (docs/insight.md N13.15)', async () => {
    const { company, database, peers, start } = matchers;
    const states = peers.states.get(company)!;
    peers.states.set(company, { ...states, funnels: states.funnels.map((funnel) => ({ ...funnel, matchingTest })) });
    await (await start()).match(company);
    const rename = (from: string, to: string) => database.owner.raw('alter table ?? rename to ??', [from, to]);
    const unused = async (): Promise<never> => {
      throw new Error('Everything is stored.');
    };
    let isFailing = true;
    const companies = createCompanies({
      ...{ db: database.owner, log: testLogger(), cacheBytes: 1024 * 1024 },
      funnel: { listChanges: unused, getStates: unused, getVersion: unused },
      catalog: { listChanges: unused, getSnapshot: unused, getNamedSnapshot: unused },
      versions: { get: unused },
      compiler: {
        async compile() {
          if (isFailing) await rename('catalog_snapshots', 'catalog_snapshots_away');
          return compileAssortment(peers.catalogs.get(company)!, DEFAULT_TAGGING);
        },
        ...{ pack: unused, createMatrix: unused, listTagUsage: unused, stop: async () => {} },
      },
    });
    await companies.get(company).catch(() => {});
    isFailing = false;
    await rename('catalog_snapshots_away', 'catalog_snapshots');
    expect([...(await companies.get(company)).arms.keys()]).toEqual(['test-1/B']);
  });
});
