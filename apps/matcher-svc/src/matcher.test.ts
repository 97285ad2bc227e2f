import { DEFAULT_MATCHING, type MatchingConfigPatch } from '@svc/domain';
import { type Bus, inProcessBus, json, randomId } from '@svc/kit';
import { startTcpProxy, type TestDatabase, testDatabase } from '@svc/kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ruleOf, stepOf } from './engine/testing/company.js';
import { type FakePeers, startFakePeers } from './testing/fake-peers.js';
import { catalogOf, eventually, givePeers, MIGRATIONS, startMatcher, type TestMatcher } from './testing/matcher.js';

/** Messages are lost: only polling is left. */
const silentBus: Bus = { publish() {}, subscribe: () => () => {}, close: async () => {} };

let database: TestDatabase;
let peers: FakePeers;
let company: string;
const running: TestMatcher[] = [];

async function start(options: Partial<Parameters<typeof startMatcher>[0]> = {}): Promise<TestMatcher> {
  const matcher = await startMatcher({ databaseUrl: database.url, peers, bus: silentBus, ...options });
  running.push(matcher);
  return matcher;
}
const stopAll = () => Promise.all(running.splice(0).map((matcher) => matcher.stop()));
const excluding = (companyId: string, variantId: string): MatchingConfigPatch => ({
  funnels: {
    [`${companyId}-funnel`]: {
      matching: {
        ...DEFAULT_MATCHING,
        rules: [ruleOf({ exclude: { tags: [], productIds: [], variantIds: [variantId] } })],
      },
    },
  },
});

beforeAll(async () => {
  database = await testDatabase({ schema: 'matcher', migrationsDirectory: MIGRATIONS });
  peers = await startFakePeers();
});
beforeEach(async () => {
  await stopAll();
  peers.down.funnel = false;
  peers.down.catalog = false;
  company = randomId();
  givePeers(peers, company, { catalog: catalogOf(1, { a: ['t:1'], b: ['t:2'], c: [] }) });
});
afterAll(async () => {
  await stopAll();
  await peers.stop();
  await database.drop();
});

describe('MatchVariants', () => {
  it('loads a company that it has never seen', async () => {
    const matcher = await start();
    expect((await matcher.match(company)).matchedVariants).toEqual(['a', 'b', 'c']);
  });

  it('filters by exact ids and leaves out unknown ones (spec, GET matches rules 1 and 2)', async () => {
    const matcher = await start();
    const asked = { request: { productIds: ['P-a', 'P-b', 'nothing'], variantIds: ['b', 'c', 'A'] } };
    expect((await matcher.match(company, asked)).matchedVariants).toEqual(['b']);
  });

  it('lists localised tabs with result_page', async () => {
    const matcher = await start();
    const tab = {
      key: 'T',
      name: { default: 'Face', de: 'Gesicht' },
      description: null,
      maxItemsToShow: 2,
      enabled: true,
      select: { tags: ['t:2'], productIds: [], sets: [] },
    };
    await matcher.apply(company, 1, {
      funnels: { [`${company}-funnel`]: { resultPage: { enabled: true, tabs: [tab] } } },
    });
    const { matchedVariants, tabs } = await matcher.match(company, { request: { resultPage: true, locale: 'de-DE' } });
    expect(matchedVariants).toEqual(['b']);
    expect(tabs).toEqual([{ key: 'T', name: 'Gesicht', maxItemsToShow: 2, variants: ['b'] }]);
  });

  it('migrates answers of an older version to the published one (contract, "Answer migration")', async () => {
    const step = stepOf(1, { dry: { require: ['t:1'] }, oily: { require: ['t:2'] } }, { strict: true });
    step.selections[1]!.formerKeys = ['greasy'];
    givePeers(peers, company, { number: 2, steps: [step] });
    const matcher = await start();
    const answers = { selectionValues: [{ stepId: 1, selectedKey: 'greasy' }] };
    expect((await matcher.match(company, { versionId: `${company}-v1`, answers })).matchedVariants).toEqual(['b']);
  });

  it('a rule may ask whether a selfie came, as long as its step was visible', async () => {
    const shown = { in: ['yes'], step: 1 };
    const steps = [
      stepOf(1, { yes: {}, no: {} }),
      stepOf(2, {}, { type: 'SELFIE', showWhen: shown }),
      stepOf(3, { one: { avoid: ['t:1'] } }, { showWhen: { step: 2, answered: true } }),
    ];
    givePeers(peers, company, { number: 2, steps });
    const matcher = await start();
    const patch = excluding(company, 'b');
    patch.funnels![`${company}-funnel`]!.matching!.rules[0]!.when = { step: 2, answered: true };
    await matcher.apply(company, 1, patch);
    const listFor = async (selectedKey: string, hasSelfie: boolean) => {
      const selectionValues = [
        { stepId: 1, selectedKey },
        { stepId: 3, selectedKey: 'one' },
      ];
      return (await matcher.match(company, { answers: { selectionValues }, hasSelfie })).matchedVariants;
    };
    expect(await listFor('yes', true)).toEqual(['c']);
    expect(await listFor('yes', false)).toEqual(['a', 'b', 'c']);
    expect(await listFor('no', true)).toEqual(['a', 'b', 'c']);
  });

  it('a preview is matched with its own version, pulled on demand and kept', async () => {
    const steps = [stepOf(1, { one: { avoid: ['t:1'] } })];
    const draft = `${company}-draft`;
    peers.versions.set(draft, { id: draft, number: 2, funnelId: `${company}-funnel`, companyId: company, steps });
    const asked = {
      versionId: draft,
      isPreview: true,
      answers: { selectionValues: [{ stepId: 1, selectedKey: 'one' }] },
    };
    const matcher = await start();
    expect((await matcher.match(company, asked)).matchedVariants).toEqual(['b', 'c']);
    peers.down.funnel = true;
    const other = await start();
    expect((await other.match(company, asked)).matchedVariants).toEqual(['b', 'c']);
  });

  it('more than 2,000 eligible variants are MATCHING_SCOPE_TOO_LARGE (spec, Limits)', async () => {
    const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`v${index}`, []]));
    peers.catalogs.set(company, catalogOf(2, many));
    const matcher = await start();
    await expect(matcher.match(company)).rejects.toMatchObject({ code: 'MATCHING_SCOPE_TOO_LARGE' });
    const asked = { request: { variantIds: ['v1999', 'v2000'] } };
    expect((await matcher.match(company, asked)).matchedVariants).toEqual(['v1999', 'v2000']);
  });

  it('a body over 1 MiB is MATCHING_RESPONSE_TOO_LARGE (spec, Limits)', async () => {
    const long = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [`${index}-${'x'.repeat(580)}`.slice(0, 560), []]),
    );
    peers.catalogs.set(company, catalogOf(2, long));
    const matcher = await start();
    await expect(matcher.match(company)).rejects.toMatchObject({ code: 'MATCHING_RESPONSE_TOO_LARGE' });
  });

  it('never shows anything of another company, whatever ids are mixed up', async () => {
    const other = randomId();
    givePeers(peers, other, { catalog: catalogOf(1, { secret: [] }) });
    const matcher = await start();
    await matcher.match(other);
    const mixed = [
      { funnelId: `${other}-funnel` },
      { versionId: `${other}-v1`, isPreview: true },
      { funnelId: `${other}-funnel`, versionId: `${other}-v1`, isPreview: true },
    ];
    for (const asked of mixed) {
      await expect(matcher.match(company, asked)).rejects.toMatchObject({ code: 'MATCHER_FAILURE' });
    }
    const asked = { request: { variantIds: ['secret', 'a'], productIds: ['P-secret', 'P-a'] } };
    expect((await matcher.match(company, asked)).matchedVariants).toEqual(['a']);
  });

  it('an unknown funnel is MATCHER_FAILURE, never an empty list (spec, GET matches rule 3)', async () => {
    const matcher = await start();
    await expect(matcher.match(company, { funnelId: 'nothing' })).rejects.toMatchObject({ code: 'MATCHER_FAILURE' });
    await expect(matcher.match(randomId())).rejects.toMatchObject({ code: 'MATCHER_FAILURE' });
  });
});

describe('state', () => {
  it('is the same from GetMatchingState, and another one after every change', async () => {
    const matcher = await start();
    const first = (await matcher.match(company)).state;
    expect(await matcher.state(company)).toBe(first);
    await matcher.apply(company, 1, excluding(company, 'a'));
    const second = await matcher.state(company);
    peers.catalogs.set(company, catalogOf(2, { a: [], b: [] }));
    await eventually(async () => expect(await matcher.state(company)).not.toBe(second));
    expect(new Set([first, second, await matcher.state(company)]).size).toBe(3);
  });

  it('depends on the UTC date exactly when a rule of the funnel has one', async () => {
    let now = new Date('2026-10-31T23:59:59Z');
    const matcher = await start({ clock: { now: () => now } });
    const undated = await matcher.state(company);
    now = new Date('2026-11-01T00:00:00Z');
    expect(await matcher.state(company)).toBe(undated);
    const patch = excluding(company, 'a');
    patch.funnels![`${company}-funnel`]!.matching!.rules[0]!.until = '2026-11-02';
    await matcher.apply(company, 1, patch);
    const dated = await matcher.match(company);
    now = new Date('2026-11-02T00:00:00Z');
    const after = await matcher.match(company);
    expect([dated.matchedVariants, after.matchedVariants]).toEqual([
      ['b', 'c'],
      ['a', 'b', 'c'],
    ]);
    expect(after.state).not.toBe(dated.state);
  });
});

describe('peers that are down', () => {
  it('matching goes on while funnel-svc and catalog-sync are down, also in a replica that starts then', async () => {
    const matcher = await start();
    await matcher.match(company);
    peers.down.funnel = true;
    peers.down.catalog = true;
    const late = await start();
    for (const replica of [matcher, late])
      expect((await replica.match(company)).matchedVariants).toEqual(['a', 'b', 'c']);
  });

  it('without the company’s catalogue a match is MATCHER_FAILURE, and works once it can be pulled', async () => {
    peers.down.catalog = true;
    const matcher = await start();
    await expect(matcher.match(company)).rejects.toMatchObject({ code: 'MATCHER_FAILURE' });
    peers.down.catalog = false;
    expect((await matcher.match(company)).matchedVariants).toEqual(['a', 'b', 'c']);
  });

  it('a catalogue that catalog-sync knows to be empty is an empty answer', async () => {
    peers.catalogs.delete(company);
    const matcher = await start();
    expect((await matcher.match(company)).matchedVariants).toEqual([]);
  });

  it('a damaged snapshot is thrown away and pulled again, and not served meanwhile', async () => {
    await (await start()).match(company);
    await stopAll();
    const damage = () =>
      database.database
        .knex('catalog_snapshots')
        .where({ company_id: company })
        .update({ data: Buffer.from('damaged') });
    expect(await damage()).toBe(1);
    expect((await (await start()).match(company)).matchedVariants).toEqual(['a', 'b', 'c']);
    await stopAll();
    expect(await damage()).toBe(1);
    peers.down.catalog = true;
    await expect((await start()).match(company)).rejects.toMatchObject({ code: 'MATCHER_FAILURE' });
  });
});

describe('the database', () => {
  it('may be down for a while: loaded companies are matched, and changes come through afterwards', async () => {
    const proxy = await startTcpProxy(database.url);
    const throughProxy = new URL(database.url);
    throughProxy.host = proxy.address;
    const matcher = await start({ databaseUrl: throughProxy.href });
    await matcher.match(company);
    proxy.down();
    for (let call = 0; call < 20; call += 1) {
      expect((await matcher.match(company)).matchedVariants).toEqual(['a', 'b', 'c']);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await expect(matcher.match(randomId())).rejects.toMatchObject({ code: 'MATCHER_FAILURE' });
    proxy.up();
    peers.catalogs.set(company, catalogOf(2, { z: [] }));
    await eventually(async () => expect((await matcher.match(company)).matchedVariants).toEqual(['z']), 10_000);
    await stopAll();
    await proxy.close();
  });
});

describe('freshness', () => {
  it('a match right after an apply uses the new configuration', async () => {
    const matcher = await start();
    await matcher.match(company);
    await matcher.apply(company, 1, excluding(company, 'a'));
    expect((await matcher.match(company)).matchedVariants).toEqual(['b', 'c']);
  });

  it('a match right after a publish uses the new version, although no follower has run since', async () => {
    const matcher = await start({ env: { POLL_INTERVAL_MS: '60000' } });
    await matcher.match(company);
    givePeers(peers, company, { number: 2, steps: [stepOf(1, { one: { avoid: ['t:1'] } })] });
    const answers = { selectionValues: [{ stepId: 1, selectedKey: 'one' }] };
    expect((await matcher.match(company, { versionId: `${company}-v2`, answers })).matchedVariants).toEqual(['b', 'c']);
  });

  it('every replica takes over an apply within 2 s while the bus is silent (R8.2)', async () => {
    const env = { POLL_INTERVAL_MS: '500' };
    const [first, second] = [await start({ env }), await start({ env })];
    for (const replica of [first, second]) await replica.match(company);
    await first.apply(company, 1, excluding(company, 'b'));
    await eventually(async () => expect((await second.match(company)).matchedVariants).toEqual(['a', 'c']));
  });

  it('every replica takes over a catalogue and a publish within 2 s while the bus is silent', async () => {
    const env = { POLL_INTERVAL_MS: '500' };
    const replicas = [await start({ env }), await start({ env })];
    for (const replica of replicas) await replica.match(company);
    givePeers(peers, company, {
      number: 2,
      steps: [stepOf(1, { one: { avoid: ['t:1'] } })],
      catalog: catalogOf(2, { z: [], a: ['t:1'] }),
    });
    const asked = { answers: { selectionValues: [{ stepId: 1, selectedKey: 'one' }] } };
    for (const replica of replicas) {
      await eventually(async () => expect((await replica.match(company, asked)).matchedVariants).toEqual(['z']));
    }
  });

  it('a message on the bus makes it sooner than the next poll', async () => {
    const bus = inProcessBus();
    const env = { POLL_INTERVAL_MS: '60000' };
    const [first, second] = [await start({ bus, env }), await start({ bus, env })];
    for (const replica of [first, second]) await replica.match(company);
    await first.apply(company, 1, excluding(company, 'b'));
    await eventually(async () => expect((await second.match(company)).matchedVariants).toEqual(['a', 'c']));
    await stopAll();
    await bus.close();
  });

  it('one state never names two answers, on any replica, while everything changes (R8.3)', async () => {
    const replicas = [await start(), await start()];
    const bodies = new Map<string, string>();
    const asked = { answers: { selectionValues: [{ stepId: 1, selectedKey: 'one' }] } };
    let publishing = true;
    const readers = replicas.flatMap((replica) =>
      [1, 2, 3].map(async () => {
        while (publishing) {
          const { state, matchedVariants } = await replica.match(company, asked);
          const body = matchedVariants.join();
          expect(bodies.get(state) ?? body).toBe(body);
          bodies.set(state, body);
        }
      }),
    );
    for (let number = 2; number <= 25; number += 1) {
      const ids = ['a', 'b', 'c', `n${number}`];
      givePeers(peers, company, {
        number,
        steps: [stepOf(1, { one: { avoid: [`t:${number % 3}`] } })],
        catalog: catalogOf(number, Object.fromEntries(ids.map((id, index) => [id, [`t:${index % 3}`]]))),
      });
      await replicas[number % 2]!.apply(company, number, excluding(company, ids[number % 4]!));
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    publishing = false;
    await Promise.all(readers);
    expect(bodies.size).toBeGreaterThan(20);
  });

  it('a company that cannot be pulled does not hold up the others', async () => {
    const broken = randomId();
    peers.states.set(broken, {
      version: 1,
      language: 'en',
      funnels: [{ funnelId: 'f', publishedVersionId: 'missing' }],
    });
    const matcher = await start();
    await matcher.match(company);
    givePeers(peers, company, { number: 3, steps: [stepOf(1, { one: { avoid: ['t:1'] } })] });
    const asked = { answers: { selectionValues: [{ stepId: 1, selectedKey: 'one' }] } };
    await eventually(async () => expect((await matcher.match(company, asked)).matchedVariants).toEqual(['b', 'c']));
    peers.states.delete(broken);
  });
});

describe('memory', () => {
  it('companies that do not fit in the cache are matched all the same', async () => {
    const matcher = await start({ env: { MATCHER_CACHE_BYTES: `${1024 * 1024}` } });
    const ids = Array.from({ length: 4 }, () => randomId());
    for (const id of ids) {
      const variants = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`${id}-${index}`, []]));
      givePeers(peers, id, { catalog: catalogOf(1, { [`first-${id}`]: [], ...variants }) });
    }
    const huge = randomId();
    const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`${huge}-${index}`, []]));
    givePeers(peers, huge, { catalog: catalogOf(1, many) });
    for (let round = 0; round < 3; round += 1) {
      for (const id of ids) expect((await matcher.match(id)).matchedVariants[0]).toBe(`first-${id}`);
      const asked = { request: { variantIds: [`${huge}-8999`] } };
      expect((await matcher.match(huge, asked)).matchedVariants).toEqual([`${huge}-8999`]);
    }
    for (const id of [...ids, huge]) {
      peers.states.delete(id);
      peers.catalogs.delete(id);
    }
  });
});

describe('ApplyConfig and PrepareConfig', () => {
  it('a key that is given replaces what was there, an absent one is left alone', async () => {
    const matcher = await start();
    const funnelId = `${company}-funnel`;
    await matcher.apply(company, 1, {
      tagging: { products: {}, variants: { c: ['t:9'] } },
      ...excluding(company, 'a'),
    });
    await matcher.apply(company, 2, { funnels: { [funnelId]: { assortment: { tags: ['t:9'], productIds: [] } } } });
    expect(await matcher.config(company)).toMatchObject({
      tagging: { variants: { c: ['t:9'] } },
      funnels: { [funnelId]: { assortment: { tags: ['t:9'] }, matching: { rules: [{ key: 'rule' }] } } },
    });
    expect((await matcher.match(company)).matchedVariants).toEqual(['c']);
    await matcher.apply(company, 3, { tagging: { products: {}, variants: {} } });
    expect((await matcher.match(company)).matchedVariants).toEqual([]);
  });

  it('an older or repeated revision changes nothing', async () => {
    const matcher = await start();
    await matcher.apply(company, 5, excluding(company, 'a'));
    const state = await matcher.state(company);
    await matcher.apply(company, 5, excluding(company, 'b'));
    await matcher.apply(company, 4, excluding(company, 'c'));
    expect((await matcher.match(company)).matchedVariants).toEqual(['b', 'c']);
    expect(await matcher.state(company)).toBe(state);
  });

  it('an apply that changes nothing keeps the state, so that caches stay warm', async () => {
    const matcher = await start();
    await matcher.apply(company, 1, excluding(company, 'a'));
    const state = await matcher.state(company);
    await matcher.apply(company, 2, excluding(company, 'a'));
    expect(await matcher.state(company)).toBe(state);
  });

  it('applies of one company at once are taken one after the other', async () => {
    const matcher = await start();
    const ids = Array.from({ length: 10 }, (_, index) => `f${index}`);
    await Promise.all(
      ids.map((id, index) =>
        matcher.apply(company, index + 1, { funnels: { [id]: { assortment: { tags: [`t:${id}`], productIds: [] } } } }),
      ),
    );
    const { funnels } = (await matcher.config(company)) as { funnels: Record<string, unknown> };
    // Each came in order or was overtaken by a higher revision; none was half written.
    expect(funnels).toHaveProperty('f9');
  });

  it('PrepareConfig names what differs from what is in force, defaults considered, and writes nothing', async () => {
    const matcher = await start();
    const funnelId = `${company}-funnel`;
    const patch: MatchingConfigPatch = {
      tagging: { products: {}, variants: {} },
      sets: [],
      funnels: { [funnelId]: { assortment: { tags: [], productIds: [] }, matching: DEFAULT_MATCHING } },
    };
    expect(await matcher.prepare(company, patch)).toEqual([]);
    const changed = { ...patch, ...excluding(company, 'a'), tagging: { products: { P: ['t:1'] }, variants: {} } };
    expect(await matcher.prepare(company, changed)).toEqual(['tagging', `funnels/${funnelId}/matching`]);
    expect(await matcher.prepare(company, changed)).toHaveLength(2);
    expect(await matcher.config(company)).toEqual({ tagging: { products: {}, variants: {} }, sets: [], funnels: {} });
  });

  it('keeps the order of translations, since the first one is the last fallback', async () => {
    const matcher = await start();
    const name = { 'zh-Hant-TW': '1', en: '2', a: '3' };
    await matcher.apply(company, 1, {
      sets: [{ key: 's', name, variantId: 'a', variants: [{ id: 'b', quantity: 1 }], lift: 'all' }],
    });
    expect(json.encode(await matcher.config(company)).toString()).toContain(JSON.stringify(name));
  });
});
