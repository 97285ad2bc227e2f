import type { SelfieReason } from '../selfie-result.js';
import { type Lab, luminanceOf } from './color-space.js';
import { eyeDistance, type FaceShape, pose } from './landmarks.js';
import { type FoundFace, LANDMARK_COUNT, type RgbPicture } from './picture.js';
import { eyeWhite, faceBox, type Region } from './regions.js';
import { luminances, percentile } from './sample-color.js';
import { sharpness } from './sharpness.js';

/**
 * Every bound of the quality gate. docs/color-method.md A6, which gives the reasons; engineering defaults, not science.
 */
export const GATE = {
  /** Detections under this are no faces. */
  minFaceScore: 0.5,
  /** The one face must be found with more certainty: halves of faces and faces upside down score about 0.5. */
  minScoreOfTheFace: 0.6,
  /** A further face counts from this share of the largest one's area. */
  minAreaOfASecondFace: 0.1,
  minEyeDistancePx: 40,
  minBoxSidePx: 96,
  /** Longer side: sharpness is measured at this size, and a smaller face would have to be enlarged for it. */
  minBoxLengthPx: 128,
  maxYaw: 25,
  maxPitch: 25,
  maxRoll: 30,
  minSharpness: 40,
  /** Linear luminance from which a pixel counts as burnt out, and the share of the cheeks that may be. */
  burntOut: 247 / 255,
  maxBurntOut: 0.05,
  /** L* that the bright parts of the picture must reach: of the face's 95th percentile, or of the eye's white. */
  minBrightL: 50,
  /**
   * Standard deviation of the cheeks' luminance, share of its mean: less is skin that a filter smoothed. The page has
   * 0.8 L*; this is that at medium skin, but relative, or deep skin of the same texture would fail.
   */
  minCheekTexture: 0.027,
  maxCheekDifference: 12,
  /** Cheek a* and b* of natural skin, and how far outside a measurement may lie. */
  skinA: [5, 25],
  skinB: [5, 35],
  maxOutsideSkin: 5,
  /** Difference of a pixel's channels that is colour and no rounding of JPEG, and the share of pixels that must show it. */
  colouredBy: 6,
  minColoured: 0.01,
} as const;

/** The one face of a picture, or why there is none to measure. */
export function theOneFace(found: readonly FoundFace[]): FoundFace | SelfieReason {
  const faces = found.filter(({ score }) => score >= GATE.minFaceScore).sort((a, b) => area(b) - area(a));
  const [largest, second] = faces;
  if (!largest) return 'NO_FACE';
  if (second && area(second) >= area(largest) * GATE.minAreaOfASecondFace) return 'SEVERAL_FACES';
  const complete = largest.landmarks?.length === LANDMARK_COUNT;
  return complete && largest.score >= GATE.minScoreOfTheFace ? largest : 'DOUBTFUL_FACE';
}

/** What can be told from the landmarks alone. */
export function checkShape(shape: FaceShape): SelfieReason | undefined {
  const { width, height } = shape.box;
  if (
    !(eyeDistance(shape) >= GATE.minEyeDistancePx) ||
    Math.min(width, height) < GATE.minBoxSidePx ||
    Math.max(width, height) < GATE.minBoxLengthPx
  ) {
    return 'FACE_TOO_SMALL';
  }
  const { yaw, pitch, roll } = pose(shape);
  if (Math.abs(yaw) > GATE.maxYaw || Math.abs(pitch) > GATE.maxPitch || Math.abs(roll) > GATE.maxRoll) return 'POSE';
  return undefined;
}

/** What has to be read from the pixels of the face. */
export function checkPixels(
  picture: RgbPicture,
  shape: FaceShape,
  cheeks: { right: Region; left: Region },
): SelfieReason | undefined {
  const box = faceBox(picture, shape);
  if (isGrey(picture, box)) return 'GREY_IMAGE';
  if (sharpness(picture, shape.box) < GATE.minSharpness) return 'BLURRED';

  const skin = [luminances(picture, cheeks.right), luminances(picture, cheeks.left)];
  const pixels = skin.reduce((sum, side) => sum + side.length, 0);
  const burntOut = skin.reduce((sum, side) => sum + side.filter((y) => y >= GATE.burntOut).length, 0);
  if (burntOut > pixels * GATE.maxBurntOut) return 'OVEREXPOSED';
  if (isTooDark(picture, shape, box)) return 'UNDEREXPOSED';
  return skin.every((side) => texture(side) < GATE.minCheekTexture) ? 'BLURRED' : undefined;
}

/** What the measured cheeks tell. */
export function checkCheeks(right: Lab, left: Lab): SelfieReason | undefined {
  if (Math.abs(right[0] - left[0]) > GATE.maxCheekDifference) return 'UNEVEN_LIGHT';
  const outside = Math.hypot(
    beyond((right[1] + left[1]) / 2, GATE.skinA),
    beyond((right[2] + left[2]) / 2, GATE.skinB),
  );
  return outside > GATE.maxOutsideSkin ? 'UNNATURAL_COLOR' : undefined;
}

/**
 * Darkness is judged by what is bright in every face, not by the skin: usual bounds for dark pictures refuse deep skin in
 * good light. A face is bright enough if either its highlights or its eye whites are.
 */
function isTooDark(picture: RgbPicture, shape: FaceShape, box: Region): boolean {
  const enough = luminanceOf(GATE.minBrightL);
  if (percentile(luminances(picture, box), 0.95) >= enough) return false;
  return [shape.rightEye, shape.leftEye].every((eye) => {
    const white = luminances(picture, eyeWhite(picture, eye));
    return percentile(white, 0.75) < enough;
  });
}

function isGrey({ data }: RgbPicture, box: Region): boolean {
  let coloured = 0;
  for (const offset of box) {
    const [red, green, blue] = [data[offset] ?? 0, data[offset + 1] ?? 0, data[offset + 2] ?? 0];
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > GATE.colouredBy) coloured += 1;
  }
  return coloured < box.length * GATE.minColoured;
}

/** Standard deviation of luminances, share of their mean. */
function texture(values: Float64Array): number {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length) / mean;
}

const beyond = (value: number, [from, to]: readonly [number, number]): number => Math.max(from - value, value - to, 0);
const area = ({ box }: FoundFace): number => box.width * box.height;
