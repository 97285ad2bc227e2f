import { DEFAULT_MATCHING, MAX_TAGS, type MatchingConfigPatch } from '@svc/domain';
import { json } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { excluding, useMatchers } from '../testing/use-matchers.js';

const matchers = useMatchers();

describe('ApplyConfig and PrepareConfig', () => {
  it('a given key replaces the old value, an absent one stays unchanged', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    const funnelId = `${company}-funnel`;
    await matcher.apply(company, 1, {
      tagging: { products: {}, variants: { c: ['t:9'] } },
      ...excluding(company, 'a'),
    });
    await matcher.apply(company, 2, {
      funnels: { [funnelId]: { assortment: { tags: ['t:9'], productIds: [] } } },
    });
    expect(await matcher.config(company)).toMatchObject({
      tagging: { variants: { c: ['t:9'] } },
      funnels: { [funnelId]: { assortment: { tags: ['t:9'] }, matching: { rules: [{ key: 'rule' }] } } },
    });
    expect((await matcher.match(company)).matchedVariants).toEqual(['c']);
    await matcher.apply(company, 3, { tagging: { products: {}, variants: {} } });
    expect((await matcher.match(company)).matchedVariants).toEqual([]);
  });

  it('the configuration can be read without its tagging, also where nothing was applied', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    const withoutTagging = { withoutTagging: true };
    expect(await matcher.config(company, withoutTagging)).toEqual({ sets: [], funnels: {} });
    await matcher.apply(company, 1, {
      tagging: { products: {}, variants: { c: ['t:9'] } },
      ...excluding(company, 'a'),
    });
    expect(await matcher.config(company, withoutTagging)).toEqual({
      sets: [],
      funnels: { [`${company}-funnel`]: expect.objectContaining({ matching: expect.anything() }) },
    });
  });

  it('an older or repeated revision changes nothing', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    await matcher.apply(company, 5, excluding(company, 'a'));
    const state = await matcher.state(company);
    await matcher.apply(company, 5, excluding(company, 'b'));
    await matcher.apply(company, 4, excluding(company, 'c'));
    expect((await matcher.match(company)).matchedVariants).toEqual(['b', 'c']);
    expect(await matcher.state(company)).toBe(state);
  });

  it('an apply that changes nothing keeps the state, so that caches stay warm', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    await matcher.apply(company, 1, excluding(company, 'a'));
    const state = await matcher.state(company);
    await matcher.apply(company, 2, excluding(company, 'a'));
    expect(await matcher.state(company)).toBe(state);
  });

  it('concurrent applies of one company are serialized', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    const ids = Array.from({ length: 10 }, (_, index) => `f${index}`);
    await Promise.all(
      ids.map((id, index) =>
        matcher.apply(company, index + 1, {
          funnels: { [id]: { assortment: { tags: [`t:${id}`], productIds: [] } } },
        }),
      ),
    );
    const { funnels } = (await matcher.config(company)) as { funnels: Record<string, unknown> };
    // Each came in order or was overtaken by a higher revision; none was half written.
    expect(funnels).toHaveProperty('f9');
  });

  it('PrepareConfig names what differs from what is in force, defaults considered, and writes nothing', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    const funnelId = `${company}-funnel`;
    const patch: MatchingConfigPatch = {
      tagging: { products: {}, variants: {} },
      sets: [],
      funnels: { [funnelId]: { assortment: { tags: [], productIds: [] }, matching: DEFAULT_MATCHING } },
    };
    expect((await matcher.prepare(company, patch)).changed).toEqual([]);
    const changed = {
      ...patch,
      ...excluding(company, 'a'),
      tagging: { products: { P: ['t:1'] }, variants: {} },
    };
    expect((await matcher.prepare(company, changed)).changed).toEqual(['tagging', `funnels/${funnelId}/matching`]);
    expect((await matcher.prepare(company, changed)).changed).toHaveLength(2);
    expect(await matcher.config(company)).toEqual({
      tagging: { products: {}, variants: {} },
      sets: [],
      funnels: {},
    });
  });

  it('keeps the order of translations, since the first one is the last fallback', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    const name = { 'zh-Hant-TW': '1', en: '2', a: '3' };
    await matcher.apply(company, 1, {
      sets: [{ key: 's', name, variantId: 'a', variants: [{ id: 'b', quantity: 1 }], lift: 'all' }],
    });
    expect(json.encode(await matcher.config(company)).toString()).toContain(JSON.stringify(name));
  });
});

describe('operations on tags (docs/management.md "Tagging")', () => {
  const operation = (add: string[], remove: string[] = []) => ({ kind: 'variant' as const, id: 'c', add, remove });

  it('change the tagging in force once per revision, and matches follow', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    await matcher.apply(company, 1, {
      funnels: { [`${company}-funnel`]: { assortment: { tags: ['t:9'], productIds: [] } } },
    });
    expect((await matcher.match(company)).matchedVariants).toEqual([]);
    const patch = { taggingOperations: [operation(['t:9', 't:8'])] };
    expect(await matcher.prepare(company, patch)).toMatchObject({
      changed: ['tagging'],
      version: 1,
      operationsApplied: 1,
    });
    await matcher.apply(company, 2, patch);
    expect((await matcher.match(company)).matchedVariants).toEqual(['c']);
    await matcher.apply(company, 2, { taggingOperations: [operation([], ['t:9'])] });
    expect(await matcher.config(company)).toMatchObject({ tagging: { variants: { c: ['t:9', 't:8'] } } });
    expect(await matcher.prepare(company, patch)).toMatchObject({ changed: [], version: 2, operationsApplied: 0 });
    await matcher.apply(company, 3, { taggingOperations: [operation([], ['t:9'])] });
    expect((await matcher.match(company)).matchedVariants).toEqual([]);
  });

  it('ids that the catalog does not have are named, and too many tags of one variant are refused', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    const names = { names: { tags: [], productIds: [], variantIds: ['c', 'foreign'] } };
    const patch = { taggingOperations: [operation(['t:9'])] };
    expect((await matcher.prepare(company, patch, names)).unknown?.variantIds).toEqual(['foreign']);
    const many = Array.from({ length: MAX_TAGS + 1 }, (_, index) => `t:${index}`);
    await expect(matcher.prepare(company, { taggingOperations: [operation(many)] })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: [{ path: '/operations/0/add' }],
    });
  });
});
