import type { ColorTaxonomy } from '@svc/domain';
import { type Axis, type Direction, TAXONOMIES } from './color-tables.js';

/** The color types of a taxonomy in their fixed order, each with its directions as unit vectors. */
export const DIRECTIONS = Object.fromEntries(
  Object.entries(TAXONOMIES).map(([taxonomy, { types }]) => [
    taxonomy,
    Object.entries(types).map(([type, directions]) => ({ type, units: directions.map(toUnit) })),
  ]),
) as Record<ColorTaxonomy, { type: string; units: Direction[] }[]>;

function toUnit(direction: Direction): Direction {
  const length = Math.hypot(...direction);
  return [direction[0] / length, direction[1] / length, direction[2] / length];
}

/**
 * How near an analysis is to a type: the cosine of the angle to the nearest of its directions, and that direction.
 * @param length - of `axes`, over 0.
 */
export function nearest(
  units: readonly Direction[],
  axes: Record<Axis, number>,
  length: number,
): { direction: Direction; cosine: number } {
  let direction: Direction = [0, 0, 0];
  let cosine = Number.NEGATIVE_INFINITY;
  for (const unit of units) {
    const here = (unit[0] * axes.temperature + unit[1] * axes.value + unit[2] * axes.clarity) / length;
    if (here <= cosine) continue;
    direction = unit;
    cosine = here;
  }
  return { direction, cosine };
}
