import { AXES, axisScale, type ColorAnalysis } from './color-analysis.js';
import { AXIS_SCALE, type Axis, TAXONOMIES } from './color-tables.js';
import { DIRECTIONS, nearest } from './directions.js';

/** How each feature moved an analysis towards a type. */
export interface ColorContributions {
  /** Cosine of the angle to the type's nearest direction, in [-1, 1]: the sum of all contributions. */
  closeness: number;
  /** By axis: the contribution of each answered feature, and that of the axis's own center. */
  contributions: Record<Axis, Record<string, number>>;
}

/**
 * Explains the distance between an analysis and a type, as a sum over features. Scores follow from the closeness to all
 * types: score = exp(8 × closeness) / the sum of that over the types. docs/color-method.md A3.7.
 * @returns undefined when the analysis was computed with an older mapping version, or has no direction.
 */
export function explainCloseness(
  { axes, parts, taxonomy, mappingVersion }: Pick<ColorAnalysis, 'axes' | 'parts' | 'taxonomy' | 'mappingVersion'>,
  type: string,
): ColorContributions | undefined {
  const units = DIRECTIONS[taxonomy]?.find((known) => known.type === type)?.units;
  const length = Math.hypot(axes.temperature, axes.value, axes.clarity);
  if (!units || TAXONOMIES[taxonomy].mappingVersion !== mappingVersion || length === 0) return undefined;
  const { direction, cosine } = nearest(units, axes, length);
  const contributions: ColorContributions['contributions'] = { temperature: {}, value: {}, clarity: {} };
  for (const [i, axis] of AXES.entries()) {
    const { perPart, perOffset } = axisScale(axis, parts[axis]);
    const share = (direction[i] as number) / length;
    for (const [feature, part] of Object.entries(parts[axis])) contributions[axis][feature] = part * perPart * share;
    const center = -AXIS_SCALE[axis].offset * perOffset * share;
    if (center !== 0) contributions[axis].center = center;
  }
  return { closeness: cosine, contributions };
}
