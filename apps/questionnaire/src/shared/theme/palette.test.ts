import { contrastRatio, DEFAULT_PAGE_THEME, type PageTheme } from '@svc/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mix, toColor } from './mix-colors.js';
import { createPalette, type Palette, type Scheme } from './palette.js';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
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
  contrastRatio(palette[one], palette[other]);

describe('colors', () => {
  it('a mix begins with the one color and ends with the other', () => {
    fc.assert(fc.property(hex, hex, (one, other) => mix(one, other, 0) === one && mix(one, other, 1) === other));
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
  });

  it('are read as #rrggbb and nothing else', () => {
    fc.assert(fc.property(hex, (color) => toColor(color.toUpperCase()) === color));
    for (const other of ['#fff', 'red', '#12345g', ' #123456', '#1234567', '', null]) {
      expect(toColor(other)).toBeUndefined();
    }
  });
});

describe("the page's colors, whatever a company chose", () => {
  it('every text is readable on every ground it stands on (4.5)', () => {
    fc.assert(
      fc.property(themes, scheme, (theme, shown) => {
        const palette = createPalette(theme, shown);
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
      fc.property(themes, scheme, (theme, shown) => ratio(createPalette(theme, shown), 'border', 'bg') >= 3),
      { numRuns: 500 },
    );
  });

  it('colors that are readable stay as the company chose them', () => {
    const chosen = { ...DEFAULT_PAGE_THEME, accentColor: '#7a1f4b', backgroundColor: '#fffaf5', textColor: '#2a2026' };
    expect(createPalette(chosen, 'light')).toMatchObject({
      accent: '#7a1f4b',
      'accent-text': '#7a1f4b',
      bg: '#fffaf5',
      text: '#2a2026',
    });
  });
});
