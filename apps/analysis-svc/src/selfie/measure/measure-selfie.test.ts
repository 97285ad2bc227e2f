import { EYE_COLORS, HAIR_COLORS, SKIN_COLORS } from '@svc/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paintFace, type SyntheticFace } from '../../testing/synthetic-face.js';
import { SELFIE_REASONS } from '../selfie-result.js';
import { deltaE, type Lab } from './color-space.js';
import { measureSelfie } from './measure-selfie.js';
import { LANDMARK_COUNT } from './picture.js';
import { EYE_REFERENCES, HAIR_REFERENCES, SKIN_REFERENCES } from './reference-colors.js';

function measure(face: Partial<SyntheticFace> = {}) {
  const { picture, faces } = paintFace(face);
  return measureSelfie(picture, faces, 'model/1');
}

describe('measuring a painted face: docs/color-method.md A5', () => {
  it('returns all features with their class, their confidence and the painted color, and nothing else (A5.5)', () => {
    const outcome = measure({ skin: SKIN_REFERENCES.FAIR, eyes: EYE_REFERENCES.BLUE, hair: HAIR_REFERENCES.BLACK });
    expect(outcome).toMatchObject({ status: 'USED', reason: null, modelVersion: 'model/1+selfie/1' });
    expect(outcome.features).toMatchObject({
      skinColor: { value: 'FAIR', confidence: 0.6 },
      eyeColor: { value: 'BLUE', confidence: 0.4 },
      hairColor: { value: 'BLACK', confidence: 0.3 },
      skinUndertone: { value: 'NEUTRAL', confidence: 0.3 },
    });
    expect(Object.keys(outcome).sort()).toEqual(['features', 'modelVersion', 'reason', 'status']);
    for (const feature of Object.values(outcome.features))
      expect(Object.keys(feature).sort()).toEqual(['confidence', 'lab', 'value']);
    expect(deltaE(outcome.features.skinColor?.lab as Lab, SKIN_REFERENCES.FAIR)).toBeLessThan(1);
    expect(deltaE(outcome.features.eyeColor?.lab as Lab, EYE_REFERENCES.BLUE)).toBeLessThan(1);
  });

  it('recognizes every skin, eye and dark hair color of the reference table (A7.6)', () => {
    for (const value of SKIN_COLORS) {
      expect(measure({ skin: SKIN_REFERENCES[value] }).features.skinColor?.value).toBe(value);
    }
    for (const value of EYE_COLORS) {
      expect(measure({ eyes: EYE_REFERENCES[value] }).features.eyeColor?.value).toBe(value);
    }
    for (const value of ['RED', 'MID_BROWN', 'BROWN', 'BLACK'] as const) {
      expect(measure({ hair: HAIR_REFERENCES[value] }).features.hairColor?.value).toBe(value);
    }
  });

  it('omits light hair on light skin or before a light wall instead of misclassifying it', () => {
    for (const value of HAIR_COLORS) {
      for (const skin of Object.values(SKIN_REFERENCES)) {
        const told = measure({ hair: HAIR_REFERENCES[value], skin, width: 400, height: 320, eyeDistance: 75 });
        expect([value, undefined]).toContain(told.features.hairColor?.value);
      }
    }
  });

  it('a bald head and a cut-off head have no hair color (A7.4)', () => {
    expect(measure({ hair: null }).features.hairColor).toBeUndefined();
    expect(measure({ eyeDistance: 180, width: 640, height: 480 }).features.hairColor).toBeUndefined();
  });

  it('omits irises with a radius under 6 px (docs/color-method.md A5.2)', () => {
    const near = (eyeDistance: number) => measure({ eyeDistance, width: 400, height: 320 }).features.eyeColor;
    expect([near(62), near(75)?.value]).toEqual([undefined, 'BROWN']);
  });

  it('the size and tilt of the head do not change a class', () => {
    for (const change of [
      { roll: 20 },
      { roll: -20 },
      { eyeDistance: 70 },
      { eyeDistance: 130, width: 900, height: 700 },
    ]) {
      const { features } = measure({ skin: SKIN_REFERENCES.MEDIUM_DEEP, eyes: EYE_REFERENCES.GREEN, ...change });
      expect(features).toMatchObject({ skinColor: { value: 'MEDIUM_DEEP' }, eyeColor: { value: 'GREEN' } });
    }
  });

  it('light from one side (6 to 12 L*) halves the confidence, so that only features of at least 0.25 remain (A6.5, A7.5)', () => {
    const { features, reason } = measure({ skin: SKIN_REFERENCES.FAIR, sideLight: 0.19 });
    expect(reason).toBeNull();
    expect(features.skinColor?.confidence).toBe(0.3);
    expect([features.hairColor, features.eyeColor, features.skinUndertone]).toEqual([undefined, undefined, undefined]);
    expect(measure({ skin: SKIN_REFERENCES.FAIR, sideLight: 0.08 }).features.skinColor?.confidence).toBe(0.6);
  });

  it('omits skin on the boundary between two classes; without any feature the reason is NOTHING_MEASURED', () => {
    const onTheCut: Lab = [50 + 22.4 * Math.tan((55 * Math.PI) / 180), 10.4, 22.4];
    expect(measure({ skin: onTheCut }).features.skinColor).toBeUndefined();
    const outcome = measure({ skin: onTheCut, hair: null, sideLight: 0.19 });
    expect(outcome).toMatchObject({ status: 'IGNORED', reason: 'NOTHING_MEASURED', features: {} });
  });
});

describe('undertone: docs/color-method.md A1.2, A6.7', () => {
  it('is measured only in light that is known to be neutral (A7.2)', () => {
    const skin = SKIN_REFERENCES.LIGHT;
    expect(measure({ skin }).features.skinUndertone?.value).toBe('NEUTRAL');
    expect(measure({ skin, gains: [1, 1.12, 1] }).features.skinUndertone).toBeUndefined();
    expect(measure({ skin, gains: [1, 0.88, 1] }).features.skinUndertone).toBeUndefined();
  });

  it('is not measured when nothing around the face is near neutral', () => {
    expect(measure({ skin: SKIN_REFERENCES.LIGHT, background: [60, 40, 30] }).features.skinUndertone).toBeUndefined();
  });

  it('is never measured for skin with L* < 65', () => {
    for (const exposureEv of [-0.5, 0]) {
      expect(measure({ skin: [60, 12, 30], exposureEv }).features.skinUndertone).toBeUndefined();
    }
  });
});

describe('measuring never throws, whatever the model returns', () => {
  const point = fc.record({
    x: fc.double({ min: -500, max: 500 }),
    y: fc.double({ min: -500, max: 500 }),
    z: fc.double({ min: -500, max: 500 }),
  });
  const face = fc.record({
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    box: fc.record({
      x: fc.integer({ min: -200, max: 200 }),
      y: fc.integer({ min: -200, max: 200 }),
      width: fc.integer({ min: 0, max: 400 }),
      height: fc.integer({ min: 0, max: 400 }),
    }),
    landmarks: fc.option(fc.array(point, { minLength: LANDMARK_COUNT, maxLength: LANDMARK_COUNT }), { nil: undefined }),
  });

  it('random points, points outside of the picture and NaN are ignored with a known reason', () => {
    const { picture } = paintFace({ width: 200, height: 150, eyeDistance: 40 });
    fc.assert(
      fc.property(fc.array(face, { maxLength: 3 }), (faces) => {
        const { status, reason, features } = measureSelfie(picture, faces, 'm');
        if (status === 'USED') expect(Object.keys(features).length).toBeGreaterThan(0);
        else expect(Object.keys(SELFIE_REASONS)).toContain(reason);
      }),
      { numRuns: 60 },
    );
  });

  it('a face partly or completely outside of the picture is not an error', () => {
    const { picture, faces } = paintFace();
    const shift = fc.integer({ min: -900, max: 900 });
    fc.assert(
      fc.property(shift, shift, (dx, dy) => {
        const moved = faces.map((face) => ({
          ...face,
          landmarks: face.landmarks?.map(({ x, y, z }) => ({ x: x + dx, y: y + dy, z })),
        }));
        expect(['USED', 'IGNORED']).toContain(measureSelfie(picture, moved, 'm').status);
      }),
      { numRuns: 40 },
    );
  });
});
