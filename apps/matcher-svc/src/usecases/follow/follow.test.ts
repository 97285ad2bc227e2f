import { gzipSync } from 'node:zlib';
import { createInProcessBus, DATABASE_HEALTH, json, randomId } from '@svc/kit';
import { startTcpProxy, testLogger } from '@svc/kit/testing';
import { describe, expect, it, vi } from 'vitest';
import { compileAssortment } from '../../engine/compile/compile-assortment.js';
import { createStep } from '../../engine/testing/company.js';
import { fetchHealth } from '../../testing/fetch-health.js';
import { afterPull, createCatalog, eventually, givePeers } from '../../testing/matcher.js';
import { excluding, useMatchers } from '../../testing/use-matchers.js';
import { createCompanies } from '../companies/companies.js';
import { createPeerFollower, createReplicaFollower } from './follow.js';

const matchers = useMatchers();

describe('a system in which nothing changes', () => {
  it('writes nothing: a cursor is stored only when it passes a change', async () => {
    const { company, database } = matchers;
    const cursors = () => database.owner('follower_cursors').where({ name: 'catalogs' });
    await cursors().delete();
    const changed = [{ companyId: company, version: 1 }];
    let calls = 0;
    const { run } = createPeerFollower({
      db: database.owner,
      log: testLogger(),
      name: 'catalogs',
      companies: { refresh: async () => undefined },
      // As in PostgreSQL, every answer has a higher cursor, whatever raised it.
      list: async () => ({ changes: calls === 3 ? changed : [], cursor: String(100 + calls++) }),
      pull: async () => {},
    });
    const { signal } = new AbortController();
    for (let n = 0; n < 3; n += 1) await run(signal);
    expect(await cursors()).toEqual([]);
    for (let n = 0; n < 3; n += 1) await run(signal);
    expect(await cursors()).toMatchObject([{ cursor: '103' }]);
  });
});

describe('a company that takes long to pull', () => {
  it('does not delay the others, and is listed again until it is applied (docs/reliability.md R8.2)', async () => {
    const { database } = matchers;
    const [slow, other] = [randomId(), randomId()];
    const applied: string[] = [];
    let endSlowPull = () => {};
    const slowPull = new Promise<void>((resolve) => {
      endSlowPull = resolve;
    });
    const { run, settled } = createPeerFollower({
      db: database.owner,
      log: testLogger(),
      name: 'catalogs',
      companies: { refresh: async (companyId) => applied.push(companyId) },
      list: async () => ({ changes: [slow, other].map((companyId) => ({ companyId, version: 1 })), cursor: '200' }),
      pull: (companyId) => (companyId === slow ? slowPull : Promise.resolve()),
    });
    const { signal } = new AbortController();
    expect(await run(signal)).toBe(false);
    expect(applied).toEqual([other]);
    endSlowPull();
    await settled();
    expect(applied).toContain(slow);
    expect(await run(signal)).toBe(true);
  });
});

describe('a company that is being loaded when a replica begins to follow the others', () => {
  it('gets what another replica stored after it was read (docs/reliability.md R8.2)', async () => {
    const { company, database, peers, start } = matchers;
    const other = await start();
    await other.apply(company, 1, excluding(company, 'a'));
    await other.match(company);
    const version = peers.versions.get(`${company}-v1`)!;
    const compiled = compileAssortment(peers.catalogs.get(company)!, { products: {}, variants: {} });
    const unused = async (): Promise<never> => {
      throw new Error('Everything is stored.');
    };
    let endCompile = () => {};
    const compilation = new Promise<void>((resolve) => {
      endCompile = resolve;
    });
    const compile = vi.fn(async () => {
      await compilation;
      return compiled;
    });
    const companies = createCompanies({
      ...{ db: database.owner, log: testLogger(), cacheBytes: 1024 * 1024 },
      funnel: { listChanges: unused, getStates: unused, getVersion: unused },
      catalog: { listChanges: unused, getSnapshot: unused, getNamedSnapshot: unused },
      versions: { get: async () => version },
      compiler: { compile, pack: unused, createMatrix: unused, listTagUsage: unused, stop: async () => {} },
    });
    const loading = companies.get(company);
    await expect.poll(() => compile.mock.calls.length).toBe(1);
    await other.apply(company, 2, excluding(company, 'b'));

    const { run } = createReplicaFollower({ db: database.owner, companies });
    const { signal } = new AbortController();
    await run(signal);
    endCompile();
    expect((await loading).configVersion).toBe(1);
    // A run waits half a second for a slow read, which is applied when it has ended. The service repeats runs, too.
    const readVersion = async () => {
      await run(signal);
      return (await companies.get(company)).configVersion;
    };
    await expect.poll(readVersion).toBe(2);
  });
});

describe('peers that are down', () => {
  it('matching continues while funnel-svc and catalog-sync are down, also in a replica that starts then, from the stored snapshot (docs/matching.md M1.8)', async () => {
    const { company, peers, start } = matchers;
    const matcher = await start();
    await matcher.match(company);
    peers.down.funnel = true;
    peers.down.catalog = true;
    const late = await start();
    for (const replica of [matcher, late])
      expect((await replica.match(company)).matchedVariants).toEqual(['a', 'b', 'c']);
  });

  it('without the company’s catalog a match is MATCHER_FAILURE, and works once it can be pulled', async () => {
    const { company, peers, start } = matchers;
    peers.down.catalog = true;
    const matcher = await start();
    await expect(matcher.match(company)).rejects.toMatchObject({ code: 'MATCHER_FAILURE' });
    peers.down.catalog = false;
    // A read that a follower began before may still fail; who asks meanwhile gets its answer.
    await eventually(async () => expect((await matcher.match(company)).matchedVariants).toEqual(['a', 'b', 'c']));
  });

  it('a catalog that is empty in catalog-sync gives an empty match', async () => {
    const { company, peers, start } = matchers;
    peers.catalogs.delete(company);
    const matcher = await start();
    expect((await matcher.match(company)).matchedVariants).toEqual([]);
  });

  it('a damaged snapshot is deleted and pulled again, and never used', async () => {
    const { company, database, peers, start, stopAll } = matchers;
    await (await start()).match(company);
    await stopAll();
    const damage = (data: Buffer) =>
      database.owner('catalog_snapshots').where({ company_id: company }).update({ data });
    // Bytes that cannot be read at all, and bytes that could be used as a catalog.
    for (const data of [Buffer.from('damaged'), gzipSync(json.encode(createCatalog(1, { wrong: [] })))]) {
      expect(await damage(data)).toBe(1);
      expect((await (await start()).match(company)).matchedVariants).toEqual(['a', 'b', 'c']);
      await stopAll();
    }
    expect(await damage(Buffer.from('damaged'))).toBe(1);
    peers.down.catalog = true;
    await expect((await start()).match(company)).rejects.toMatchObject({ code: 'MATCHER_FAILURE' });
  });
});

describe('a company that cannot be compiled', () => {
  it('is MATCHER_FAILURE, never an empty list; other companies are matched, and it heals with its data', async () => {
    const { company, database, peers, start } = matchers;
    const other = randomId();
    givePeers(peers, other, { catalog: createCatalog(1, { z: [] }) });
    const matcher = await start();
    await matcher.apply(company, 1, excluding(company, 'a'));
    await matcher.match(company);
    const { owner: db } = database;
    const rewrite = (tagging: unknown) =>
      db.raw(
        `update company_configs set version = version + 1, change_xid = change_stamp(),
                config = json_build_object('tagging', ?::json, 'sets', config->'sets', 'funnels', config->'funnels')
          where company_id = ?`,
        [JSON.stringify(tagging), company],
      );
    await rewrite({ products: null });
    const late = await start();
    await expect(late.match(company)).rejects.toMatchObject({ code: 'MATCHER_FAILURE' });
    expect((await late.match(other)).matchedVariants).toEqual(['z']);
    // The replica that had it loaded keeps its state.
    expect((await matcher.match(company)).matchedVariants).toEqual(['b', 'c']);
    await rewrite({ products: {}, variants: {} });
    // A read that a follower has begun before may still fail; who asks meanwhile gets its answer.
    await eventually(async () => expect((await late.match(company)).matchedVariants).toEqual(['b', 'c']));
  });
});

describe('the database', () => {
  it('during an outage of a peer, loaded companies are matched; changes arrive afterwards', async () => {
    const { company, database, peers, start, stopAll } = matchers;
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
    peers.catalogs.set(company, createCatalog(2, { z: [] }));
    await eventually(async () => expect((await matcher.match(company)).matchedVariants).toEqual(['z']));
    await stopAll();
    await proxy.close();
  });
});

describe('a start while the database is down', () => {
  it('listens, answers 503 and reports its database as NOT_SERVING; migrates and matches once the database is there', async () => {
    const { company, database, start, stopAll } = matchers;
    const proxy = await startTcpProxy(database.url);
    const throughProxy = new URL(database.url);
    throughProxy.host = proxy.address;
    proxy.down();
    // Health is asked for over gRPC.
    const env = { MIGRATE: 'true', GRPC_HOST: '127.0.0.1' };
    const matcher = await start({ databaseUrl: throughProxy.href, env });
    expect(await fetchHealth(matcher.address, '')).toBe('SERVING');
    expect(await fetchHealth(matcher.address, DATABASE_HEALTH)).toBe('NOT_SERVING');
    await expect(matcher.match(company)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    proxy.up();
    await eventually(async () => expect(await fetchHealth(matcher.address, DATABASE_HEALTH)).toBe('SERVING'));
    expect((await matcher.match(company)).matchedVariants).toEqual(['a', 'b', 'c']);
    await matcher.apply(company, 1, excluding(company, 'a'));
    expect((await matcher.match(company)).matchedVariants).toEqual(['b', 'c']);
    await stopAll();
    await proxy.close();
  });

  it('can be stopped before the database is there', async () => {
    const { database, start, stopAll } = matchers;
    const proxy = await startTcpProxy(database.url);
    const throughProxy = new URL(database.url);
    throughProxy.host = proxy.address;
    proxy.down();
    await start({ databaseUrl: throughProxy.href, env: { MIGRATE: 'true' } });
    await stopAll();
    await proxy.close();
  });
});

describe('freshness', () => {
  it('a match right after an apply uses the new configuration', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    await matcher.match(company);
    await matcher.apply(company, 1, excluding(company, 'a'));
    expect((await matcher.match(company)).matchedVariants).toEqual(['b', 'c']);
  });

  it('a match right after a publish uses the new version, although no follower has run since', async () => {
    const { company, peers, start } = matchers;
    const matcher = await start({ env: { POLL_INTERVAL_MS: '60000' } });
    await matcher.match(company);
    givePeers(peers, company, { number: 2, steps: [createStep(1, { one: { avoid: ['t:1'] } })] });
    const answers = { selectionValues: [{ stepId: 1, selectedKey: 'one' }] };
    const asked = { versionId: `${company}-v2`, answers };
    await afterPull(async () => expect((await matcher.match(company, asked)).matchedVariants).toEqual(['b', 'c']));
  });

  it('every replica uses a new configuration within 2 s while the bus is silent (docs/reliability.md R8.2; docs/contract.md C13.5)', async () => {
    const { company, start } = matchers;
    const env = { POLL_INTERVAL_MS: '500' };
    const [first, second] = [await start({ env }), await start({ env })];
    for (const replica of [first, second]) await replica.match(company);
    await first.apply(company, 1, excluding(company, 'b'));
    await eventually(async () => expect((await second.match(company)).matchedVariants).toEqual(['a', 'c']));
  });

  it('every replica applies a new catalog and a publish within 2 s while the bus is silent (docs/contract.md C13.5)', async () => {
    const { company, peers, start } = matchers;
    const env = { POLL_INTERVAL_MS: '500' };
    const replicas = [await start({ env }), await start({ env })];
    for (const replica of replicas) await replica.match(company);
    givePeers(peers, company, {
      number: 2,
      steps: [createStep(1, { one: { avoid: ['t:1'] } })],
      catalog: createCatalog(2, { z: [], a: ['t:1'] }),
    });
    const asked = { answers: { selectionValues: [{ stepId: 1, selectedKey: 'one' }] } };
    for (const replica of replicas) {
      await eventually(async () => expect((await replica.match(company, asked)).matchedVariants).toEqual(['z']));
    }
  });

  it('a message on the bus triggers it before the next poll', async () => {
    const { company, start, stopAll } = matchers;
    const bus = createInProcessBus();
    const env = { POLL_INTERVAL_MS: '60000' };
    const [first, second] = [await start({ bus, env }), await start({ bus, env })];
    for (const replica of [first, second]) await replica.match(company);
    await first.apply(company, 1, excluding(company, 'b'));
    await eventually(async () => expect((await second.match(company)).matchedVariants).toEqual(['a', 'c']));
    await stopAll();
    await bus.close();
  });

  it('one state never has two results, on any replica, during changes (docs/reliability.md R8.3, R11.4; docs/contract.md C12.2; docs/matching.md M1.8)', async () => {
    const { company, peers, start } = matchers;
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
    for (let number = 2; number <= 13; number += 1) {
      const seen = bodies.size;
      const ids = ['a', 'b', 'c', `n${number}`];
      givePeers(peers, company, {
        number,
        steps: [createStep(1, { one: { avoid: [`t:${number % 3}`] } })],
        catalog: createCatalog(number, Object.fromEntries(ids.map((id, index) => [id, [`t:${index % 3}`]]))),
      });
      await replicas[number % 2]!.apply(company, number, excluding(company, ids[number % 4]!));
      await eventually(async () => expect(bodies.size).toBeGreaterThan(seen));
    }
    publishing = false;
    await Promise.all(readers);
    expect(bodies.size).toBeGreaterThanOrEqual(12);
    // Twelve changes, each of which has 20 s.
  }, 240_000);

  it('a company that cannot be pulled does not delay the others', async () => {
    const { company, peers, start } = matchers;
    const broken = randomId();
    peers.states.set(broken, {
      version: 1,
      language: 'en',
      funnels: [{ funnelId: 'f', publishedVersionId: 'missing' }],
    });
    const matcher = await start();
    await matcher.match(company);
    givePeers(peers, company, { number: 3, steps: [createStep(1, { one: { avoid: ['t:1'] } })] });
    const asked = { answers: { selectionValues: [{ stepId: 1, selectedKey: 'one' }] } };
    await eventually(async () => expect((await matcher.match(company, asked)).matchedVariants).toEqual(['b', 'c']));
    peers.states.delete(broken);
  });
});
