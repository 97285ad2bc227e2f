import type { EyeColor, HairColor, SkinColor, SkinUndertone } from '@svc/domain';

/**
 * Why a selfie was not used. docs/color-method.md A6 (quality gate: the first check that fails); the last group tells
 * that the picture was never looked at. Stored and shown in the management API, never in the v1 answer.
 */
export const SELFIE_REASONS = {
  NO_FACE: 'No face was found in the picture.',
  SEVERAL_FACES: 'More than one face was found: nobody can tell whose answers to fill.',
  DOUBTFUL_FACE: 'What was found may be no whole face: it is cut off, covered or upside down.',
  FACE_TOO_SMALL: 'The face has too few pixels to measure colours.',
  POSE: 'The face is turned, tilted or nodded too far from the camera.',
  BLURRED: 'The face is blurred, or its skin smoothed until no texture is left.',
  OVEREXPOSED: 'Parts of the cheeks are burnt out.',
  UNDEREXPOSED: 'The face is too dark to tell colours, whatever the skin.',
  UNEVEN_LIGHT: 'One half of the face is much brighter than the other.',
  UNNATURAL_COLOR: 'The colours of the cheeks lie outside of what skin shows: a filter or coloured light.',
  GREY_IMAGE: 'The picture has no colours.',
  NOTHING_MEASURED: 'The picture passed every check, but no feature could be told with enough confidence.',

  NOT_ANALYSED_UNDER_16: 'The visitor is under 16: such pictures are never analysed.',
  NO_CONSENT: 'The visitor refused the analysis of the selfie, or the company requires a consent that was not given.',
  NOT_ASKED_FOR: 'No visible step of the funnel asks for a selfie.',
  MODEL_UNAVAILABLE: 'The model that finds faces could not be loaded or failed.',
  TIMEOUT: 'The analysis took too long and was ended.',
} as const;

export type SelfieReason = keyof typeof SELFIE_REASONS;

/** One feature as measured: its answer value, how sure that is, and the colour behind it. */
export interface MeasuredFeature<Value extends string> {
  value: Value;
  /** In [0, 1]. docs/color-method.md A7; features below its fill bound are left out of an outcome. */
  confidence: number;
  /** Measured CIELAB colour (D65/2°): L*, a*, b*. */
  lab?: readonly [number, number, number];
}

/** What was measured, by answer field. */
export interface SelfieFeatures {
  hairColor?: MeasuredFeature<HairColor>;
  eyeColor?: MeasuredFeature<EyeColor>;
  skinColor?: MeasuredFeature<SkinColor>;
  /** Used only for companies that switched it on. */
  skinUndertone?: MeasuredFeature<SkinUndertone>;
}

/** What became of a selfie. IGNORED never fails a create: the analysis is stored as if no picture had come. */
export interface SelfieOutcome {
  status: 'USED' | 'IGNORED';
  /** Null when USED. */
  reason: SelfieReason | null;
  /** Empty when IGNORED. */
  features: SelfieFeatures;
  /** Model and cuts that measured it; null when no model looked at the picture. */
  modelVersion: string | null;
}

/** The outcome of a picture that is not used. */
export const ignoredSelfie = (reason: SelfieReason, modelVersion: string | null = null): SelfieOutcome => ({
  status: 'IGNORED',
  reason,
  features: {},
  modelVersion,
});
