import { chroma, type Lab, toLab } from './color-space.js';
import type { FaceShape } from './landmarks.js';
import type { RgbPicture } from './picture.js';
import { eyeWhite, surroundings } from './regions.js';
import { meanLight, pixelAt, sampleColor } from './sample-color.js';

/** Limits of the tint check. docs/color-method.md A6.7. */
const TINT = {
  /** A pixel is near neutral below this chroma and between these L*. */
  neutral: { maxChroma: 12, minL: 20, maxL: 95 },
  /** Minimum share of near-neutral surroundings that shows the color of the light. */
  minNeutralShare: 0.05,
  /** Maximum green–red tint of the light, a*: 3 shifts the hue of fair skin by the whole gap between cool and warm. */
  maxA: 3,
  /** Minimum number of eye-white pixels for a cross-check, and the permitted difference in a*b*. */
  minEyeWhitePixels: 30,
  maxDisagreement: 4,
} as const;

/**
 * Whether the light is known to be neutral, so that the hue of skin is meaningful. Skin is never corrected by skin. Without
 * near-neutral surroundings the light is unknown, and the result is false. docs/color-method.md A6.
 */
export function isLightNeutral(picture: RgbPicture, shape: FaceShape): boolean {
  const light = neutralLight(picture, shape);
  if (!light || Math.abs(light[1]) > TINT.maxA) return false;
  const white = [shape.rightEye, shape.leftEye].flatMap((eye) => Array.from(eyeWhite(picture, eye)));
  if (white.length < TINT.minEyeWhitePixels) return true;
  const second = sampleColor(picture, Uint32Array.from(white)) as Lab;
  return Math.hypot(second[1] - light[1], second[2] - light[2]) <= TINT.maxDisagreement;
}

/** The mean color of near-neutral pixels around the face; undefined if there are too few. */
function neutralLight(picture: RgbPicture, shape: FaceShape): Lab | undefined {
  const around = surroundings(picture, shape);
  const { maxChroma, minL, maxL } = TINT.neutral;
  const neutral = Array.from(around, (offset) => pixelAt(picture, offset)).filter((pixel) => {
    const lab = toLab(pixel);
    return chroma(lab) < maxChroma && lab[0] > minL && lab[0] < maxL;
  });
  if (neutral.length === 0 || neutral.length < around.length * TINT.minNeutralShare) return undefined;
  return toLab(meanLight(neutral));
}
