import type { MatchingConfigPatch } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { excluding, useMatchers } from '../testing/use-matchers.js';

const matchers = useMatchers();

/** More than is compared in the thread that matches. */
const ballast = Array.from({ length: 20_000 }, (_, at) => `ballast:${at}`);
const tagging = (tag: string): MatchingConfigPatch => ({
  tagging: { products: { elsewhere: ballast }, variants: { c: [tag] } },
});
const names = (...tags: string[]) => ({ names: { tags, productIds: [], variantIds: [] } });

describe('large settings are compared and written in a thread (docs/adr/0035-bounded-bodies.md)', () => {
  it('with the effect of small ones, once per revision', { timeout: 240_000 }, async () => {
    const { company, start } = matchers;
    const matcher = await start();
    expect(await matcher.prepare(company, tagging('t:9'))).toMatchObject({ changed: ['tagging'] });
    await matcher.apply(company, 2, tagging('t:9'));
    await matcher.apply(company, 1, tagging('t:8'));
    expect(await matcher.config(company)).toMatchObject(tagging('t:9'));
    expect(await matcher.prepare(company, tagging('t:9'))).toMatchObject({ changed: [] });
    const rule = { funnels: { [`${company}-funnel`]: { assortment: { tags: ['t:9'], productIds: [] } } } };
    expect((await matcher.prepare(company, rule)).changed).toEqual([`funnels/${company}-funnel/assortment`]);
    await matcher.apply(company, 3, rule);
    expect((await matcher.match(company)).matchedVariants).toEqual(['c']);
    await matcher.apply(company, 4, { tagging: { products: {}, variants: {} }, ...excluding(company, 'a') });
    expect((await matcher.match(company)).matchedVariants).toEqual([]);
  });

  it('and their tags are known to the names of a file, with the stored catalog and without', {
    timeout: 240_000,
  }, async () => {
    const { company, start } = matchers;
    const matcher = await start();
    const stored = await matcher.prepare(company, tagging('t:9'), names('t:1', 't:9', 't:77'));
    expect(stored.unknown?.tags).toEqual(['t:77']);
    const replaced = { ...names('t:1', 't:9'), catalogReplaced: true };
    expect((await matcher.prepare(company, tagging('t:9'), replaced)).unknown?.tags).toEqual(['t:1']);
  });
});
