import type { FunnelTest, FunnelVersion } from '@svc/domain';
import { createClient, json, newContext, runInContext } from '@svc/kit';
import { FunnelServiceClient, type RunningTests } from '@svc/proto';
import type { FunnelStates } from '../domain/company-data.js';
import type { FunnelPeer } from '../usecases/companies/peers.js';

/** @param address - `host:port` of funnel-svc. */
export function createFunnelClient(address: string): FunnelPeer & { close(): void } {
  const client = createClient(FunnelServiceClient, address);
  // Several matches may wait for one answer, so it must not end with the one that asked first.
  const alone = <T>(call: () => Promise<T>): Promise<T> => runInContext(newContext(), call);
  return {
    listChanges: (cursor) => client.listCompanyChanges({ cursor }),
    getStates: (companyId) =>
      alone(async () => {
        const { version, language, funnels } = await client.getCompanyState({ companyId });
        return {
          version,
          language,
          funnels: funnels.map(({ funnelId, publishedVersionId, publishTime, archived, runningTests }) => ({
            funnelId,
            publishedVersionId: publishedVersionId ?? null,
            ...(publishTime ? { publishedAtMs: publishTime.getTime() } : {}),
            archived,
            ...toTests(runningTests),
          })),
        };
      }),
    getVersion: (versionId) =>
      alone(async () => json.decode<FunnelVersion>((await client.getVersion({ versionId })).versionJson)),
    close: () => client.close(),
  };
}

function toTests(
  tests: RunningTests | undefined,
): Pick<FunnelStates['funnels'][number], 'testedVersionIds' | 'matchingTest'> {
  if (!tests) return {};
  const { versionIds, matchingTestJson } = tests;
  return {
    ...(versionIds.length > 0 ? { testedVersionIds: versionIds } : {}),
    ...(matchingTestJson.length > 0 ? { matchingTest: json.decode<FunnelTest>(matchingTestJson) } : {}),
  };
}
