import type { ProductSet, ResultPage, Tab } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { Catalog } from '../../shared/targets/catalog.js';
import { findContents } from './tab-contents.js';

const catalog = new Catalog({
  tags: ['category:care', 'category:lips'],
  tagTotal: 2,
  products: {
    id: ['P1', 'P2', 'P3', 'P4'],
    name: ['Cream', 'Gloss', 'Oil', 'Box'],
    image: [null, null, null, null],
    tags: [[0], [1], [], []],
    catalogTags: [[], [], [], []],
  },
  variants: {
    id: ['V1', 'V2', 'V3', 'V4'],
    product: [0, 1, 2, 3],
    name: ['Cream', 'Gloss', 'Oil', 'Box'],
    color: [null, null, null, null],
    available: '1111',
    tags: [[], [], [], []],
    catalogTags: [[], [], [], []],
  },
  variantTotal: 4,
});
const sets = [{ key: 'duo', variantId: 'V4' }] as ProductSet[];
const tab = (key: string, select: Partial<Tab['select']>, enabled = true): Tab => ({
  key,
  name: { default: key },
  description: null,
  maxItemsToShow: null,
  enabled,
  select: { tags: [], productIds: [], sets: [], ...select },
});
const find = (tabs: Tab[], assortment = { tags: [] as string[], productIds: [] as string[] }) => {
  const contents = findContents({ enabled: true, tabs } satisfies ResultPage, { catalog, assortment, sets });
  return { ...contents, tabs: Object.fromEntries(contents.tabs) };
};

describe('findContents (docs/matching.md M8)', () => {
  it('finds what each tab selects, what only it selects, and what is on none (docs/dashboard.md Y25.3)', () => {
    expect(
      find([tab('CARE', { tags: ['category:care'] }), tab('ALL', { productIds: ['P1', 'P2'], sets: ['duo'] })]),
    ).toEqual({
      tabs: {
        CARE: { selected: ['V1'], onlyHere: [] },
        ALL: { selected: ['V1', 'V2', 'V4'], onlyHere: ['V2', 'V4'] },
      },
      missing: ['V3'],
    });
  });

  it('a tab that is off shows nothing, so its products are missing', () => {
    expect(find([tab('CARE', { tags: ['category:care'] }, false)])).toEqual({
      tabs: { CARE: { selected: ['V1'], onlyHere: [] } },
      missing: ['V1', 'V2', 'V3', 'V4'],
    });
  });

  it('only the assortment of the funnel counts', () => {
    expect(find([tab('ALL', { productIds: ['P1', 'P3'] })], { tags: ['category:care'], productIds: ['P2'] })).toEqual({
      tabs: { ALL: { selected: ['V1'], onlyHere: ['V1'] } },
      missing: ['V2'],
    });
  });
});
