import type { EyeColor, HairColor, SkinColor, SkinUndertone } from '@svc/domain';
import { deltaE, hue, type Lab, typologyAngle } from './color-space.js';
import { EYE_REFERENCES, HAIR_REFERENCES } from './reference-colors.js';

/** A class and its confidence, in [0, 1]. */
export interface Classified<Value extends string> {
  value: Value;
  confidence: number;
}

/** Cuts and confidences. docs/color-method.md A7; engineering defaults except the typology angles. */
const CUTS = {
  /** Typology angles between the five words, degrees, from FAIR to DEEP. */
  skinAngles: [55, 45, 33, 10],
  skin: { confidence: 0.6, fullDistance: 5 },
  undertone: { confidence: 0.3, minL: 65, residual: 6 },
  eye: { confidence: 0.4, maxDistance: 14, margin: 3, darkBrownBelowL: 26 },
  hair: { confidence: 0.3, margin: 3, weightOfA: 0.5 },
} as const;

const SKINS = ['FAIR', 'LIGHT', 'MEDIUM', 'MEDIUM_DEEP', 'DEEP'] as const satisfies SkinColor[];

/** The depth of skin from its typology angle; the confidence grows with the distance to the nearest cut. */
export function classifySkin(cheeks: Lab): Classified<SkinColor> {
  const angle = typologyAngle(cheeks);
  const index = CUTS.skinAngles.filter((cut) => angle <= cut).length;
  const distance = Math.min(...CUTS.skinAngles.map((cut) => Math.abs(angle - cut)));
  const { confidence, fullDistance } = CUTS.skin;
  return { value: SKINS[index] as SkinColor, confidence: confidence * Math.min(1, distance / fullDistance) };
}

/**
 * The undertone from the hue angle, which exposure does not change, after removing the dependency of hue on depth. Never
 * for skin with L* < 65, where the classes are closer together than a camera can distinguish.
 */
export function classifyUndertone(cheeks: Lab): Classified<SkinUndertone> | undefined {
  const { minL, residual, confidence } = CUTS.undertone;
  if (cheeks[0] < minL) return undefined;
  const beyond = hue(cheeks) - (61.4 + 0.335 * (cheeks[0] - 66.9));
  return { value: beyond <= -residual ? 'COOL' : beyond >= residual ? 'WARM' : 'NEUTRAL', confidence };
}

/** The reference color nearest to an iris; undefined if none is near, or two are. */
export function classifyIris(iris: Lab): EyeColor | undefined {
  const { maxDistance, margin, darkBrownBelowL } = CUTS.eye;
  if (iris[0] < darkBrownBelowL) {
    // At this darkness nearly every eye is dark brown. A cold color is a pupil, lashes or make-up, and gives no result.
    return deltaE(iris, EYE_REFERENCES.DARK_BROWN) <= maxDistance ? 'DARK_BROWN' : undefined;
  }
  const [best, second] = nearest(EYE_REFERENCES, (reference) => deltaE(iris, reference));
  return best.distance <= maxDistance && second.distance - best.distance >= margin ? best.value : undefined;
}

/** Pairs of colors that the two eyes of one person may have in the same light. */
const ADJACENT: readonly (readonly [EyeColor, EyeColor])[] = [
  ['BLUE', 'GREY'],
  ['GREY', 'GREEN'],
  ['GREEN', 'GREEN_BROWN'],
  ['GREEN_BROWN', 'AMBER'],
  ['GREEN_BROWN', 'BROWN'],
  ['AMBER', 'BROWN'],
  ['BROWN', 'DARK_BROWN'],
];

/** Both irises must be measured and agree. For two adjacent colors, the one nearer to the mean color wins. */
export function classifyEyes(right: Lab, left: Lab): Classified<EyeColor> | undefined {
  const [first, second] = [classifyIris(right), classifyIris(left)];
  if (!first || !second) return undefined;
  const { confidence } = CUTS.eye;
  if (first === second) return { value: first, confidence };
  const isPair = ADJACENT.some((pair) => pair.includes(first) && pair.includes(second));
  if (!isPair) return undefined;
  const mean = [0, 1, 2].map((index) => ((right[index] ?? 0) + (left[index] ?? 0)) / 2) as unknown as Lab;
  const value = deltaE(mean, EYE_REFERENCES[first]) <= deltaE(mean, EYE_REFERENCES[second]) ? first : second;
  return { value, confidence };
}

/** The reference color nearest to the hair. Redness counts half, because light changes it most. Undefined if two are equally near. */
export function classifyHair(hair: Lab): Classified<HairColor> | undefined {
  const { margin, confidence, weightOfA } = CUTS.hair;
  const weigh = ([l, a, b]: Lab): Lab => [l, a * weightOfA, b];
  const [best, second] = nearest(HAIR_REFERENCES, (reference) => deltaE(weigh(hair), weigh(reference)));
  return second.distance - best.distance >= margin ? { value: best.value, confidence } : undefined;
}

interface Near<Value> {
  value: Value;
  distance: number;
}

function nearest<Value extends string>(
  references: Readonly<Record<Value, Lab>>,
  distanceTo: (reference: Lab) => number,
): [best: Near<Value>, second: Near<Value>] {
  const sorted = (Object.keys(references) as Value[])
    .map((value) => ({ value, distance: distanceTo(references[value]) }))
    .sort((a, b) => a.distance - b.distance);
  return [sorted[0], sorted[1]] as [Near<Value>, Near<Value>];
}
