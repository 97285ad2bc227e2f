import { EYE_COLORS, HAIR_COLORS, SKIN_COLORS } from '@svc/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyEyes, classifyHair, classifyIris, classifySkin, classifyUndertone } from './classify.js';
import { deltaE, type Lab, typologyAngle } from './color-space.js';
import { EYE_REFERENCES, HAIR_REFERENCES, SKIN_REFERENCES } from './reference-colors.js';

const anyLab: fc.Arbitrary<Lab> = fc.tuple(
  fc.double({ min: 0, max: 100, noNaN: true }),
  fc.double({ min: -40, max: 60, noNaN: true }),
  fc.double({ min: -40, max: 60, noNaN: true }),
);

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const mix = (from: Lab, to: Lab, share: number) =>
  from.map((part, axis) => part + share * ((to[axis] as number) - part)) as unknown as Lab;

describe('classification of measured colors: docs/color-method.md A7', () => {
  it('every reference color has its own class (docs/color-method.md A2)', () => {
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
  ])('a typology angle of %f° is %s (A7.1)', (angle, value) => {
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

  it('confidence grows with the distance from the nearest cut, from 0 to 0.6 at 5° (A7.1)', () => {
    const at = (angle: number) => classifySkin([50 + 20 * Math.tan((angle * Math.PI) / 180), 10, 20]).confidence;
    expect(at(45)).toBeCloseTo(0, 6);
    expect(at(47.5)).toBeCloseTo(0.3, 6);
    expect(at(50)).toBeCloseTo(0.6, 6);
    expect(at(70)).toBeCloseTo(0.6, 6);
  });

  it('undertone is never returned for skin with L* < 65 (A7.2)', () => {
    fc.assert(
      fc.property(anyLab, (lab) => {
        if (lab[0] < 65) expect(classifyUndertone(lab)).toBeUndefined();
      }),
    );
    const at = (hue: number): Lab => [66.9, 20 * Math.cos((hue * Math.PI) / 180), 20 * Math.sin((hue * Math.PI) / 180)];
    expect([54, 61, 69].map((hue) => classifyUndertone(at(hue))?.value)).toEqual(['COOL', 'NEUTRAL', 'WARM']);
  });

  it('undertone is the residual of the hue angle: COOL from −6° down, WARM from +6° up (A2.2, A7.2)', () => {
    const at = (l: number, residual: number): Lab => {
      const angle = ((61.4 + 0.335 * (l - 66.9) + residual) * Math.PI) / 180;
      return [l, 25 * Math.cos(angle), 25 * Math.sin(angle)];
    };
    for (const l of [65, 72.5, 82.5]) {
      const found = [-6.01, -5.99, 5.99, 6.01].map((residual) => classifyUndertone(at(l, residual)));
      expect(found.map((one) => one?.value)).toEqual(['COOL', 'NEUTRAL', 'NEUTRAL', 'WARM']);
      expect(found.map((one) => one?.confidence)).toEqual([0.3, 0.3, 0.3, 0.3]);
      // The mean of each class of swatches: they overlap too widely to be distinguished.
      for (const mean of [-2.9, -0.2, 2.2]) expect(classifyUndertone(at(l, mean))?.value).toBe('NEUTRAL');
    }
    expect(classifyUndertone(at(64.9, -8))).toBeUndefined();
  });

  it('an iris is omitted when no reference or two references are near; a cold dark spot is a pupil, not dark brown (A7.3)', () => {
    expect(classifyIris([80, 30, -40])).toBeUndefined();
    expect(classifyIris([55.5, -3.5, -9])).toBeUndefined();
    expect(classifyIris([22, 9, 10])).toBe('DARK_BROWN');
    expect(classifyIris([20, -6, -10])).toBeUndefined();
  });

  it('an iris is at most ΔE 14 from its reference, and 3 nearer to it than to the next one; below L* 26 it is dark brown (A7.3)', () => {
    // Amber becomes more yellow, which no other reference is.
    const towards = (b: number): Lab => [58, 16, b];
    const distance = (b: number) => deltaE(towards(b), EYE_REFERENCES.AMBER);
    const within = range(34, 100).filter((b) => distance(b) <= 14);
    const beyond = range(34, 100).filter((b) => distance(b) > 14);
    expect([within.length > 0, beyond.length > 0]).toEqual([true, true]);
    expect(new Set(within.map((b) => classifyIris(towards(b))))).toEqual(new Set(['AMBER']));
    expect(new Set(beyond.map((b) => classifyIris(towards(b))))).toEqual(new Set([undefined]));

    const between = (share: number): Lab => mix(EYE_REFERENCES.BLUE, EYE_REFERENCES.GREY, share);
    for (const percent of range(0, 50)) {
      const lab = between(percent / 100);
      const lead = deltaE(lab, EYE_REFERENCES.GREY) - deltaE(lab, EYE_REFERENCES.BLUE);
      expect([percent, classifyIris(lab)]).toEqual([percent, lead >= 3 ? 'BLUE' : undefined]);
    }
    expect([classifyIris([25.9, 9, 13]), classifyIris([26.5, 9, 13])]).toEqual(['DARK_BROWN', undefined]);
  });

  it('hair is 3 nearer to its reference than to the next one, with a* at half weight (A7.4)', () => {
    const half = ([l, a, b]: Lab): Lab => [l, a / 2, b];
    const { RED, MID_BROWN } = HAIR_REFERENCES;
    let [found, omitted] = [0, 0];
    for (const percent of range(0, 50)) {
      const lab = mix(MID_BROWN, RED, percent / 100);
      const lead = deltaE(half(lab), half(RED)) - deltaE(half(lab), half(MID_BROWN));
      expect([percent, classifyHair(lab)?.value]).toEqual([percent, lead >= 3 ? 'MID_BROWN' : undefined]);
      if (lead >= 3) found += 1;
      else omitted += 1;
    }
    expect([found > 0, omitted > 0]).toEqual([true, true]);
  });

  it('eyes are classified only when both agree or have adjacent colors (A7.3)', () => {
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

  it('confidences never exceed the documented maximum (A4.3, A7.1)', () => {
    fc.assert(
      fc.property(anyLab, (lab) => {
        expect(classifySkin(lab).confidence).toBeLessThanOrEqual(0.6);
        expect(classifyHair(lab)?.confidence ?? 0.3).toBe(0.3);
        expect(classifyUndertone(lab)?.confidence ?? 0.3).toBe(0.3);
      }),
    );
  });
});
