import { describe, expect, it } from 'vitest';
import { GridModel } from '../grid/grid-model.js';
import { filterColumns, filterRows } from './filter-rows.js';
import { readTaggingFilter } from './tagging-filter.js';

const createModel = () =>
  new GridModel({
    settingsVersion: 1,
    catalogVersion: 1,
    tags: ['finish:matte', 'skin:dry'],
    tagTotal: 2,
    namespaces: { name: ['finish', 'skin'], tags: [1, 1] },
    products: {
      id: ['P1', 'P2'],
      name: ['Velvet', 'Silk'],
      image: [null, null],
      tags: [[], []],
      catalogTags: [[], []],
    },
    variants: {
      id: ['V1', 'V2', 'V3'],
      product: [0, 0, 1],
      name: ['Ivory', 'Sand', 'Rose'],
      color: [null, null, null],
      available: '101',
      tags: [[0], [], []],
      catalogTags: [[], [], [1]],
    },
    variantTotal: 3,
  });
const getNames = (filter: object, model = createModel(), columns = [0, 1]) =>
  filterRows(model, filter, columns).map((row) => model.names[row]);

describe('filters of the grid', () => {
  it.each([
    [{}, ['Velvet', 'Ivory', 'Sand', 'Silk', 'Rose']],
    [{ query: 'velvet' }, ['Velvet', 'Ivory', 'Sand']],
    [{ query: 'SAND' }, ['Velvet', 'Sand']],
    [{ query: 'v3' }, ['Silk', 'Rose']],
    [{ query: 'none' }, []],
    [{ only: 'available' }, ['Velvet', 'Ivory', 'Silk', 'Rose']],
    [{ only: 'untagged' }, ['Velvet', 'Sand', 'Silk']],
    [{ only: 'changed' }, []],
    [{ tag: 'FINISH:' }, ['Velvet', 'Ivory']],
    [{ tag: 'skin:dry', query: 'velvet' }, []],
    [{ variant: 'V1' }, ['Velvet', 'Ivory']],
    [{ product: 'P1' }, ['Velvet', 'Sand', 'Silk']],
    [{ variant: 'unknown' }, []],
  ])('%j', (filter, names) => {
    expect(getNames(filter)).toEqual(names);
  });

  it('shows what is changed, and what has no tag in the shown columns (docs/dashboard.md Y46.3)', () => {
    const model = createModel();
    model.write([[2, 0, true]]);
    expect(getNames({ only: 'changed' }, model)).toEqual(['Velvet', 'Sand']);
    expect(filterColumns(model, 'skin')).toEqual([1]);
    expect(getNames({ only: 'untagged' }, model, [1])).toEqual(['Velvet', 'Ivory', 'Sand', 'Silk']);
  });

  it('compares rows in the shown columns only', () => {
    expect(getNames({ variant: 'V3' }, createModel(), [0])).toEqual(['Velvet', 'Sand', 'Silk', 'Rose']);
  });

  it('shows the variants that a funnel never recommends; others of the catalog do not matter', () => {
    const rows = filterRows(createModel(), { only: 'never', funnel: 'skin' }, [0, 1], ['V2', 'gone']);
    expect(rows).toEqual([0, 2]);
  });

  it('is read from the address', () => {
    expect(readTaggingFilter({ query: 12, namespace: '', only: 'changed', other: 'x' })).toEqual({
      query: '12',
      only: 'changed',
    });
    expect(readTaggingFilter({ only: 'none', tag: ['x'], variant: 7 })).toEqual({ variant: '7' });
    expect(readTaggingFilter({ only: 'never', funnel: 'skin' })).toEqual({ only: 'never', funnel: 'skin' });
  });
});
