import { describe, expect, it } from 'vitest';
import { fillCells } from './fill-cells.js';
import { GridModel } from './grid-model.js';
import { extend, getFill } from './selection.js';

const place = (row: number, column: number) => ({ row, column });
const area = (top: number, left: number, bottom: number, right: number) => ({
  from: place(top, left),
  to: place(bottom, right),
});

describe('fill (docs/dashboard.md Y17.2)', () => {
  it('reaches in one direction, the one in which the handle was dragged further', () => {
    expect(extend(area(2, 2, 3, 3), place(6, 4))).toEqual(area(2, 2, 6, 3));
    expect(extend(area(2, 2, 3, 3), place(0, 3))).toEqual(area(0, 2, 3, 3));
    expect(extend(area(2, 2, 3, 3), place(4, 7))).toEqual(area(2, 2, 3, 7));
    expect(extend(area(2, 2, 3, 3), place(3, 0))).toEqual(area(2, 0, 3, 3));
    expect(extend(area(2, 2, 3, 3), place(3, 2))).toEqual(area(2, 2, 3, 3));
  });

  it('copies the first row or column, and from above a selection of one row', () => {
    expect(getFill(area(1, 1, 4, 2), 'DOWN')).toEqual({ source: area(1, 1, 1, 2), target: area(1, 1, 4, 2) });
    expect(getFill(area(1, 1, 4, 2), 'RIGHT')).toEqual({ source: area(1, 1, 4, 1), target: area(1, 1, 4, 2) });
    expect(getFill(area(3, 1, 3, 2), 'DOWN')).toEqual({ source: area(2, 1, 2, 2), target: area(2, 1, 3, 2) });
    expect(getFill(area(0, 1, 0, 2), 'DOWN')).toBeUndefined();
    expect(getFill(area(3, 0, 5, 0), 'RIGHT')).toBeUndefined();
  });

  it('repeats the pattern of the source down and up, and fills a tag of the catalog too', () => {
    const ids = Array.from({ length: 6 }, (_, index) => `V${index}`);
    const model = new GridModel({
      settingsVersion: 1,
      catalogVersion: 1,
      tags: ['finish:matte'],
      tagTotal: 1,
      namespaces: { name: ['finish'], tags: [1] },
      products: { id: ['P'], name: ['Velvet'], image: [null], tags: [[]], catalogTags: [[]] },
      variants: {
        id: ids,
        product: ids.map(() => 0),
        name: ids,
        color: ids.map(() => null),
        available: '111111',
        tags: ids.map(() => []),
        catalogTags: ids.map((_, index) => (index === 2 ? [0] : [])),
      },
      variantTotal: 6,
    });
    // Rows without the product; the source is V2, which the catalog tags, and V3, which has no tag.
    const shown = { rows: [1, 2, 3, 4, 5, 6], columns: [0] };
    const fill = { source: area(2, 0, 3, 0), target: area(0, 0, 5, 0) };
    const values = [...fillCells(model, shown, fill)];
    expect(values.map(([, , isSet]) => isSet)).toEqual([true, false, true, false, true, false]);
    expect(model.write(values)).toBe(2);
  });
});
