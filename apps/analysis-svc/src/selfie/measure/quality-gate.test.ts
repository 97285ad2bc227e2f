import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linear, paintFace, type SyntheticFace, toByte } from '../../testing/synthetic-face.js';
import type { Lab } from './color-space.js';
import { type Eye, eyeDistance, faceShape } from './landmarks.js';
import { measureSelfie } from './measure-selfie.js';
import type { FoundFace, RgbPicture } from './picture.js';
import { checkCheeks, checkShape, GATE, selectFace } from './quality-gate.js';
import { SKIN_REFERENCES } from './reference-colors.js';
import { cheek, eyeWhite } from './regions.js';

/** The reason why a painted face is ignored; null when it is measured. */
function reason(face: Partial<SyntheticFace> = {}, change: (picture: RgbPicture) => RgbPicture = (same) => same) {
  const { picture, faces } = paintFace(face);
  return measureSelfie(change(picture), faces, 'test').reason;
}

const [anyone] = paintFace({ width: 64, height: 64, eyeDistance: 20 }).faces as [FoundFace];
const found = (score: number, side: number): FoundFace => ({
  ...anyone,
  score,
  box: { x: 0, y: 0, width: side, height: side },
});

describe('exactly one face: docs/color-method.md A6', () => {
  it('NO_FACE: no detection scores at least 0.5 (A6.1)', () => {
    expect(selectFace([])).toBe('NO_FACE');
    expect(selectFace([found(0.49, 100), found(0.3, 200)])).toBe('NO_FACE');
  });

  it('a second face counts from a tenth of the larger one’s area, in any order (A6.1)', () => {
    expect(selectFace([found(0.9, 100), found(0.9, 31)])).toMatchObject({ box: { width: 100 } });
    expect(selectFace([found(0.9, 32), found(0.9, 100)])).toBe('SEVERAL_FACES');
    expect(selectFace([found(0.9, 100), found(0.49, 100)])).toMatchObject({ score: 0.9 });
  });

  it('DOUBTFUL_FACE: a score under 0.6, as of a partial face, or no mesh that fits (A6.1)', () => {
    expect(selectFace([found(0.59, 100)])).toBe('DOUBTFUL_FACE');
    expect(selectFace([found(0.6, 100)])).toMatchObject({ score: 0.6 });
    expect(selectFace([{ ...found(0.9, 100), landmarks: undefined }])).toBe('DOUBTFUL_FACE');
  });

  it('never returns a face when a second one is as large and as certain', () => {
    const any = fc.record({
      score: fc.double({ min: 0, max: 1, noNaN: true }),
      side: fc.integer({ min: 1, max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(any), any, (others, { score, side }) => {
        fc.pre(score >= GATE.minFaceScore);
        const faces = [...others.map((one) => found(one.score, one.side)), found(score, side), found(score, side)];
        const largest = Math.max(...faces.filter((one) => one.score >= GATE.minFaceScore).map((one) => one.box.width));
        fc.pre(side ** 2 >= largest ** 2 * GATE.minSecondFaceArea);
        expect(selectFace(faces)).toBe('SEVERAL_FACES');
      }),
    );
  });
});

describe('the quality gate returns one reason for each fault: docs/color-method.md A6', () => {
  it('a painted face in good light passes, whatever the skin', () => {
    for (const skin of Object.values(SKIN_REFERENCES)) expect(reason({ skin })).toBeNull();
  });

  it('40 px between the eyes and a box of 96 × 128 px are enough, less of any is not (A6.2)', () => {
    const shape = faceShape(anyone.landmarks ?? []);
    const check = (eyes: number, width: number, height: number) => {
      const scale = eyes / eyeDistance(shape);
      const move = (eye: Eye): Eye => ({
        ...eye,
        outer: { ...eye.outer, x: eye.outer.x * scale },
        inner: { ...eye.inner, x: eye.inner.x * scale },
      });
      const box = { x: 0, y: 0, width, height };
      return checkShape({ ...shape, rightEye: move(shape.rightEye), leftEye: move(shape.leftEye), box });
    };
    expect([check(40.01, 96, 128), check(40.01, 128, 96)]).toEqual([undefined, undefined]);
    for (const [eyes, width, height] of [
      [39.9, 96, 128],
      [41, 95.9, 128],
      [41, 96, 127.9],
    ] as const)
      expect(check(eyes, width, height)).toBe('FACE_TOO_SMALL');
  });

  it('FACE_TOO_SMALL: under 40 px between the eyes, or a box under 96 × 128 px (A6.2)', () => {
    expect(reason({ eyeDistance: 39 })).toBe('FACE_TOO_SMALL');
    expect(reason({ eyeDistance: 47 })).toBe('FACE_TOO_SMALL');
    expect(reason({ eyeDistance: 54 })).toBeNull();
  });

  it.each<[keyof SyntheticFace, number, number]>([
    ['yaw', 24, 26],
    ['pitch', 24, 26],
    ['roll', 29, 31],
  ])('POSE: a %s of %d° passes, of %d° either way does not (A6.2)', (axis, passes, fails) => {
    for (const sign of [1, -1]) {
      expect(reason({ [axis]: sign * passes })).toBeNull();
      expect(reason({ [axis]: sign * fails })).toBe('POSE');
    }
  });

  it('BLURRED: a face without edges (A6.3)', () => {
    expect(reason({}, (picture) => boxBlur(picture, 9))).toBe('BLURRED');
    expect(reason({ texture: 0.3 }, (picture) => boxBlur(picture, 1))).toBeNull();
  });

  it('OVEREXPOSED: more than 5 % of the cheeks (A6.4)', () => {
    expect(reason({ skin: SKIN_REFERENCES.FAIR, exposureEv: 1.2 })).toBe('OVEREXPOSED');
    const burn = (share: number) => {
      const { picture, faces } = paintFace();
      const shape = faceShape(faces[0]?.landmarks ?? []);
      for (const polygon of [shape.rightCheek, shape.leftCheek]) {
        const pixels = cheek(picture, polygon);
        for (const [index, offset] of pixels.entries())
          if (index % 100 < share * 100) picture.data.fill(255, offset, offset + 3);
      }
      return measureSelfie(picture, faces, 'test').reason;
    };
    expect([burn(0.04), burn(0.06)]).toEqual([null, 'OVEREXPOSED']);
  });

  it('UNDEREXPOSED: neither highlights nor eye whites reach L* 50 (A6.4)', () => {
    for (const skin of Object.values(SKIN_REFERENCES)) expect(reason({ skin, exposureEv: -3 })).toBe('UNDEREXPOSED');
    const withEyeWhites = (l: number) => {
      const { picture, faces } = paintFace({ exposureEv: -3 });
      const { rightEye } = faceShape(faces[0]?.landmarks ?? []);
      const byte = toByte(linear([l, 0, 0])[0]);
      for (const offset of eyeWhite(picture, rightEye)) picture.data.fill(byte, offset, offset + 3);
      return measureSelfie(picture, faces, 'test').reason;
    };
    expect(withEyeWhites(49)).toBe('UNDEREXPOSED');
    expect(withEyeWhites(51)).not.toBe('UNDEREXPOSED');
  });

  it('BLURRED: skin smoothed by a filter, equally for every skin color (A6.3, A7.6)', () => {
    for (const skin of Object.values(SKIN_REFERENCES)) {
      expect(reason({ skin, texture: 0.01 })).toBe('BLURRED');
      expect(reason({ skin, texture: 0.035 })).toBeNull();
    }
  });

  it('deep skin is not mistaken for darkness: it passes in the light in which fair skin passes, and at one stop less (A6.4, A7.6)', () => {
    for (const exposureEv of [0, -0.5, -1]) {
      expect(reason({ skin: SKIN_REFERENCES.DEEP, exposureEv })).toBeNull();
      expect(reason({ skin: SKIN_REFERENCES.FAIR, exposureEv })).toBeNull();
    }
    expect(reason({ skin: [31, 12, 13] })).toBeNull();
  });

  it('UNEVEN_LIGHT: cheeks that differ by more than 12 L* (A6.5)', () => {
    expect(reason({ sideLight: 0.4 })).toBe('UNEVEN_LIGHT');
    expect(checkCheeks([70, 12, 25], [82.1, 12, 25])).toBe('UNEVEN_LIGHT');
    expect(checkCheeks([70, 12, 25], [81.9, 12, 25])).toBeUndefined();
  });

  it('UNNATURAL_COLOR: cheek colors more than 5 outside the range of skin, as in blue or green light (A6.6)', () => {
    expect(reason({ gains: [0.6, 0.9, 1.6] })).toBe('UNNATURAL_COLOR');
    expect(reason({ gains: [0.8, 1.4, 0.8] })).toBe('UNNATURAL_COLOR');
    const cheeks = (a: number, b: number): Lab => [70, a, b];
    expect(checkCheeks(cheeks(0.1, 20), cheeks(0.1, 20))).toBeUndefined();
    expect(checkCheeks(cheeks(-0.1, 20), cheeks(-0.1, 20))).toBe('UNNATURAL_COLOR');
    expect(checkCheeks(cheeks(2, 1), cheeks(2, 1))).toBeUndefined();
    expect(checkCheeks(cheeks(1, 1), cheeks(1, 1))).toBe('UNNATURAL_COLOR');
    for (const [a, b] of [
      [29.9, 20],
      [15, 39.9],
      [15, 0.1],
    ] as const)
      expect(checkCheeks(cheeks(a, b), cheeks(a, b))).toBeUndefined();
    for (const [a, b] of [
      [30.1, 20],
      [15, 40.1],
      [15, -0.1],
    ] as const)
      expect(checkCheeks(cheeks(a, b), cheeks(a, b))).toBe('UNNATURAL_COLOR');
    // The mean of both counts.
    expect(checkCheeks(cheeks(-10, 20), cheeks(20, 20))).toBeUndefined();
  });

  it('GREY_IMAGE: a picture without colors, also with JPEG artifacts (A6.6)', () => {
    expect(reason({}, (picture) => gray(picture, 0))).toBe('GREY_IMAGE');
    expect(reason({}, (picture) => gray(picture, 3))).toBe('GREY_IMAGE');
  });
});

function mapBytes(picture: RgbPicture, change: (offset: number, data: Uint8Array) => number): RgbPicture {
  return { ...picture, data: picture.data.map((_, offset) => change(offset, picture.data)) };
}

const gray = (picture: RgbPicture, stain: number): RgbPicture =>
  mapBytes(picture, (offset, data) => (data[offset - (offset % 3) + 1] ?? 0) + (offset % 3 === 2 ? stain : 0));

/** Each pixel becomes the mean of the pixels around it; pixels near the edge are unchanged. */
function boxBlur(picture: RgbPicture, radius: number): RgbPicture {
  const once = (from: RgbPicture, step: number): RgbPicture =>
    mapBytes(from, (offset, data) => {
      let sum = 0;
      for (let shift = -radius; shift <= radius; shift++) sum += data[offset + shift * step] ?? data[offset] ?? 0;
      return sum / (2 * radius + 1);
    });
  return once(once(once(once(picture, 3), picture.width * 3), 3), picture.width * 3);
}
