import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

  it('built-in options of color questions have one', () => {
    expect(builtInSwatch('HAIR_COLOR', 'black')).toBe('#1d1918');
    expect(builtInSwatch('HAIR_COLOR', 'toString')).toBeUndefined();
    expect(builtInSwatch('AGE', 'UNDER_16')).toBeUndefined();
  });
});
