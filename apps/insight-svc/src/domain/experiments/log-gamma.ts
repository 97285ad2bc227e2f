const HALF_LOG_2_PI = Math.log(2 * Math.PI) / 2;
/** From here on, the series below is exact to about 14 digits. */
const SERIES_FROM = 15;

/** Natural logarithm of the gamma function. @param x - above 0. Stirling's series, after steps of Γ(x + 1) = x Γ(x). */
export function logGamma(x: number): number {
  let steps = 0;
  let at = x;
  while (at < SERIES_FROM) {
    steps += Math.log(at);
    at += 1;
  }
  const inverse = 1 / at;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));
  return (at - 0.5) * Math.log(at) - at + HALF_LOG_2_PI + series - steps;
}
