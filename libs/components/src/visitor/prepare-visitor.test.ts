import { createHash, webcrypto } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ComponentConfig } from '../loader/component-config.js';
import type { Change, PageRuntime } from '../loader/runtime.js';
import { assignArm } from './assign-arm.js';
import { VISITOR_KEY } from './visitor-record.js';

const ID = 'k3J9-x2Lw0Pq7_ZtRb5Y';
const SALT = 'salt';
/** As the service computes it, in whole numbers. */
const expectedArm = (salt: string, unit: string, weights: number[]): number => {
  const bits =
    createHash('sha256')
      .update(salt + unit)
      .digest()
      .readBigUInt64BE() >> 11n;
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  let cumulative = 0n;
  return weights.findIndex((weight) => {
    cumulative += BigInt(weight);
    return bits * total < cumulative << 53n;
  });
};

describe('the arm of a visitor', () => {
  it('is the one that the service computes (docs/insight.md N9.1)', async () => {
    const counts = [0, 0];
    for (let unit = 0; unit < 500; unit += 1) {
      const arm = await assignArm(SALT, `visitor-${unit}`, [1, 9]);
      expect(arm).toBe(expectedArm(SALT, `visitor-${unit}`, [1, 9]));
      counts[arm as number] = (counts[arm as number] as number) + 1;
    }
    expect(counts[0]).toBeGreaterThan(20);
    expect(counts[0]).toBeLessThan(90);
  });

  it('is none where the browser offers no SHA-256, as on pages without TLS (docs/insight.md N14.8)', async () => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint32Array) => webcrypto.getRandomValues(bytes) });
    expect(await assignArm(SALT, ID, [1, 1])).toBeUndefined();
    vi.unstubAllGlobals();
  });
});

interface Given {
  consent?: 'granted' | 'denied' | undefined;
  mode?: 'IMPLIED' | 'REQUIRED';
  isKnown?: boolean;
  gpc?: boolean;
  dnt?: boolean;
  /** Of arm A. */
  arm?: 'A' | 'B';
  dry?: true;
  holdout?: false;
  status?: number;
}

/** A page of a shop, and what it did. Of a fresh module: what it knows is of one page load. */
async function openPage(given: Given) {
  vi.resetModules();
  const { prepareVisitor } = await import('./prepare-visitor.js');
  const values = new Map<string, string>();
  if (given.isKnown) values.set(VISITOR_KEY, JSON.stringify({ id: ID, timestamp: Date.now() - 1_000 }));
  const sent: unknown[] = [];
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    },
  });
  vi.stubGlobal('navigator', {
    ...(given.gpc ? { globalPrivacyControl: true } : {}),
    ...(given.dnt ? { doNotTrack: '1' } : {}),
  });
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return new Response(null, { status: given.status ?? 202 });
  });
  const listeners: ((change: Change) => void)[] = [];
  const loaded: string[] = [];
  const warnings: string[] = [];
  // All weight on one arm.
  const weights = given.arm === 'A' ? [1, 0] : [0, 1];
  const holdout = { id: 'test-1', salt: SALT, weights, ...(given.dry ? { dry: given.dry } : {}) };
  const config = {
    ...{ domainAllowed: true, funnels: [{ subdomain: 'beauty' }], defaultFunnel: 'beauty', hasMoreFunnels: true },
    tracking: { consent: given.mode ?? 'IMPLIED', attributionDays: 7 },
    visitor: given.holdout === false ? {} : { holdout },
  } as unknown as ComponentConfig;
  const runtime = {
    settings: { consent: given.consent, companyId: 'key', trackingBaseUrl: 'https://svc.example' },
    current: config,
    onChange: (listener: (change: Change) => void) => listeners.push(listener),
    load: async (name: string) => void loaded.push(name),
    warn: (code: string) => void warnings.push(code),
  } as unknown as PageRuntime & { settings: { consent: 'granted' | 'denied' | undefined } };
  // Every element waits for the configuration.
  await Promise.all([prepareVisitor(runtime, config), prepareVisitor(runtime, config)]);
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  await settle();
  return {
    ...{ runtime, config, sent, loaded, warnings },
    again: async () => {
      await prepareVisitor(runtime, { ...config });
      await settle();
    },
    record: () => JSON.parse(values.get(VISITOR_KEY) ?? 'null'),
    async decide(consent: 'granted' | 'denied') {
      runtime.settings.consent = consent;
      for (const listener of listeners) listener('settings');
      await settle();
    },
  };
}

describe('a visitor of a holdout (docs/components.md B13.10)', () => {
  beforeEach(() => void vi.stubGlobal('crypto', webcrypto));
  afterEach(() => vi.unstubAllGlobals());

  it('without the components: no code of elements is loaded, no funnel is known, and no warning is logged', async () => {
    const { runtime, config, loaded, warnings, record } = await openPage({ consent: 'granted', arm: 'A' });
    for (const name of ['frame', 'popup', 'launcher', 'widget', 'chat'] as const)
      expect(await runtime.load(name)).toBeNull();
    await runtime.load('orders');
    await runtime.load('visits');
    expect(loaded).toEqual(['orders', 'visits']);
    expect([config.funnels, config.defaultFunnel, config.hasMoreFunnels]).toEqual([[], null, undefined]);
    runtime.warn('funnel', 'No published funnel.');
    runtime.warn('csp', 'Allow it.');
    expect(warnings).toEqual(['csp']);
    expect(record()).toMatchObject({ holdout: 'test-1', arm: 'A' });
  });

  it('with the components: everything is as without a test', async () => {
    const { runtime, config, loaded, record } = await openPage({ consent: 'granted', arm: 'B' });
    await runtime.load('popup');
    expect([loaded, config.defaultFunnel, record().arm]).toEqual([['popup'], 'beauty', 'B']);
  });

  it.each(['A', 'B'] as const)('of arm %s is reported once, by an id that only the browser has', async (arm) => {
    const { sent, again, runtime, record } = await openPage({ consent: 'granted', arm });
    await again();
    expect(sent).toEqual([{ kind: 'EXPOSURE', company: 'key', experimentId: 'test-1', visitorId: runtime.visitorId }]);
    expect([record().id, record().reported]).toEqual([runtime.visitorId, 'test-1']);
  });

  it('is reported again until that has arrived', async () => {
    const { sent, again } = await openPage({ consent: 'granted', arm: 'B', status: 503 });
    await again();
    expect(sent).toHaveLength(2);
  });

  it('sees the components during the dry check, in both arms, and is reported for it apart (docs/insight.md N14.7)', async () => {
    const { config, record } = await openPage({ consent: 'granted', arm: 'A', dry: true });
    expect([config.defaultFunnel, record().arm, record().reported]).toEqual(['beauty', undefined, 'test-1 dry']);
  });

  it.each([
    ['no decision', {}],
    ['a refusal', { consent: 'denied', isKnown: true }],
    ['Global Privacy Control', { gpc: true, isKnown: true }],
    ['Do Not Track', { dnt: true, isKnown: true }],
    ['no running test', { consent: 'granted', holdout: false }],
  ] as const)('%s: takes part in no test and sees the components (docs/insight.md N14.8)', async (_, given) => {
    const { config, sent, record } = await openPage({ arm: 'A', ...given });
    expect([config.defaultFunnel, sent]).toEqual(['beauty', []]);
    expect(record()?.holdout).toBeUndefined();
  });

  it('who agrees on a page is recognized from then on, and assigned with the next page', async () => {
    const { config, decide, runtime, sent, record } = await openPage({ arm: 'A' });
    expect(record()).toBeNull();
    await decide('granted');
    expect(record().id).toBe(runtime.visitorId);
    expect([config.defaultFunnel, sent]).toEqual(['beauty', []]);
    await decide('denied');
    expect([record(), runtime.visitorId]).toEqual([null, undefined]);
  });

  it('who agreed before is assigned before the page says so again; with REQUIRED, reported only then', async () => {
    const { config, decide, sent } = await openPage({ arm: 'A', isKnown: true, mode: 'REQUIRED' });
    expect([config.funnels, sent]).toEqual([[], []]);
    await decide('granted');
    expect(sent).toMatchObject([{ kind: 'EXPOSURE', visitorId: ID }]);
  });
});
