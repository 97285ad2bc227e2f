import { describe, expect, it } from 'vitest';
import { createCatalog, eventually } from '../testing/matcher.js';
import { useMatchers } from '../testing/use-matchers.js';

const matchers = useMatchers();

const names = (given: { tags?: string[]; productIds?: string[]; variantIds?: string[] } = {}) => ({
  names: { tags: [], productIds: [], variantIds: [], ...given },
});
const tagging = (variants: Record<string, string[]>) => ({ tagging: { products: {}, variants } });

/** A pull that takes longer than a second is not waited for: the names are unchecked until it has ended. */
describe('PrepareConfig returns unknown names', () => {
  it('looks up tags, product ids and variant ids in the catalog, case-sensitively', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    const asked = names({
      tags: ['t:1', 't:2', 't:3', 'T:1'],
      productIds: ['P-a', 'P-z', 'p-a'],
      variantIds: ['a', 'A', 'constructor'],
    });
    await eventually(async () =>
      expect(await matcher.prepare(company, {}, asked)).toMatchObject({
        changed: [],
        unknown: { tags: ['t:3', 'T:1'], productIds: ['P-z', 'p-a'], variantIds: ['A', 'constructor'] },
        productCount: 3,
        namesUnchecked: false,
      }),
    );
    // Without names nothing is looked into.
    expect(await matcher.prepare(company, {})).not.toHaveProperty('unknown', expect.anything());
  });

  it('counts the tagging as it will be: that of the patch, or else the stored one', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    await matcher.apply(company, 1, tagging({ a: ['added:before'], missing: ['added:none'] }));
    const asked = names({ tags: ['added:before', 'added:now', 'added:none', 'complexion:MEDIUM/WARM'] });
    const unknown = async (patch: object) => (await matcher.prepare(company, patch, asked)).unknown?.tags;
    // No variant has the tag of an id that is not in the catalog.
    await eventually(async () =>
      expect(await unknown({})).toEqual(['added:now', 'added:none', 'complexion:MEDIUM/WARM']),
    );
    expect(await unknown(tagging({ b: ['added:now', 'complexion:MEDIUM/*'] }))).toEqual(['added:before', 'added:none']);
  });

  it('a catalog that the blueprint replaces is not searched, but the tagging is', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    await matcher.apply(company, 1, tagging({ z: ['added:before'] }));
    const asked = { ...names({ tags: ['t:1', 'added:before', 'added:befor'] }), catalogReplaced: true };
    await eventually(async () =>
      expect(await matcher.prepare(company, {}, asked)).toMatchObject({
        unknown: { tags: ['t:1', 'added:befor'], productIds: [], variantIds: [] },
        similarTags: { 'added:befor': 'added:before' },
        productCount: 0,
      }),
    );
  });

  it('names the known tag that a mistyped one is most like', async () => {
    const { company, peers, start } = matchers;
    peers.catalogs.set(company, createCatalog(2, { a: ['concern:dryness', 'finish:matte'] }));
    const matcher = await start();
    const asked = names({ tags: ['concren:dryness', 'finish:mate', 'scent:rose'] });
    await eventually(async () =>
      expect((await matcher.prepare(company, {}, asked)).similarTags).toEqual({
        'concren:dryness': 'concern:dryness',
        'finish:mate': 'finish:matte',
      }),
    );
  });

  it('an import that no follower has seen yet counts', async () => {
    const { company, peers, start } = matchers;
    const matcher = await start({ env: { POLL_INTERVAL_MS: '60000' } });
    const asked = names({ tags: ['t:fresh'] });
    const unknown = async () => (await matcher.prepare(company, {}, asked)).unknown?.tags;
    await eventually(async () => expect(await unknown()).toEqual(['t:fresh']));
    peers.catalogs.set(company, createCatalog(2, { fresh: ['t:fresh'] }));
    await eventually(async () => expect(await unknown()).toEqual([]));
  });

  it('what is all known is not pulled again', async () => {
    const { company, peers, start, stopAll } = matchers;
    const env = { POLL_INTERVAL_MS: '60000' };
    const first = await start({ env });
    await eventually(async () =>
      expect((await first.prepare(company, {}, names({ tags: ['t:1'] }))).namesUnchecked).toBe(false),
    );
    // Its follower may pull the catalog, too, while it runs; that of the next replica finds it stored.
    await stopAll();
    const matcher = await start({ env });
    const count = () => peers.calls.get(`getSnapshot ${company}`);
    const before = count();
    await matcher.prepare(company, {}, names({ tags: ['t:1'], variantIds: ['b'] }));
    expect([before, count()]).toEqual([expect.any(Number), before]);
  });

  it('without a readable catalog, names are unchecked and the patch is still prepared', async () => {
    const { company, peers, start } = matchers;
    peers.down.catalog = true;
    const matcher = await start({ env: { POLL_INTERVAL_MS: '60000' } });
    const unread = `${company}-unread`;
    expect(await matcher.prepare(unread, tagging({ a: ['t:1'] }), names({ tags: ['t:1'] }))).toMatchObject({
      changed: ['tagging'],
      unknown: { tags: [] },
      namesUnchecked: true,
    });
  });

  it('a damaged stored catalog is deleted, pulled again and never searched', async () => {
    const { company, database, start } = matchers;
    const matcher = await start({ env: { POLL_INTERVAL_MS: '60000' } });
    await matcher.match(company);
    await database.database
      .knex('catalog_snapshots')
      .where({ company_id: company })
      .update({ data: Buffer.from('damaged') });
    await eventually(async () => {
      const { unknown, productCount } = await matcher.prepare(company, {}, names({ tags: ['t:1', 't:3'] }));
      expect([unknown?.tags, productCount]).toEqual([['t:3'], 3]);
    });
  });
});
