import type { ComponentConfig, ComponentFunnel } from '../../loader/component-config.js';
import type { Runtime } from '../../loader/runtime.js';
import { findKnownAnalysis } from '../../storage/find-known-analysis.js';
import { getStorage } from '../shared/page-data.js';

/** The newest analysis that this browser knows of the company's funnels. */
export function findNewestAnalysis(
  runtime: Runtime,
  { funnels }: ComponentConfig,
): { funnel: ComponentFunnel; analysisId: string; timestamp: string } | undefined {
  const storage = getStorage(runtime);
  return funnels
    .flatMap((funnel) => {
      const record = findKnownAnalysis(storage, funnel);
      return record ? { funnel, analysisId: record.analysis_id, timestamp: record.timestamp } : [];
    })
    .sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1))[0];
}
