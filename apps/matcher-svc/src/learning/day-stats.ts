/**
 * Statistics of one day of a funnel's sessions: additive, without ids of analyses. A session is one analysis and belongs to the
 * UTC day of its first event, so that a purchase three days later counts for the day of the impression.
 */
export interface DayStats {
  /** Analyses with at least one event. */
  sessions: number;
  /** Number of impressions, without position weight. */
  impressions: number;
  /** Number of analyses that had each option, by option token. */
  options: Record<string, number>;
  /** By variant id. */
  variants: Record<string, VariantStats>;
  /** By option token, then variant id. */
  pairs: Record<string, Record<string, VariantStats>>;
}

export interface VariantStats {
  /** Σ b(p) of impressions at position p from 0: b(p) = 1 / (1 + 0.25·p). docs/matching.md M7. */
  b: number;
  /** Σ over analyses of min(8, clicks + 3 × add-to-carts + 8 × purchases). */
  k: number;
}
