import type { MatchingAnswers, MatchingConfig, ReplayDraft } from '@svc/domain';
import { createClient, json } from '@svc/kit';
import {
  type ListMatchingInputsResponse_Item as Item,
  type MeasureRulesRequest,
  ReleaseServiceClient,
  type ReplayMatchesRequest,
  type ReplayReport,
} from '@svc/proto';

/** An analysis as analysis-svc lists it. */
export const toItem = (companyId: string, analysisId: string, answers?: MatchingAnswers): Item => ({
  analysisId,
  input: {
    companyId,
    funnelId: `${companyId}-funnel`,
    versionId: `${companyId}-v1`,
    isPreview: false,
    hasSelfie: false,
    hasContact: false,
    answersJson: json.encode(answers ?? { selectionValues: [] }),
  },
});

/** ReleaseService as tests call it; close it. */
export function releaseClient(address: string) {
  const client = createClient(ReleaseServiceClient, address, { timeoutMs: 30_000, retry: [] });
  return {
    client,
    async replay(
      companyId: string,
      draft: ReplayDraft,
      batches: Item[][],
      signal?: AbortSignal,
    ): Promise<ReplayReport> {
      const { report } = await client.replayMatches(requests(companyId, draft, batches), { signal });
      return report!;
    },
    measure: async (companyId: string, batches: Item[][]) => client.measureRules(toMeasure(companyId, batches)),
    async versions(companyId: string, pageSize = 50, pageToken = '') {
      return client.listConfigVersions({ companyId, pageSize, pageToken });
    },
    async version(companyId: string, version: number): Promise<MatchingConfig> {
      return json.decode((await client.getConfigVersion({ companyId, version })).configJson);
    },
    close: () => client.close(),
  };
}

async function* requests(
  companyId: string,
  draft: ReplayDraft,
  batches: Item[][],
): AsyncGenerator<ReplayMatchesRequest> {
  const asked = batches.flat().length;
  const start = { companyId, funnelId: `${companyId}-funnel`, draftJson: json.encode(draft), asked };
  yield { part: { $case: 'start', value: start } };
  for (const items of batches) yield { part: { $case: 'analyses', value: { items } } };
}

async function* toMeasure(companyId: string, batches: Item[][]): AsyncGenerator<MeasureRulesRequest> {
  yield { part: { $case: 'start', value: { companyId, funnelId: `${companyId}-funnel` } } };
  for (const items of batches) yield { part: { $case: 'analyses', value: { items } } };
}
