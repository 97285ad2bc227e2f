/** A figure with the interval in which the true one lies with 95 %. docs/insight.md N12.3. */
export interface Interval {
  value: number;
  low: number;
  high: number;
}
