import { describe, expect, expectTypeOf, it } from 'vitest';
import { camelCaseNames, enumNames, kebabCaseNames } from './enum-names.js';

enum Size {
  SIZE_UNSPECIFIED = 'SIZE_UNSPECIFIED',
  SIZE_SMALL = 'SIZE_SMALL',
  SIZE_EXTRA_LARGE = 'SIZE_EXTRA_LARGE',
  UNRECOGNIZED = 'UNRECOGNIZED',
}

describe('names of enum values', () => {
  const sizes = enumNames(Size, 'SIZE');

  it('a name is the value without its prefix, in both directions and for the type checker', () => {
    expect(sizes.all).toEqual(['SMALL', 'EXTRA_LARGE']);
    expect(sizes.toName(Size.SIZE_EXTRA_LARGE)).toBe('EXTRA_LARGE');
    expect(sizes.fromName('SMALL')).toBe(Size.SIZE_SMALL);
    expectTypeOf(sizes.toName).returns.toEqualTypeOf<'SMALL' | 'EXTRA_LARGE'>();
  });

  it('a value without a name is refused, so that it never reaches a body', () => {
    expect(() => sizes.toName(Size.SIZE_UNSPECIFIED)).toThrow('SIZE has no value SIZE_UNSPECIFIED.');
    expect(() => sizes.toName(Size.UNRECOGNIZED)).toThrow('SIZE has no value UNRECOGNIZED.');
  });

  it('a text is checked before it is used as a name', () => {
    expect(['SMALL', 'UNSPECIFIED', 'small', 'toString'].map(sizes.isName)).toEqual([true, false, false, false]);
  });

  it('a missing name is the unspecified value, which is null where HTTP shows it', () => {
    expect([sizes.fromNullable(null), sizes.fromNullable('SMALL')]).toEqual([Size.SIZE_UNSPECIFIED, Size.SIZE_SMALL]);
    expect([sizes.toNullable(Size.SIZE_UNSPECIFIED), sizes.toNullable(Size.SIZE_SMALL)]).toEqual([null, 'SMALL']);
    expect(() => sizes.toNullable(Size.UNRECOGNIZED)).toThrow('SIZE has no value UNRECOGNIZED.');
  });

  it('names may be those of fields', () => {
    const camel = camelCaseNames(Size, 'SIZE');
    expect(camel.all).toEqual(['small', 'extraLarge']);
    expectTypeOf(camel.toName).returns.toEqualTypeOf<'small' | 'extraLarge'>();
  });

  it('names may be in lower case', () => {
    const kebab = kebabCaseNames(Size, 'SIZE');
    expect(kebab.all).toEqual(['small', 'extra-large']);
    expect(kebab.fromName('small')).toBe(Size.SIZE_SMALL);
    expectTypeOf(kebab.toName).returns.toEqualTypeOf<'small' | 'extra-large'>();
  });
});
