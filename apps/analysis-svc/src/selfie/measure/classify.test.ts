import { EYE_COLORS, HAIR_COLORS, SKIN_COLORS } from '@svc/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyEyes, classifyHair, classifyIris, classifySkin, classifyUndertone } from './classify.js';
import { type Lab, typologyAngle } from './color-space.js';
import { EYE_REFERENCES, HAIR_REFERENCES, SKIN_REFERENCES } from './reference-colors.js';

const anyLab: fc.Arbitrary<Lab> = fc.tuple(
  fc.double({ min: 0, max: 100, noNaN: true }),
  fc.double({ min: -40, max: 60, noNaN: true }),
  fc.double({ min: -40, max: 60, noNaN: true }),
);

describe('classification of measured colors: docs/color-method.md A7', () => {
  it('every reference color of 1.3 has its own class', () => {
    for (const skin of SKIN_COLORS) expect(classifySkin(SKIN_REFERENCES[skin]).value).toBe(skin);
    for (const eye of EYE_COLORS) expect(classifyIris(EYE_REFERENCES[eye])).toBe(eye);
    for (const hair of HAIR_COLORS) expect(classifyHair(HAIR_REFERENCES[hair])?.value).toBe(hair);
  });

  it.each([
    [55.1, 'FAIR'],
    [54.9, 'LIGHT'],
    [45.1, 'LIGHT'],
    [44.9, 'MEDIUM'],
    [33.1, 'MEDIUM'],
    [32.9, 'MEDIUM_DEEP'],
    [10.1, 'MEDIUM_DEEP'],
    [9.9, 'DEEP'],
    [-60, 'DEEP'],
  ])('a typology angle of %f° is %s', (angle, value) => {
    const lab: Lab = [50 + 20 * Math.tan((angle * Math.PI) / 180), 10, 20];
    expect(typologyAngle(lab)).toBeCloseTo(angle, 6);
    expect(classifySkin(lab).value).toBe(value);
  });

  it('lighter skin never gets a deeper class', () => {
    fc.assert(
      fc.property(anyLab, fc.double({ min: 0, max: 50, noNaN: true }), ([l, a, b], more) => {
        fc.pre(b > 0);
        const depth = (lightness: number) => SKIN_COLORS.indexOf(classifySkin([lightness, a, b]).value);
        expect(depth(l + more)).toBeLessThanOrEqual(depth(l));
      }),
    );
  });

  it('confidence grows with the distance from the nearest cut, from 0 to 0.6', () => {
    const at = (angle: number) => classifySkin([50 + 20 * Math.tan((angle * Math.PI) / 180), 10, 20]).confidence;
    expect(at(45)).toBeCloseTo(0, 6);
    expect(at(47.5)).toBeCloseTo(0.3, 6);
    expect(at(50)).toBeCloseTo(0.6, 6);
    expect(at(70)).toBeCloseTo(0.6, 6);
  });

  it('undertone is never returned for skin with L* < 65', () => {
    fc.assert(
      fc.property(anyLab, (lab) => {
        if (lab[0] < 65) expect(classifyUndertone(lab)).toBeUndefined();
      }),
    );
    const at = (hue: number): Lab => [66.9, 20 * Math.cos((hue * Math.PI) / 180), 20 * Math.sin((hue * Math.PI) / 180)];
    expect([54, 61, 69].map((hue) => classifyUndertone(at(hue))?.value)).toEqual(['COOL', 'NEUTRAL', 'WARM']);
  });

  it('an iris is omitted when no reference or two references are near; a cold dark spot is a pupil, not dark brown', () => {
    expect(classifyIris([80, 30, -40])).toBeUndefined();
    expect(classifyIris([55.5, -3.5, -9])).toBeUndefined();
    expect(classifyIris([22, 9, 10])).toBe('DARK_BROWN');
    expect(classifyIris([20, -6, -10])).toBeUndefined();
  });

  it('eyes are classified only when both agree or have adjacent colors', () => {
    const { BLUE, GREY, BROWN, DARK_BROWN } = EYE_REFERENCES;
    expect(classifyEyes(BLUE, BLUE)).toEqual({ value: 'BLUE', confidence: 0.4 });
    expect(['BROWN', 'DARK_BROWN']).toContain(classifyEyes(BROWN, DARK_BROWN)?.value);
    expect(['BLUE', 'GREY']).toContain(classifyEyes(GREY, BLUE)?.value);
    expect(classifyEyes(BLUE, BROWN)).toBeUndefined();
    fc.assert(
      fc.property(anyLab, anyLab, (right, left) => {
        expect(classifyEyes(right, left)?.value).toBe(classifyEyes(left, right)?.value);
      }),
    );
  });

  it('confidences never exceed the documented maximum', () => {
    fc.assert(
      fc.property(anyLab, (lab) => {
        expect(classifySkin(lab).confidence).toBeLessThanOrEqual(0.6);
        expect(classifyHair(lab)?.confidence ?? 0.3).toBe(0.3);
        expect(classifyUndertone(lab)?.confidence ?? 0.3).toBe(0.3);
      }),
    );
  });
});
