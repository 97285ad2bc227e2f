import type { FunnelVersion } from '@svc/domain';
import { createClient, json, newContext, runInContext } from '@svc/kit';
import { FunnelServiceClient } from '@svc/proto';
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
          funnels: funnels.map(({ funnelId, publishedVersionId, publishTime, archived }) => ({
            funnelId,
            publishedVersionId: publishedVersionId ?? null,
            ...(publishTime ? { publishedAtMs: publishTime.getTime() } : {}),
            archived,
          })),
        };
      }),
    getVersion: (versionId) =>
      alone(async () => json.decode<FunnelVersion>((await client.getVersion({ versionId })).versionJson)),
    close: () => client.close(),
  };
}
