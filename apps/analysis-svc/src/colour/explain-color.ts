import { AXES, axisScale, type ColorAnalysis } from './color-analysis.js';
import { AXIS_SCALE, type Axis, TAXONOMIES } from './color-tables.js';
import { DIRECTIONS, nearest } from './directions.js';

/** What brought an analysis near to a type. */
export interface ColorContributions {
  /** Cosine of the angle to the type's nearest direction, in [-1, 1]: the sum of all contributions. */
  closeness: number;
  /** By axis: the share of each answered feature, and that of the axis's own centre. */
  contributions: Record<Axis, Record<string, number>>;
}

/**
 * Why an analysis is near to a type or far from it: additive, feature by feature. The scores follow from the closeness of
 * all types: score = exp(8 × closeness) / the sum of that over the types. docs/color-method.md A3.7.
 * @returns undefined when it was computed with other numbers than those of today, or has no direction at all.
 */
export function contributionsTo(
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
    const centre = -AXIS_SCALE[axis].offset * perOffset * share;
    if (centre !== 0) contributions[axis].centre = centre;
  }
  return { closeness: cosine, contributions };
}
