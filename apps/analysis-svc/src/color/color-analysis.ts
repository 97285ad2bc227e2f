import type { ColorResult, ColorTaxonomy, MatchingAnswers } from '@svc/domain';
import * as S from './color-tables.js';
import { DIRECTIONS, nearest } from './directions.js';

export type ColorReason = 'TOO_FEW_ANSWERS' | 'NO_TEMPERATURE' | 'NEUTRAL_CENTRE';

/** Weighted parts of each axis before offset and scale; a part without its answers is absent. */
export interface ColorParts {
  temperature: { undertone?: number; hair?: number; eye?: number };
  value: { skin?: number; hair?: number; eye?: number };
  clarity: { contrast?: number; hair?: number; eye?: number };
}

/** A color type together with the figures that explain it. Stored as is. */
export interface ColorAnalysis extends ColorResult {
  taxonomy: ColorTaxonomy;
  /** Why there is no type; null when there is one. */
  reason: ColorReason | null;
  /**
   * Scores for the types of the other taxonomies. A company may change its taxonomy after the analysis was stored; tags of
   * the new taxonomy can then still be matched. ADR 22.
   */
  otherScores: Record<string, number>;
  /** In [0, 1]; 0 without a type. */
  confidence: number;
  axes: Record<S.Axis, number>;
  parts: ColorParts;
  mappingVersion: string;
}

type ColorAnswers = Pick<MatchingAnswers, 'hairColor' | 'eyeColor' | 'skinColor' | 'skinUndertone'>;

export const AXES = ['temperature', 'value', 'clarity'] as const;
const clamp = (x: number): number => Math.max(-S.CLAMP, Math.min(S.CLAMP, x));
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Confidence of each feature, in (0, 1]. An absent feature was answered by the visitor and counts as 1. */
export type Certainty = Partial<Record<S.Feature, number>>;

/**
 * Computes the color type from answers. Pure: equal answers always give an equal result. Pass only the answers of visible
 * steps; `ageRange` and selections have no effect.
 * Method: docs/color-method.md A3; the twelve worked examples (A3.8) are tests.
 * @param certainty - confidence of features that a selfie filled: it lowers the evidence, and with it the confidence of the
 *   result, but not the axes (A7.5).
 */
export function analyzeColor(
  answers: ColorAnswers,
  taxonomy: ColorTaxonomy = 'SEASONS_12',
  certainty: Certainty = {},
): ColorAnalysis {
  const parts = colorParts(answers);
  const axes = { temperature: 0, value: 0, clarity: 0 };
  for (const axis of AXES) axes[axis] = axisValue(axis, parts[axis]);
  const evidence = totalEvidence(answers, certainty);
  const length = Math.hypot(axes.temperature, axes.value, axes.clarity);
  const base = { taxonomy, axes, parts, mappingVersion: S.TAXONOMIES[taxonomy].mappingVersion };

  const reason = findReason(
    answers,
    evidence,
    axisEvidence('temperature', parts.temperature),
    axes.temperature,
    length,
  );
  if (reason) return { type: null, reason, scores: {}, otherScores: {}, confidence: 0, ...base };

  const cosines = typeCosines(taxonomy, axes, length);
  const [first, second] = [...cosines].sort((a, b) => b - a) as [number, number];
  const otherScores: Record<string, number> = {};
  for (const other of TAXONOMY_NAMES) {
    if (other !== taxonomy) Object.assign(otherScores, typeScores(other, typeCosines(other, axes, length)));
  }
  return {
    type: DIRECTIONS[taxonomy][cosines.indexOf(first)]?.type as string,
    reason: null,
    scores: typeScores(taxonomy, cosines),
    otherScores,
    confidence: evidence * Math.min(1, length / S.CONFIDENT.length) * Math.min(1, (first - second) / S.CONFIDENT.lead),
    ...base,
  };
}

const TAXONOMY_NAMES = Object.keys(S.TAXONOMIES) as ColorTaxonomy[];

/** Cosine to each type, in the fixed order. */
const typeCosines = (taxonomy: ColorTaxonomy, axes: ColorAnalysis['axes'], length: number): number[] =>
  DIRECTIONS[taxonomy].map(({ units }) => nearest(units, axes, length).cosine);

/** A probability for each type: the nearer the type, the higher its score. */
function typeScores(taxonomy: ColorTaxonomy, cosines: number[]): Record<string, number> {
  const weights = cosines.map((cosine) => Math.exp(S.SHARPNESS * cosine));
  const total = sum(weights);
  const scores: Record<string, number> = {};
  for (const [i, { type }] of DIRECTIONS[taxonomy].entries()) scores[type] = (weights[i] as number) / total;
  return scores;
}

function findReason(
  answers: ColorAnswers,
  evidence: number,
  temperatureEvidence: number,
  temperature: number,
  length: number,
): ColorReason | undefined {
  const bounds = S.NULL_BOUNDS;
  if (evidence < bounds.evidence) return 'TOO_FEW_ANSWERS';
  if (temperatureEvidence < bounds.temperatureEvidence) return 'NO_TEMPERATURE';
  if (!answers.skinUndertone && Math.abs(temperature) < bounds.temperature) return 'NO_TEMPERATURE';
  return length < bounds.length ? 'NEUTRAL_CENTRE' : undefined;
}

/**
 * `part = weight × value`, for the features that are answered. docs/color-method.md A3, `temperature`, `value`,
 * `clarity`.
 */
function colorParts({
  hairColor: hair,
  eyeColor: eye,
  skinColor: skin,
  skinUndertone: undertone,
}: ColorAnswers): ColorParts {
  const { temperature, value, clarity } = S.WEIGHTS;
  const parts: ColorParts = { temperature: {}, value: {}, clarity: {} };
  if (undertone) parts.temperature.undertone = temperature.undertone * S.TEMPERATURE.undertone[undertone];
  if (skin) parts.value.skin = value.skin * lightness('skin', S.LIGHTNESS.skin[skin]);
  if (hair) {
    parts.temperature.hair = temperature.hair * S.TEMPERATURE.hair[hair];
    parts.value.hair = value.hair * lightness('hair', S.LIGHTNESS.hair[hair]);
    parts.clarity.hair = clarity.hair * S.CLARITY.hair[hair];
  }
  if (eye) {
    parts.temperature.eye = temperature.eye * S.TEMPERATURE.eye[eye];
    parts.value.eye = value.eye * lightness('eye', S.LIGHTNESS.eye[eye]);
    parts.clarity.eye = clarity.eye * S.CLARITY.eye[eye];
  }
  if (skin && (hair || eye)) {
    const others = { hair: hair && S.LIGHTNESS.hair[hair], eye: eye && S.LIGHTNESS.eye[eye] };
    parts.clarity.contrast = clarity.contrast * contrast(S.LIGHTNESS.skin[skin], others);
  }
  return parts;
}

function lightness(feature: keyof typeof S.VALUE_RANGE, lStar: number): number {
  const { center, spread } = S.VALUE_RANGE[feature];
  return clamp((lStar - center) / spread);
}

/**
 * Mean of the absolute difference and the difference relative to what this skin can show. docs/color-method.md A3,
 * `contrast`.
 */
function contrast(skin: number, others: { hair?: number | undefined; eye?: number | undefined }): number {
  const { weights, widest, darkest, leastRoom, center, spread } = S.CONTRAST;
  let difference = 0;
  let weight = 0;
  for (const feature of ['hair', 'eye'] as const) {
    const other = others[feature];
    if (other === undefined) continue;
    difference += weights[feature] * Math.abs(skin - other);
    weight += weights[feature];
  }
  const d = difference / weight;
  return clamp(((0.5 * d) / widest + (0.5 * d) / Math.max(skin - darkest, leastRoom) - center) / spread);
}

/** Sum of the weights of the parts that are there. */
function axisEvidence(axis: S.Axis, parts: ColorParts[S.Axis]): number {
  const weights: Record<string, number> = S.WEIGHTS[axis];
  return sum(Object.keys(parts).map((part) => weights[part] as number));
}

/** What one unit of a part, and one unit of the offset, add to an axis. docs/color-method.md A3.3. */
export function axisScale(axis: S.Axis, parts: ColorParts[S.Axis]): { perPart: number; perOffset: number } {
  const evidence = axisEvidence(axis, parts);
  const perOffset = S.AXIS_SCALE[axis].scale * Math.min(1, evidence / S.FULL_EVIDENCE);
  return { perPart: perOffset / Math.max(evidence, S.FULL_EVIDENCE), perOffset };
}

function axisValue(axis: S.Axis, parts: ColorParts[S.Axis]): number {
  const { perPart, perOffset } = axisScale(axis, parts);
  // Without evidence both factors are 0, so that an axis without answers has no direction.
  return sum(Object.values(parts)) * perPart - S.AXIS_SCALE[axis].offset * perOffset;
}

function totalEvidence(answers: ColorAnswers, certainty: Certainty): number {
  const { hairColor, eyeColor, skinColor, skinUndertone } = answers;
  const answered = { hair: hairColor, eye: eyeColor, skin: skinColor, undertone: skinUndertone };
  const features = Object.keys(S.EVIDENCE) as S.Feature[];
  return sum(features.map((feature) => (answered[feature] ? S.EVIDENCE[feature] * (certainty[feature] ?? 1) : 0)));
}
