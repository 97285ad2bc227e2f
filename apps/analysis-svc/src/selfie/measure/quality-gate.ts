import type { SelfieReason } from '../selfie-result.js';
import { type Lab, toLuminance } from './color-space.js';
import { eyeDistance, type FaceShape, pose } from './landmarks.js';
import { type FoundFace, LANDMARK_COUNT, type RgbPicture } from './picture.js';
import { eyeWhite, faceBox, type Region } from './regions.js';
import { luminances, percentile } from './sample-color.js';
import { sharpness } from './sharpness.js';

/**
 * All limits of the quality gate. docs/color-method.md A6 gives the reasons. They are engineering defaults, not science.
 */
export const GATE = {
  /** Detections below this score are ignored. */
  minFaceScore: 0.5,
  /** Minimum score of the face that is measured: partial and upside-down faces score about 0.5. */
  minMeasuredFaceScore: 0.6,
  /** Another face counts if its area is at least this share of the largest one's. */
  minSecondFaceArea: 0.1,
  minEyeDistancePx: 40,
  minBoxSidePx: 96,
  /** Longer side of the face: sharpness is measured at this size, and a smaller face would have to be enlarged. */
  minBoxLengthPx: 128,
  maxYaw: 25,
  maxPitch: 25,
  maxRoll: 30,
  minSharpness: 40,
  /** Linear luminance above which a pixel counts as overexposed, and the permitted share of such cheek pixels. */
  burntOut: 247 / 255,
  maxBurntOut: 0.05,
  /** Minimum L* of bright parts: the 95th percentile of the face, or the white of the eye. */
  minBrightL: 50,
  /**
   * Minimum standard deviation of the cheeks' luminance, as a share of its mean. Below it, a filter smoothed the skin. It
   * equals 0.8 L* at medium skin but is relative, because an absolute limit would reject deep skin.
   */
  minCheekTexture: 0.027,
  maxCheekDifference: 12,
  /** Cheek a* and b* of natural skin, and the permitted distance of a measurement from them. */
  skinA: [5, 25],
  skinB: [5, 35],
  maxOutsideSkin: 5,
  /** Difference between a pixel's channels that is color and not JPEG rounding, and the required share of such pixels. */
  colorDifference: 6,
  minColored: 0.01,
} as const;

/** The face to measure, or the reason why there is none. */
export function selectFace(found: readonly FoundFace[]): FoundFace | SelfieReason {
  const faces = found.filter(({ score }) => score >= GATE.minFaceScore).sort((a, b) => area(b) - area(a));
  const [largest, second] = faces;
  if (!largest) return 'NO_FACE';
  if (second && area(second) >= area(largest) * GATE.minSecondFaceArea) return 'SEVERAL_FACES';
  const complete = largest.landmarks?.length === LANDMARK_COUNT;
  return complete && largest.score >= GATE.minMeasuredFaceScore ? largest : 'DOUBTFUL_FACE';
}

/** Checks that need only the landmarks. */
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

/** Checks that need the pixels of the face. */
export function checkPixels(
  picture: RgbPicture,
  shape: FaceShape,
  cheeks: { right: Region; left: Region },
): SelfieReason | undefined {
  const box = faceBox(picture, shape);
  if (isGray(picture, box)) return 'GREY_IMAGE';
  if (sharpness(picture, shape.box) < GATE.minSharpness) return 'BLURRED';

  const skin = [luminances(picture, cheeks.right), luminances(picture, cheeks.left)];
  const pixels = skin.reduce((sum, side) => sum + side.length, 0);
  const burntOut = skin.reduce((sum, side) => sum + side.filter((y) => y >= GATE.burntOut).length, 0);
  if (burntOut > pixels * GATE.maxBurntOut) return 'OVEREXPOSED';
  if (isTooDark(picture, shape, box)) return 'UNDEREXPOSED';
  return skin.every((side) => texture(side) < GATE.minCheekTexture) ? 'BLURRED' : undefined;
}

/** Checks of the measured cheeks. */
export function checkCheeks(right: Lab, left: Lab): SelfieReason | undefined {
  if (Math.abs(right[0] - left[0]) > GATE.maxCheekDifference) return 'UNEVEN_LIGHT';
  const outside = Math.hypot(
    beyond((right[1] + left[1]) / 2, GATE.skinA),
    beyond((right[2] + left[2]) / 2, GATE.skinB),
  );
  return outside > GATE.maxOutsideSkin ? 'UNNATURAL_COLOR' : undefined;
}

/**
 * Judges darkness by what is bright in every face, not by the skin: common limits for dark pictures reject deep skin in good
 * light. A face is bright enough if its highlights or its eye whites are.
 */
function isTooDark(picture: RgbPicture, shape: FaceShape, box: Region): boolean {
  const enough = toLuminance(GATE.minBrightL);
  if (percentile(luminances(picture, box), 0.95) >= enough) return false;
  return [shape.rightEye, shape.leftEye].every((eye) => {
    const white = luminances(picture, eyeWhite(picture, eye));
    return percentile(white, 0.75) < enough;
  });
}

function isGray({ data }: RgbPicture, box: Region): boolean {
  let colored = 0;
  for (const offset of box) {
    const [red, green, blue] = [data[offset] ?? 0, data[offset + 1] ?? 0, data[offset + 2] ?? 0];
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > GATE.colorDifference) colored += 1;
  }
  return colored < box.length * GATE.minColored;
}

/** Standard deviation of luminances as a share of their mean. */
function texture(values: Float64Array): number {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length) / mean;
}

const beyond = (value: number, [from, to]: readonly [number, number]): number => Math.max(from - value, value - to, 0);
const area = ({ box }: FoundFace): number => box.width * box.height;
