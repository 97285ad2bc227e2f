import type { ComponentConfig, ComponentFunnel } from '../../loader/component-config.js';
import type { Runtime } from '../../loader/runtime.js';
import { readAnalyses } from '../../storage/analyses.js';
import { findKnownAnalysis } from '../../storage/find-known-analysis.js';
import { lookUpFunnel } from './find-funnel.js';
import { getStorage } from './page-data.js';

/** Every script of the shop can write records, and a funnel that the configuration does not name is a request. */
const MAX_RECORDS = 20;

/** The newest analysis that this browser knows of the company's funnels. */
export async function findNewestAnalysis(
  runtime: Runtime,
  config: ComponentConfig,
): Promise<{ funnel: ComponentFunnel; analysisId: string } | undefined> {
  const storage = getStorage(runtime);
  const records = readAnalyses(storage).sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1));
  for (const { funnel: name } of records.slice(0, MAX_RECORDS)) {
    const funnel = await lookUpFunnel(runtime, config, name);
    const known = funnel && findKnownAnalysis(storage, funnel);
    if (known) return { funnel, analysisId: known.analysis_id };
  }
  return undefined;
}
