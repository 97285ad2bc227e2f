import { DELIVERY_TARGETS, type DeliveryTargetName } from '@svc/domain';
import { createClient, ServiceError } from '@svc/kit';
import { FunnelPageServiceClient, type FunnelHost as SentHost } from '@svc/proto';
import type { FunnelHost, FunnelOfHost, HostTarget } from '../usecases/submit-analysis.js';
import { toSettings } from './funnel.js';

/** What this service asks of funnel-svc about funnels' own hosts. */
export interface FunnelPageClient {
  /** Fails as the RPC says. */
  resolveHostSubmission(request: { host: FunnelHost; versionId?: string | undefined }): Promise<HostTarget>;
  findFunnelOfHost(host: FunnelHost): Promise<FunnelOfHost>;
  close(): void;
}

/** @param address - `host:port` of funnel-svc. */
export function createFunnelPageClient(address: string): FunnelPageClient {
  const client = createClient(FunnelPageServiceClient, address, {
    // Both only read.
    retry: ['resolveHostSubmission', 'getFunnelPage'],
  });
  return {
    async resolveHostSubmission({ host, versionId }) {
      const answer = await client.resolveHostSubmission({ host: toSent(host), versionId });
      const { submission, subdomain, funnelValue: value, language, targets } = answer;
      if (!submission) throw new ServiceError('UNAVAILABLE', 'The funnel could not be read. Please try again.');
      const { settings, ...target } = submission;
      return {
        target: { ...target, settings: toSettings(settings) },
        funnel: { subdomain, value, language },
        // A target that this version does not know is of a later one, whose worker delivers what it recorded itself.
        deliverTo: targets.filter(isKnown),
      };
    },
    async findFunnelOfHost(host) {
      const { companyId, funnelId } = await client.getFunnelPage({ host: toSent(host), preferredLocales: [] });
      return { companyId, funnelId };
    },
    close: () => client.close(),
  };
}

const isKnown = (name: string): name is DeliveryTargetName => (DELIVERY_TARGETS as readonly string[]).includes(name);

const toSent = (host: FunnelHost): SentHost => ({
  name: 'host' in host ? { $case: 'host', value: host.host } : { $case: 'subdomain', value: host.subdomain },
});
