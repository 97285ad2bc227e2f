import { DEFAULT_PAGE_THEME, type PageTheme } from '@svc/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, parseColor, type Rgb, readableOn, toHex } from './contrast.js';
import { type Palette, paletteOf, type Scheme } from './palette.js';

const rgb = fc.tuple(
  fc.integer({ min: 0, max: 255 }),
  fc.integer({ min: 0, max: 255 }),
  fc.integer({ min: 0, max: 255 }),
) as fc.Arbitrary<Rgb>;
const hex = rgb.map(toHex);
const scheme = fc.constantFrom<Scheme>('light', 'dark');
const themes: fc.Arbitrary<PageTheme> = fc
  .record({ accentColor: fc.option(hex), ground: fc.option(fc.tuple(hex, hex)) })
  .map(({ accentColor, ground }) => ({
    ...DEFAULT_PAGE_THEME,
    accentColor,
    backgroundColor: ground?.[0] ?? null,
    textColor: ground?.[1] ?? null,
  }));

const ratio = (palette: Palette, one: keyof Palette, other: keyof Palette) =>
  contrast(parseColor(palette[one]) as Rgb, parseColor(palette[other]) as Rgb);

describe('contrast (WCAG 2.2, 1.4.3 and 1.4.11)', () => {
  it('black on white is 21, and a colour on itself 1', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
    fc.assert(fc.property(rgb, (color) => contrast(color, color) === 1));
  });

  it('black or white is read on every colour with 4.5 at least', () => {
    fc.assert(fc.property(rgb, (color) => contrast(readableOn(color), color) >= 4.5));
  });

  it('colours are read as #rrggbb and nothing else', () => {
    fc.assert(
      fc.property(rgb, (color) => {
        expect(parseColor(toHex(color))).toEqual(color);
      }),
    );
    for (const other of ['#fff', 'red', '#12345g', ' #123456', '#1234567', '', null]) {
      expect(parseColor(other)).toBeUndefined();
    }
  });
});

describe("the page's colours, whatever a company chose", () => {
  it('every text is readable on every ground it stands on (4.5)', () => {
    fc.assert(
      fc.property(themes, scheme, (theme, shown) => {
        const palette = paletteOf(theme, shown);
        expect(ratio(palette, 'on-accent', 'accent')).toBeGreaterThanOrEqual(4.5);
        for (const ground of ['bg', 'surface', 'soft'] as const) {
          for (const text of ['text', 'muted', 'accent-text', 'error'] as const) {
            expect(ratio(palette, text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
          }
        }
        expect(ratio(palette, 'text', 'error-soft')).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 500 },
    );
  });

  it('borders of controls are seen (3)', () => {
    fc.assert(
      fc.property(themes, scheme, (theme, shown) => ratio(paletteOf(theme, shown), 'border', 'bg') >= 3),
      { numRuns: 500 },
    );
  });

  it('colours that are readable stay as the company chose them', () => {
    const chosen = { ...DEFAULT_PAGE_THEME, accentColor: '#7a1f4b', backgroundColor: '#fffaf5', textColor: '#2a2026' };
    expect(paletteOf(chosen, 'light')).toMatchObject({
      accent: '#7a1f4b',
      'accent-text': '#7a1f4b',
      bg: '#fffaf5',
      text: '#2a2026',
    });
  });
});
