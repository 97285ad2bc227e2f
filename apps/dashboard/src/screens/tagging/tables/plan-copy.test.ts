import { describe, expect, it } from 'vitest';
import { GridModel } from '../grid/grid-model.js';
import { planCopy } from './plan-copy.js';

const TAGS = ['brand:velvet', 'finish:matte', 'skin:dry', 'skin:oily'];

/** Rows: 0 Velvet (P1), 1 Ivory, 2 Sand, 3 Silk (P2), 4 Rose. */
const createModel = () =>
  new GridModel({
    settingsVersion: 1,
    catalogVersion: 1,
    tags: TAGS,
    tagTotal: 4,
    namespaces: { name: ['brand', 'finish', 'skin'], tags: [1, 1, 2] },
    products: {
      id: ['P1', 'P2'],
      name: ['Velvet', 'Silk'],
      image: [null, null],
      tags: [[2], []],
      catalogTags: [[0], []],
    },
    variants: {
      id: ['V1', 'V2', 'V3'],
      product: [0, 0, 1],
      name: ['Ivory', 'Sand', 'Rose'],
      color: [null, null, null],
      available: '111',
      tags: [[1], [], [3]],
      catalogTags: [[], [], [2]],
    },
    variantTotal: 3,
  });
const ALL = { columns: [0, 1, 2, 3], withCatalog: false, isExact: false };

describe('copying the tags of a row to others (docs/dashboard.md Y46.2)', () => {
  it('sets what the merchant added to it and to its product; what a row has already stays', () => {
    const model = createModel();
    const plan = planCopy(model, { ...ALL, source: 1, targets: [1, 2, 3, 4] });
    // Sand has skin:dry by its product, and Rose by the catalog.
    expect(plan.cells).toEqual([
      [2, 1, true],
      [3, 1, true],
      [4, 1, true],
      [3, 2, true],
    ]);
    expect(plan).toMatchObject({ set: 4, cleared: 0 });
    expect(model.write(plan.cells)).toBe(4);
    model.undo();
    expect(model.listOperations()).toEqual([]);
  });

  it('copies tags of the catalog and clears others on demand, in the shown columns only', () => {
    const model = createModel();
    const options = { ...ALL, source: 1, targets: [4] };
    expect(planCopy(model, { ...options, withCatalog: true }).cells).toEqual([
      [4, 0, true],
      [4, 1, true],
    ]);
    expect(planCopy(model, { ...options, isExact: true })).toMatchObject({ set: 1, cleared: 1 });
    expect(planCopy(model, { ...options, isExact: true, columns: [3] }).cells).toEqual([[4, 3, false]]);
  });

  it('does nothing with the source itself', () => {
    expect(planCopy(createModel(), { ...ALL, source: 1, targets: [1], isExact: true }).cells).toEqual([]);
  });
});
