import type { ContactField, TrackingField, TrackingValue } from './answer-fields.js';
import type { AgeRange, EyeColor, HairColor, SelfieField, SkinColor, SkinUndertone } from './enums.js';

/** One chosen option. `selectedKey` is stored in lower case. */
export interface SelectionValue {
  stepId: number;
  selectedKey: string;
}

/** The answers that enter matching; nothing personal. Enum values are upper-case; absent means not answered. */
export interface MatchingAnswers {
  hairColor?: HairColor;
  eyeColor?: EyeColor;
  skinColor?: SkinColor;
  skinUndertone?: SkinUndertone;
  ageRange?: AgeRange;
  selectionValues: SelectionValue[];
  /**
   * Those of the fields above that the visitor left out and a selfie filled. They count where the SELFIE step is shown and,
   * unlike answers, never decide which steps are shown.
   */
  filledFromSelfie?: SelfieField[];
}

/** Contact fields of EMAIL steps: personal data, never in logs, never outside analysis-svc. */
export type ContactAnswers = { [Field in ContactField]?: string };

/** Stored for tracking only, and with a selfie analysis the consent to it. */
export type TrackingAnswers = { [Field in TrackingField]?: TrackingValue<Field> };

/**
 * The color type of an analysis, as matching reads it. `scores` are in [0, 1], by color type; of a stored analysis those of
 * every taxonomy, each adding up to 1.
 */
export interface ColorResult {
  type: string | null;
  scores: Record<string, number>;
}
