import type { MatchingConfig, MatchingConfigPatch } from '@svc/domain';
import { json } from '@svc/kit';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../db/company-configs.js';
import { keepConfigVersion, MAX_CONFIG_VERSIONS, pruneConfigVersions } from '../db/config-versions.js';
import { releaseClient } from '../testing/release-client.js';
import { excluding, useMatchers } from '../testing/use-matchers.js';

const matchers = useMatchers();
let release: ReturnType<typeof releaseClient> | undefined;
afterEach(() => release?.close());

async function start() {
  const matcher = await matchers.start();
  release = releaseClient(matcher.address);
  return { matcher, release, company: matchers.company };
}

const tagging = (tag: string): MatchingConfigPatch => ({ tagging: { products: {}, variants: { a: [tag] } } });

describe('the history of a company’s configuration (release safety, "Rollback")', () => {
  it('has one version for every change, newest first, with what changed and which is in force', async () => {
    const { matcher, release, company } = await start();
    await matcher.apply(company, 1, { ...tagging('t:5'), ...excluding(company, 'a') });
    await matcher.apply(company, 2, tagging('t:5'));
    await matcher.apply(company, 3, { sets: [], ...tagging('t:6') });
    const { versions, nextPageToken } = await release.versions(company);
    expect(nextPageToken).toBe('');
    expect(versions).toEqual([
      { version: 2, createTime: expect.any(Date), changed: ['tagging'], inForce: true },
      {
        version: 1,
        createTime: expect.any(Date),
        changed: ['tagging', `funnels/${company}-funnel/matching`],
        inForce: false,
      },
    ]);
  });

  it('keeps each configuration as it was, whole and in the merchant’s order of keys', async () => {
    const { matcher, release, company } = await start();
    const name = { 'zh-Hant-TW': '1', en: '2', a: '3' };
    await matcher.apply(company, 1, {
      ...excluding(company, 'a'),
      sets: [{ key: 's', name, variantId: 'a', variants: [{ id: 'b', quantity: 1 }], lift: 'all' }],
    });
    const first = json.encode(await matcher.config(company)).toString();
    await matcher.apply(company, 2, { sets: [], ...excluding(company, 'b') });
    expect(json.encode(await release.version(company, 1)).toString()).toBe(first);
    expect(await release.version(company, 2)).toEqual(await matcher.config(company));
  });

  it('is listed in pages', async () => {
    const { matcher, release, company } = await start();
    for (let revision = 1; revision <= 5; revision += 1)
      await matcher.apply(company, revision, tagging(`t:${revision}`));
    const first = await release.versions(company, 2);
    const second = await release.versions(company, 2, first.nextPageToken);
    const third = await release.versions(company, 2, second.nextPageToken);
    const numbers = [first, second, third].map(({ versions }) => versions.map(({ version }) => version));
    expect([numbers, third.nextPageToken]).toEqual([[[5, 4], [3, 2], [1]], '']);
    await expect(release.versions(company, 2, 'x')).rejects.toMatchObject({ code: 'INVALID_QUERY' });
  });

  it('of another company is not there, nor is a version that never was', async () => {
    const { matcher, release, company } = await start();
    await matcher.apply(company, 1, tagging('t:5'));
    expect((await release.versions(`${company}-other`)).versions).toEqual([]);
    await expect(release.version(`${company}-other`, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const version of [0, -1, 2]) {
      await expect(release.version(company, version)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('has no gap where a replica of an older release changed the configuration without it', async () => {
    const { matcher, release, company } = await start();
    const { owner: db } = matchers.database;
    await matcher.apply(company, 1, tagging('t:5'));
    await db('company_config_versions').where({ company_id: company }).delete();
    const before = await readConfig(db, company);
    await matcher.apply(company, 2, tagging('t:6'));
    const { versions } = await release.versions(company);
    expect(versions.map(({ version, changed }) => [version, changed])).toEqual([
      [2, ['tagging']],
      [1, []],
    ]);
    expect(await release.version(company, 1)).toEqual(before.config);
  });

  it(`keeps the newest ${MAX_CONFIG_VERSIONS} versions of a company`, async () => {
    const { matcher, release, company } = await start();
    const { owner: db } = matchers.database;
    await matcher.apply(company, 1, tagging('t:5'));
    const config: MatchingConfig = (await readConfig(db, company)).config;
    await db('company_config_versions').insert(
      Array.from({ length: MAX_CONFIG_VERSIONS }, (_, index) => ({
        company_id: company,
        version: index + 2,
        config: JSON.stringify(config),
        changed: [],
      })),
    );
    await db('company_configs')
      .where({ company_id: company })
      .update({ version: MAX_CONFIG_VERSIONS + 1 });
    await matcher.apply(company, 2, tagging('t:6'));
    const { versions } = await release.versions(company, MAX_CONFIG_VERSIONS);
    expect([versions.length, versions[0]?.version, versions.at(-1)?.version]).toEqual([200, 202, 3]);
    await expect(release.version(company, 2)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a configuration that is written is in the history, or neither is', async () => {
    const { company } = await start();
    const { owner: db } = matchers.database;
    const failing = db.transaction(async (trx) => {
      await trx('company_configs').insert({ company_id: company, revision: 1, version: 1, config: '{}' });
      await keepConfigVersion(trx, company, ['tagging']);
      await pruneConfigVersions(trx, company);
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await db('company_config_versions').where({ company_id: company })).toEqual([]);
  });
});

describe('the migration', () => {
  it('copies the configuration in force of every company, so that the first change can be taken back', async () => {
    const { matcher, company } = await start();
    const { owner: db } = matchers.database;
    await matcher.apply(company, 1, tagging('t:5'));
    const { up, down } = await import('../migrations/20261121180000_create_company_config_versions.js');
    await db.transaction(async (trx) => {
      await down(trx as never);
      await up(trx as never);
      const rows = await trx('company_config_versions').where({ company_id: company });
      expect(rows).toMatchObject([{ version: '1', changed: [], config: await readConfigIn(trx, company) }]);
    });
  });
});

const readConfigIn = async (db: Parameters<typeof readConfig>[0], company: string) =>
  (await readConfig(db, company)).config;
