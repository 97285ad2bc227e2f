import { type AnalysisRecord, readAnalyses } from './analyses.js';
import type { RecordStorage } from './record-list.js';

/**
 * The analysis of a funnel that this browser knows. An entry whose result is not on the funnel's own host is not used: every
 * script of the shop can write the record. Never throws.
 * @param address - of the funnel, from the configuration.
 */
export function findKnownAnalysis(
  storage: RecordStorage,
  funnel: { subdomain: string; address: string },
): AnalysisRecord | null {
  const record = readAnalyses(storage).find((entry) => entry.funnel === funnel.subdomain);
  return record && new URL(record.analysis_url).origin === new URL(funnel.address).origin ? record : null;
}
