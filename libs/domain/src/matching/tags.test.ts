import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL_COLOR_TYPES, SKIN_COLORS, SKIN_UNDERTONES } from '../answers/enums.js';
import { MAX_TAG_LENGTH } from '../limits.js';
import { normalizeTag, parseColorTypeTag, parseComplexionTag } from './tags.js';

describe('normalizeTag (docs/matching.md M1.1: namespace:value, lower-case namespace)', () => {
  it.each([
    ['finish:matte', 'finish:matte'],
    ['Finish: Matte ', 'finish:Matte'],
    ['color_type:light_spring', 'color_type:LIGHT_SPRING'],
    ['complexion:medium/*', 'complexion:MEDIUM/*'],
    ['size:a:b', 'size:a:b'],
  ])('writes %s as %s', (tag, normalized) => {
    expect(normalizeTag(tag)).toBe(normalized);
  });

  it.each(['matte', ':matte', 'finish:', 'finish: ', 'fin ish:matte', '1st:x', `a:${'x'.repeat(MAX_TAG_LENGTH)}`])(
    'refuses %s',
    (tag) => {
      expect(normalizeTag(tag)).toBeNull();
    },
  );

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (namespace, value) => {
        const once = normalizeTag(`${namespace}:${value}`);
        if (once !== null) expect(normalizeTag(once)).toBe(once);
      }),
    );
  });
});

describe('parseComplexionTag (docs/matching.md M1.3: 5 depths × 3 undertones)', () => {
  it('gives each cell its own bit of 15, depth × 3 + undertone (M10.1)', () => {
    const masks = SKIN_COLORS.flatMap((depth) =>
      SKIN_UNDERTONES.map((tone) => parseComplexionTag(`complexion:${depth}/${tone}`)),
    );
    expect(masks).toEqual(Array.from({ length: 15 }, (_, bit) => 1 << bit));
  });

  it('reads * as all three undertones of a depth', () => {
    const row = SKIN_UNDERTONES.map((tone) => parseComplexionTag(`complexion:MEDIUM/${tone}`) as number);
    expect(parseComplexionTag('complexion:MEDIUM/*')).toBe(row.reduce((mask, bit) => mask | bit));
    expect(row).toEqual([1 << 6, 1 << 7, 1 << 8]);
  });

  it.each([
    'complexion:MEDIUM',
    'complexion:*/WARM',
    'complexion:MEDIUM/WARM/X',
    'complexion:TAN/WARM',
    'finish:MEDIUM/WARM',
    'MEDIUM/WARM',
  ])('gives null for %s', (tag) => {
    expect(parseComplexionTag(tag)).toBeNull();
  });
});

describe('parseColorTypeTag (docs/matching.md M1.2)', () => {
  it('gives each color type of either taxonomy its own bit, in the order of ALL_COLOR_TYPES, in any letter case', () => {
    expect(ALL_COLOR_TYPES.map((type) => parseColorTypeTag(`color_type:${type.toLowerCase()}`))).toEqual(
      ALL_COLOR_TYPES.map((_, bit) => 1 << bit),
    );
  });

  it('reads Dark as Deep, Clear as Bright, and Warm or Cool as True (M1.2)', () => {
    const named: Record<string, string> = {
      DARK_AUTUMN: 'DEEP_AUTUMN',
      DARK_WINTER: 'DEEP_WINTER',
      CLEAR_SPRING: 'BRIGHT_SPRING',
      CLEAR_WINTER: 'BRIGHT_WINTER',
      WARM_SPRING: 'TRUE_SPRING',
      WARM_AUTUMN: 'TRUE_AUTUMN',
      COOL_SUMMER: 'TRUE_SUMMER',
      COOL_WINTER: 'TRUE_WINTER',
    };
    for (const [alias, type] of Object.entries(named)) {
      expect(normalizeTag(`color_type:${alias.toLowerCase()}`)).toBe(`color_type:${type}`);
      expect(parseColorTypeTag(`color_type:${alias}`)).toBe(parseColorTypeTag(`color_type:${type}`));
    }
    // There is no Deep Spring, and the names of other namespaces are their own.
    expect(parseColorTypeTag('color_type:DARK_SPRING')).toBeNull();
    expect(normalizeTag('shade:DARK_AUTUMN')).toBe('shade:DARK_AUTUMN');
  });

  it('gives null for another tag and for an unknown color type', () => {
    expect(['color_type:BEIGE', 'finish:LIGHT_SPRING', 'LIGHT_SPRING'].map(parseColorTypeTag)).toEqual([
      null,
      null,
      null,
    ]);
  });
});
