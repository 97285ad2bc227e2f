import type { EyeColor, HairColor, SkinColor, SkinUndertone } from '@svc/domain';

/**
 * Why a selfie was not used. docs/color-method.md A6 (quality gate: the first failed check); the last group means that the
 * picture was not analyzed. Stored and shown in the management API, never in the v1 response.
 */
export const SELFIE_REASONS = {
  NO_FACE: 'No face was found in the picture.',
  SEVERAL_FACES: 'More than one face was found, so it is unknown which one is the visitor’s.',
  DOUBTFUL_FACE: 'The face is cut off, covered or upside down.',
  FACE_TOO_SMALL: 'The face is too small to measure its colors.',
  POSE: 'The face is turned or tilted too far away from the camera.',
  BLURRED: 'The face is blurred, or a filter smoothed its skin.',
  OVEREXPOSED: 'Parts of the cheeks are overexposed.',
  UNDEREXPOSED: 'The face is too dark to measure its colors, whatever its skin color.',
  UNEVEN_LIGHT: 'One half of the face is much brighter than the other.',
  UNNATURAL_COLOR: 'The colors of the cheeks are outside the range of skin, because of a filter or colored light.',
  GREY_IMAGE: 'The picture has no colors.',
  NOTHING_MEASURED: 'The picture passed every check, but no feature was measured with enough confidence.',

  NOT_ANALYSED_UNDER_16: 'The visitor is under 16. Pictures of visitors under 16 are never analyzed.',
  NO_CONSENT: 'The visitor refused the analysis of the selfie, or did not give the consent that the company requires.',
  NOT_ASKED_FOR: 'No visible step of the funnel asks for a selfie.',
  MODEL_UNAVAILABLE: 'The face detection model could not be loaded, or failed.',
  TIMEOUT: 'The analysis exceeded its time limit.',
} as const;

export type SelfieReason = keyof typeof SELFIE_REASONS;

/** One measured feature: its answer value, its confidence and the measured color. */
export interface MeasuredFeature<Value extends string> {
  value: Value;
  /** In [0, 1]. docs/color-method.md A7; features below its minimum are omitted. */
  confidence: number;
  /** Measured CIELAB color (D65/2°): L*, a*, b*. */
  lab?: readonly [number, number, number];
}

/** Measured features by answer field. */
export interface SelfieFeatures {
  hairColor?: MeasuredFeature<HairColor>;
  eyeColor?: MeasuredFeature<EyeColor>;
  skinColor?: MeasuredFeature<SkinColor>;
  /** Used only for companies that enabled it. */
  skinUndertone?: MeasuredFeature<SkinUndertone>;
}

/** The outcome of a selfie. IGNORED never fails a create: the analysis is stored as if there were no selfie. */
export interface SelfieOutcome {
  status: 'USED' | 'IGNORED';
  /** Null when USED. */
  reason: SelfieReason | null;
  /** Empty when IGNORED. */
  features: SelfieFeatures;
  /** Versions of the model and of the measurement; null when the picture was not analyzed. */
  modelVersion: string | null;
}

/** The outcome of a picture that was not used. */
export const ignoredSelfie = (reason: SelfieReason, modelVersion: string | null = null): SelfieOutcome => ({
  status: 'IGNORED',
  reason,
  features: {},
  modelVersion,
});
