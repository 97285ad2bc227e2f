import { isObject, type RecordStorage, readList, toText, writeList } from './record-list.js';

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

/** How long a recommendation is kept. */
const MAX_RECOMMENDATION_AGE_MS = 30 * 24 * 60 * 60 * 1_000;
/** How many recommendations are kept, of all funnels together. */
export const MAX_RECOMMENDATIONS = 2_000;

/**
 * Adds what an analysis recommended. Of a variant that the same funnel recommended before, only the newest entry stays, so that a
 * purchase is attributed to the last analysis that recommended it; what earlier analyses recommended in addition stays, too.
 * Removes entries that are older than 30 days or cannot be used, and the oldest beyond 2,000.
 * Returns false when the storage does not take it.
 * @param now - milliseconds since the epoch.
 */
export function writeRecommendedVariants(
  storage: RecordStorage,
  funnel: string,
  records: readonly Omit<RecommendedVariant, 'funnel'>[],
  now: number,
): boolean {
  const newest = new Map<string, { entry: unknown; timestamp: number }>();
  const added = records.map((record) => ({ ...record, funnel }));
  for (const entry of [...readList(storage, RECOMMENDED_VARIANTS_KEY), ...added]) {
    const record = toRecord(entry);
    if (!record || record.timestamp < now - MAX_RECOMMENDATION_AGE_MS) continue;
    const { timestamp } = record;
    const key = JSON.stringify([record.funnel, record.variant_id]);
    if ((newest.get(key)?.timestamp ?? timestamp) > timestamp) continue;
    newest.delete(key);
    newest.set(key, { entry, timestamp });
  }
  const list = [...newest.values()].sort((a, b) => a.timestamp - b.timestamp).slice(-MAX_RECOMMENDATIONS);
  return writeList(
    storage,
    RECOMMENDED_VARIANTS_KEY,
    list.map(({ entry }) => entry),
    funnel,
  );
}

function toRecord(entry: unknown): RecommendedVariant | null {
  if (!isObject(entry)) return null;
  const { timestamp } = entry;
  const [variant, analysis, funnel] = [toText(entry.variant_id), toText(entry.analysis_id), toText(entry.funnel)];
  if (!variant || !analysis || !funnel || typeof timestamp !== 'number' || !Number.isFinite(timestamp)) return null;
  return { timestamp, variant_id: variant, source: toText(entry.source) ?? '', analysis_id: analysis, funnel };
}
