import { createLogger } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../domain/settings/chat-settings.js';
import { compileCompany } from '../../domain/thread/chat-company.js';
import { createCatalogs } from './catalogs.js';
import type { CompanyProfile } from './ports.js';

const log = createLogger({ name: 'test', level: 'silent' });

const createProfile = (id: string): CompanyProfile => ({
  ...{ id, version: '1', isEnabled: true, domains: [], language: 'en', defaultFunnelId: 'f1', funnels: [] },
  ...{ settings: DEFAULT_SETTINGS, captions: [] },
});

/** Catalogs of which each has `bytes`, and what was loaded for them, in order. */
function createCache(maxBytes: number, bytes: number) {
  const loaded: string[] = [];
  const catalogs = createCatalogs({
    ...{ log, maxBytes, maxWaitMs: 60_000 },
    source: {
      async load(companyId) {
        loaded.push(companyId);
        return { version: '1', variants: [], captions: [] };
      },
      getVersion: async () => '1',
    },
    async compile(catalog) {
      const {
        language: _,
        settings: __,
        ...company
      } = compileCompany({
        ...{ catalogVersion: catalog.version, catalog, settings: DEFAULT_SETTINGS, language: 'en', hasFunnel: true },
      });
      return { catalog: { ...company, version: catalog.version }, bytes };
    },
  });
  return { catalogs, loaded };
}

describe('compiled catalogs in the memory of a replica (docs/chat.md T8.5)', () => {
  it('the least recently used is forgotten when they are too large together, and loaded again by the next message', async () => {
    const [first, second, third] = ['first', 'second', 'third'].map(createProfile) as [
      CompanyProfile,
      CompanyProfile,
      CompanyProfile,
    ];
    const { catalogs, loaded } = createCache(250, 100);
    for (const profile of [first, second]) expect((await catalogs.get(profile)).isPreparing).toBe(false);
    expect(catalogs.bytes).toBe(200);
    expect(catalogs.find(first)).toBeDefined();
    await catalogs.get(third);
    expect(catalogs.bytes).toBe(200);
    expect([first, second, third].map(({ id }) => catalogs.has(id))).toEqual([true, false, true]);
    expect(catalogs.find(second)).toBeUndefined();
    expect((await catalogs.get(second)).isPreparing).toBe(false);
    expect(loaded).toEqual(['first', 'second', 'third', 'second']);
    expect([first, second, third].map(({ id }) => catalogs.has(id))).toEqual([false, true, true]);
  });

  it('one that is larger than the limit is kept alone', async () => {
    const { catalogs, loaded } = createCache(250, 1_000);
    const [large, other] = [createProfile('large'), createProfile('other')];
    for (let message = 0; message < 3; message += 1) expect((await catalogs.get(large)).isPreparing).toBe(false);
    expect([loaded, catalogs.bytes]).toEqual([['large'], 250]);
    await catalogs.get(other);
    expect([catalogs.has('large'), catalogs.has('other')]).toEqual([false, true]);
  });
});
