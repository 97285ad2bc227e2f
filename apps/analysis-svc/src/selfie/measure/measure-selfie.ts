import { ignoredSelfie, type MeasuredFeature, type SelfieFeatures, type SelfieOutcome } from '../selfie-result.js';
import { type Classified, classifyEyes, classifyHair, classifySkin, classifyUndertone } from './classify.js';
import { type Lab, luminance, toLuminance } from './color-space.js';
import { type Eye, type FaceShape, faceShape } from './landmarks.js';
import type { FoundFace, RgbPicture } from './picture.js';
import { checkCheeks, checkPixels, checkShape, selectFace } from './quality-gate.js';
import { cheek, irisRing } from './regions.js';
import { pixelAt, sampleColor } from './sample-color.js';
import { sampleHair } from './sample-hair.js';
import { isLightNeutral } from './white-balance.js';

/** Changes whenever a region, bound or cut changes; stored with every outcome after the version of the model. */
const MEASUREMENT_VERSION = 'selfie/1';

/** Minimum confidence of a reported feature. docs/color-method.md A7.5. */
const MIN_CONFIDENCE = 0.25;

/** Difference of the cheeks' L* above which the confidence of all features is halved. docs/color-method.md A6.5. */
const UNEVEN_FROM = 6;
/** Iris pixels outside these bounds are reflections or lashes; a smaller iris has too few pixels of its own color. docs/color-method.md A5.2. */
const IRIS = { minL: 8, maxL: 85, minRadiusPx: 6, minPixels: 12 };

/**
 * Measures a picture after face detection: applies the quality gate, then measures the colors of skin, eyes and hair.
 * Pure: depends neither on the model nor on the source of the picture. docs/color-method.md A5 to A7.
 * @param modelVersion - version of the model that found the faces.
 */
export function measureSelfie(picture: RgbPicture, found: readonly FoundFace[], modelVersion: string): SelfieOutcome {
  const version = `${modelVersion}+${MEASUREMENT_VERSION}`;
  const face = selectFace(found);
  if (typeof face === 'string') return ignoredSelfie(face, version);
  const shape = faceShape(face.landmarks ?? []);
  const cheeks = { right: cheek(picture, shape.rightCheek), left: cheek(picture, shape.leftCheek) };
  const unusable = checkShape(shape) ?? checkPixels(picture, shape, cheeks);
  if (unusable) return ignoredSelfie(unusable, version);

  const right = sampleColor(picture, cheeks.right);
  const left = sampleColor(picture, cheeks.left);
  if (!right || !left) return ignoredSelfie('DOUBTFUL_FACE', version);
  const unnatural = checkCheeks(right, left);
  if (unnatural) return ignoredSelfie(unnatural, version);

  const features = measureFeatures(picture, shape, mean(right, left), Math.abs(right[0] - left[0]));
  if (Object.keys(features).length === 0) return ignoredSelfie('NOTHING_MEASURED', version);
  return { status: 'USED', reason: null, features, modelVersion: version };
}

/** @param unevenness - difference of the cheeks' L*. */
function measureFeatures(picture: RgbPicture, shape: FaceShape, skin: Lab, unevenness: number): SelfieFeatures {
  const lightFactor = unevenness > UNEVEN_FROM ? 0.5 : 1;
  const report = <Value extends string>(
    classified: Classified<Value> | undefined,
    lab: Lab,
  ): MeasuredFeature<Value> | undefined => {
    const confidence = (classified?.confidence ?? 0) * lightFactor;
    if (!classified || confidence < MIN_CONFIDENCE) return undefined;
    return { value: classified.value, confidence: rounded(confidence, 2), lab: roundedLab(lab) };
  };

  const hair = sampleHair(picture, shape, skin);
  const eyes = [sampleIris(picture, shape.rightEye), sampleIris(picture, shape.leftEye)] as const;
  const measured = {
    hairColor: hair && report(classifyHair(hair), hair),
    eyeColor: eyes[0] && eyes[1] && report(classifyEyes(eyes[0], eyes[1]), mean(eyes[0], eyes[1])),
    skinColor: report(classifySkin(skin), skin),
    skinUndertone: isLightNeutral(picture, shape) ? report(classifyUndertone(skin), skin) : undefined,
  };
  return Object.fromEntries(Object.entries(measured).filter(([, feature]) => feature)) as SelfieFeatures;
}

/** The color of one iris; undefined if it is too small or hidden. */
function sampleIris(picture: RgbPicture, eye: Eye): Lab | undefined {
  if (!eye.iris || eye.iris.radius < IRIS.minRadiusPx) return undefined;
  const [darkest, brightest] = [toLuminance(IRIS.minL), toLuminance(IRIS.maxL)];
  const ring = irisRing(picture, eye).filter((offset) => {
    const y = luminance(pixelAt(picture, offset));
    return y >= darkest && y <= brightest;
  });
  return ring.length >= IRIS.minPixels ? sampleColor(picture, ring) : undefined;
}

/** Mean color of the two cheeks. */
const mean = (a: Lab, b: Lab): Lab => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
const roundedLab = ([l, a, b]: Lab): Lab => [rounded(l, 1), rounded(a, 1), rounded(b, 1)];
