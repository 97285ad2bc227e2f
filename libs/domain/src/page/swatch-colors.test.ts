import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EYE_COLORS, HAIR_COLORS, SKIN_COLORS, SKIN_UNDERTONES } from '../answers/enums.js';
import type { Step } from '../funnel/steps.js';
import { builtInSwatch, readSwatches } from './swatch-colors.js';

const read = (swatches: unknown, type: Step['type'] = 'SINGLE_SELECTION') =>
  Object.fromEntries(readSwatches({ type, settings: { swatches } as Step['settings'] }));

describe('colors of options (docs/management.md "Settings of a step")', () => {
  it('are read by option key, whose letter case does not count', () => {
    expect(read({ Warm: '#C98F5A', cool: '#5a8fc9' })).toEqual({ warm: '#c98f5a', cool: '#5a8fc9' });
  });

  it('what is no color, or not read by the type, is left out', () => {
    expect(read({ a: 'red', b: '#fff', c: 5, d: '#00ff00' })).toEqual({ d: '#00ff00' });
    expect(read({ a: '#00ff00' }, 'EMAIL')).toEqual({});
  });

  it('whatever is stored, nothing is thrown', () => {
    fc.assert(fc.property(fc.jsonValue(), (swatches) => typeof read(swatches) === 'object'));
  });

  it('built-in options of hair, eyes and skin have one (docs/dashboard.md Y32.2)', () => {
    expect(builtInSwatch('HAIR_COLOR', 'black')).toBe('#1d1918');
    const keys = {
      HAIR_COLOR: HAIR_COLORS,
      EYE_COLOR: EYE_COLORS,
      SKIN_COLOR: SKIN_COLORS,
      SKIN_UNDERTONE: SKIN_UNDERTONES,
    } as const;
    for (const [type, all] of Object.entries(keys) as [keyof typeof keys, readonly string[]][]) {
      const colors = all.map((key) => builtInSwatch(type, key));
      for (const color of colors) expect(color).toMatch(/^#[0-9a-f]{6}$/);
      expect(new Set(colors).size).toBe(all.length);
    }
    expect(builtInSwatch('HAIR_COLOR', 'toString')).toBeUndefined();
    expect(builtInSwatch('AGE', 'UNDER_16')).toBeUndefined();
  });
});
