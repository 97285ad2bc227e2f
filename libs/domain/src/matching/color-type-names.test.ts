import { describe, expect, it } from 'vitest';
import { ALL_COLOR_TYPES } from '../answers/enums.js';
import { colorTypeName } from './color-type-names.js';

describe('colorTypeName', () => {
  it('every color type of both taxonomies has an English and a German name of its own', () => {
    for (const locale of ['en', 'de']) {
      const names = ALL_COLOR_TYPES.map((type) => colorTypeName(type, locale));
      expect(new Set(names).size).toBe(ALL_COLOR_TYPES.length);
      expect(names.join()).not.toMatch(/_|[A-Z]{2}/);
    }
  });

  it('German is for German, whatever the region; every other language reads English', () => {
    expect(['de', 'de-CH', 'DE', 'fr', 'en-GB', 'der'].map((locale) => colorTypeName('SOFT_AUTUMN', locale))).toEqual([
      'Sanfter Herbst',
      'Sanfter Herbst',
      'Sanfter Herbst',
      'Soft Autumn',
      'Soft Autumn',
      'Soft Autumn',
    ]);
  });

  it('a type of another taxonomy is spelled out from its name (docs/color-method.md A1.6)', () => {
    expect(['COOL_LIGHT', 'x', 'constructor', '__'].map((type) => colorTypeName(type, 'de'))).toEqual([
      'Cool Light',
      'X',
      'Constructor',
      '',
    ]);
  });
});
