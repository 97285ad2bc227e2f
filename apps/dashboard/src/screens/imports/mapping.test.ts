import { describe, expect, it } from 'vitest';
import { findMissingColumns, isSameMapping, toColumns, toMapping } from './mapping.js';

const mapping = {
  format: 'woocommerce',
  columns: { Type: 'Typ', 'External URL': 'https://shop.example/?p={ID}' },
} as const;

describe('a column mapping (docs/catalog.md "Other formats")', () => {
  it('is the same after editing nothing', () => {
    expect(toMapping('woocommerce', toColumns(mapping))).toEqual(mapping);
    expect(isSameMapping(toMapping('woocommerce', toColumns(mapping).reverse()), mapping)).toBe(true);
  });

  it('leaves out lines that are not complete, and spaces around names', () => {
    const columns = [
      { id: 0, name: ' id ', source: ' Artikel ' },
      { id: 1, name: '', source: 'x' },
      { id: 2, name: 'url', source: ' ' },
    ];
    expect(toMapping('auto', columns)).toEqual({ format: 'auto', columns: { id: 'Artikel' } });
  });

  it('a missing format is auto', () => {
    expect(isSameMapping({ columns: {} } as never, { format: 'auto', columns: {} })).toBe(true);
    expect(isSameMapping(mapping, { ...mapping, format: 'native' })).toBe(false);
  });

  it('names the columns that a file lacks, also those within a text', () => {
    expect(findMissingColumns(mapping, ['typ', 'id'])).toEqual([]);
    expect(findMissingColumns(mapping, ['Name'])).toEqual(['Typ', 'ID']);
  });
});
