/**
 * Units per arm until a difference of `minimumEffect` is found with 80 % power by an interval that is valid at every look. A test with a
 * single look would need 16 in place of 30. docs/insight.md N9.2.
 * @param unitVariance - of one unit, in one arm.
 * @param minimumEffect - above 0, in the unit of the measure.
 */
export function planUnits(unitVariance: number, minimumEffect: number): number {
  // Decimal fractions such as 0.3 · 0.7 are not exact: without rounding, 7,000.000000000001 would need one more unit.
  return Math.ceil(Number(((30 * unitVariance) / minimumEffect ** 2).toPrecision(12)));
}
