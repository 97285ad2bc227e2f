import { isObject, type RecordStorage, readList, replaceFunnel, toText } from './record-list.js';

/** Storage key. docs/contract.md C20. */
export const RECOMMENDED_VARIANTS_KEY = 'svcRecommendedProductVariants';

/** One variant that an analysis recommended. */
export interface RecommendedVariant {
  /** Milliseconds since the epoch. */
  timestamp: number;
  variant_id: string;
  source: string;
  analysis_id: string;
  /** Sub-domain. */
  funnel: string;
}

/**
 * The variants that were recommended in this browser, in the order stored. Entries that cannot be used (no variant,
 * analysis, funnel or time) are left out, a missing source is ''. Never throws.
 */
export function readRecommendedVariants(storage: RecordStorage): RecommendedVariant[] {
  return readList(storage, RECOMMENDED_VARIANTS_KEY).flatMap((entry) => toRecord(entry) ?? []);
}

/**
 * Keeps what an analysis recommended, in place of what earlier analyses of the same funnel did.
 * Returns false when the storage does not take it.
 */
export const writeRecommendedVariants = (
  storage: RecordStorage,
  funnel: string,
  records: readonly Omit<RecommendedVariant, 'funnel'>[],
): boolean =>
  replaceFunnel(
    storage,
    RECOMMENDED_VARIANTS_KEY,
    funnel,
    records.map(({ timestamp, variant_id, source, analysis_id }) => ({
      timestamp,
      variant_id,
      source,
      analysis_id,
      funnel,
    })),
  );

function toRecord(entry: unknown): RecommendedVariant | null {
  if (!isObject(entry)) return null;
  const { timestamp } = entry;
  const [variant, analysis, funnel] = [toText(entry.variant_id), toText(entry.analysis_id), toText(entry.funnel)];
  if (!variant || !analysis || !funnel || typeof timestamp !== 'number' || !Number.isFinite(timestamp)) return null;
  return { timestamp, variant_id: variant, source: toText(entry.source) ?? '', analysis_id: analysis, funnel };
}
