import type { ColorResult, MatchingAnswers } from '@svc/domain';
import * as S from './seasons-12.js';

export type ColorReason = 'TOO_FEW_ANSWERS' | 'NO_TEMPERATURE' | 'NEUTRAL_CENTRE';

/** Weighted parts of each axis before offset and scale; a part without its answers is absent. */
export interface ColorParts {
  temperature: { undertone?: number; hair?: number; eye?: number };
  value: { skin?: number; hair?: number; eye?: number };
  clarity: { contrast?: number; hair?: number; eye?: number };
}

/** A colour type with everything that explains it; stored as it is. */
export interface ColorAnalysis extends ColorResult {
  /** Why there is no type; null when there is one. */
  reason: ColorReason | null;
  /** In [0, 1]; 0 without a type. */
  confidence: number;
  axes: Record<S.Axis, number>;
  parts: ColorParts;
  mappingVersion: string;
}

type ColorAnswers = Pick<MatchingAnswers, 'hairColor' | 'eyeColor' | 'skinColor' | 'skinUndertone'>;

const AXES = ['temperature', 'value', 'clarity'] as const;
const TYPES = Object.keys(S.SEASONS);
const clamp = (x: number): number => Math.max(-S.CLAMP, Math.min(S.CLAMP, x));
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Unit vector of each season. */
const DIRECTIONS = Object.values(S.SEASONS).map((d) => d.map((component) => component / Math.hypot(...d)));

/**
 * The colour type of answers: a pure function, so equal answers give the equal result for ever. Give it the answers of
 * visible steps; ageRange and selections have no effect.
 * Method: Colour analysis, "1.5 Formula"; the twelve worked examples of 1.6 are the test.
 */
export function analyseColor(answers: ColorAnswers): ColorAnalysis {
  const parts = colorParts(answers);
  const axes = { temperature: 0, value: 0, clarity: 0 };
  for (const axis of AXES) axes[axis] = axisValue(axis, parts[axis]);
  const evidence = totalEvidence(answers);
  const length = Math.hypot(...AXES.map((axis) => axes[axis]));
  const base = { axes, parts, mappingVersion: S.MAPPING_VERSION };

  const reason = whyNot(answers, evidence, axisEvidence('temperature', parts.temperature), axes.temperature, length);
  if (reason) return { type: null, reason, scores: {}, confidence: 0, ...base };

  const cosines = DIRECTIONS.map((d) => sum(AXES.map((axis, i) => (d[i] as number) * axes[axis])) / length);
  const [first, second] = [...cosines].sort((a, b) => b - a) as [number, number];
  const weights = cosines.map((cosine) => Math.exp(S.SHARPNESS * cosine));
  const total = sum(weights);
  return {
    type: TYPES[cosines.indexOf(first)] as string,
    reason: null,
    scores: Object.fromEntries(TYPES.map((type, i) => [type, (weights[i] as number) / total])),
    confidence: evidence * Math.min(1, length / S.CONFIDENT.length) * Math.min(1, (first - second) / S.CONFIDENT.lead),
    ...base,
  };
}

function whyNot(
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

/** `part = weight × value`, for the features that are answered. Colour analysis 1.5, `temperature`, `value`, `clarity`. */
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
  const { centre, spread } = S.VALUE_RANGE[feature];
  return clamp((lStar - centre) / spread);
}

/** Half the absolute difference, half the one relative to what this skin can show. Colour analysis 1.5, `contrast`. */
function contrast(skin: number, others: { hair?: number | undefined; eye?: number | undefined }): number {
  const { weights, widest, darkest, leastRoom, centre, spread } = S.CONTRAST;
  let difference = 0;
  let weight = 0;
  for (const feature of ['hair', 'eye'] as const) {
    const other = others[feature];
    if (other === undefined) continue;
    difference += weights[feature] * Math.abs(skin - other);
    weight += weights[feature];
  }
  const d = difference / weight;
  return clamp(((0.5 * d) / widest + (0.5 * d) / Math.max(skin - darkest, leastRoom) - centre) / spread);
}

/** Sum of the weights of the parts that are there. */
function axisEvidence(axis: S.Axis, parts: ColorParts[S.Axis]): number {
  const weights: Record<string, number> = S.WEIGHTS[axis];
  return sum(Object.keys(parts).map((part) => weights[part] as number));
}

function axisValue(axis: S.Axis, parts: ColorParts[S.Axis]): number {
  const evidence = axisEvidence(axis, parts);
  if (evidence === 0) return 0;
  const { offset, scale } = S.AXIS_SCALE[axis];
  const mean = sum(Object.values(parts)) / Math.max(evidence, S.FULL_EVIDENCE);
  return (mean - offset) * scale * Math.min(1, evidence / S.FULL_EVIDENCE);
}

function totalEvidence({ hairColor, eyeColor, skinColor, skinUndertone }: ColorAnswers): number {
  const answered = { hair: hairColor, eye: eyeColor, skin: skinColor, undertone: skinUndertone };
  return sum(Object.entries(S.EVIDENCE).map(([feature, weight]) => (answered[feature as S.Feature] ? weight : 0)));
}
