import { DEFAULT_ASSORTMENT, DEFAULT_MATCHING, DEFAULT_RESULT_PAGE, type FunnelMatching, type Rule } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { listTagUsage } from './list-tag-usage.js';

const variant = (id: string, product: number, ...tags: string[]) => ({ id, product, available: true, tags });
const target = (...tags: string[]) => ({ tags, productIds: [], variantIds: [] });
const none = { products: {}, variants: {} };
const funnel = (parts: Partial<FunnelMatching>): FunnelMatching => ({
  assortment: DEFAULT_ASSORTMENT,
  matching: DEFAULT_MATCHING,
  resultPage: DEFAULT_RESULT_PAGE,
  ...parts,
});

describe('listTagUsage (docs/management.md "Tags", docs/dashboard.md Y27.1)', () => {
  it('counts products and variants that have a tag, by the catalog and by the merchant', () => {
    const snapshot = {
      version: 1,
      products: [
        { id: 'P1', tags: ['skin:dry'] },
        { id: 'P2', tags: [] },
      ],
      variants: [variant('a', 0, 'finish:matte', 'Finish: matte'), variant('b', 0), variant('c', 1, 'skin:dry')],
    };
    const tagging = {
      products: { P2: ['finish:matte'] },
      variants: { b: ['skin:dry', 'line:new'], gone: ['old:tag'] },
    };
    const base = { rules: 0, tabs: 0, assortments: 0 };
    expect(listTagUsage(snapshot, tagging, [])).toEqual([
      { tag: 'finish:matte', products: 2, variants: 2, byCatalog: 1, ...base },
      { tag: 'line:new', products: 1, variants: 1, byCatalog: 0, ...base },
      // Of an id that the catalog does not have.
      { tag: 'old:tag', products: 0, variants: 0, byCatalog: 0, ...base },
      { tag: 'skin:dry', products: 2, variants: 3, byCatalog: 3, ...base },
    ]);
  });

  it('counts a rule, a tab and an assortment once each, also for tags that nothing has', () => {
    const rule = (then: Rule['then']): Rule => ({ key: 'r', then });
    const select = { tags: ['a:tab', 'a:both'], productIds: [], sets: [] };
    const tab = { key: 't', name: { en: 'Tab' }, description: null, maxItemsToShow: null, enabled: true, select };
    const funnels = [
      funnel({
        assortment: { tags: ['a:assortment'], productIds: [] },
        matching: {
          ...DEFAULT_MATCHING,
          rules: [
            rule({ exclude: target('a:both'), pin: target('a:both') }),
            rule({ require: target('a:rule') }),
            rule({ boost: { ...target('a:both'), by: 2 } }),
          ],
        },
        resultPage: { enabled: true, tabs: [tab] },
      }),
      funnel({ assortment: { tags: ['a:assortment'], productIds: [] } }),
    ];
    const empty = { products: 0, variants: 0, byCatalog: 0 };
    expect(listTagUsage({ version: 1, products: [], variants: [] }, none, funnels)).toEqual([
      { tag: 'a:assortment', ...empty, rules: 0, tabs: 0, assortments: 2 },
      { tag: 'a:both', ...empty, rules: 2, tabs: 1, assortments: 0 },
      { tag: 'a:rule', ...empty, rules: 1, tabs: 0, assortments: 0 },
      { tag: 'a:tab', ...empty, rules: 0, tabs: 1, assortments: 0 },
    ]);
  });
});
