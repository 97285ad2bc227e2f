import type { DeliveryTargets, FunnelHostName } from '@svc/domain';
import { createClient, ServiceError } from '@svc/kit';
import {
  crmKinds,
  DeliveryTarget,
  deliveryTargets,
  FunnelPageServiceClient,
  type FunnelHost as SentHost,
  type DeliveryTargets as SentTargets,
} from '@svc/proto';
import type { HostTarget } from '../usecases/submit-analysis.js';
import type { SubmissionOwner } from '../usecases/submit-once.js';
import { toSettings } from './funnel.js';

/** What this service asks of funnel-svc about funnels' own hosts. */
export interface FunnelPageClient {
  /** Fails as the RPC says. */
  resolveHostSubmission(request: {
    host: FunnelHostName;
    versionId?: string | undefined;
    experimentId?: string | undefined;
  }): Promise<HostTarget>;
  findFunnelOfHost(host: FunnelHostName): Promise<SubmissionOwner>;
  /** Where a company's submissions go at this moment; nowhere when there is no such company any more. Holds secrets. */
  getDeliveryTargets(companyId: string): Promise<DeliveryTargets>;
  close(): void;
}

/** @param address - `host:port` of funnel-svc. */
export function createFunnelPageClient(address: string): FunnelPageClient {
  const client = createClient(FunnelPageServiceClient, address, {
    // All of them only read.
    retry: ['resolveHostSubmission', 'getFunnelPage', 'getDeliveryTargets'],
  });
  return {
    async resolveHostSubmission({ host, versionId, experimentId }) {
      const answer = await client.resolveHostSubmission({ host: toSent(host), versionId, experimentId });
      const { submission, subdomain, funnelValue: value, language, targets, keepsVisitors } = answer;
      if (!submission) throw new ServiceError('UNAVAILABLE', 'The funnel could not be read. Please try again.');
      const { settings, ...target } = submission;
      return {
        target: { ...target, settings: toSettings(settings), experimentId: answer.experimentId },
        funnel: { subdomain, value, language },
        keepsVisitors: keepsVisitors ?? false,
        // A target that this release does not know is of a later one, whose worker delivers what it recorded itself.
        deliverTo: targets.filter((target) => target !== DeliveryTarget.UNRECOGNIZED).map(deliveryTargets.toName),
      };
    },
    async findFunnelOfHost(host) {
      const { companyId, funnelId } = await client.getFunnelPage({ host: toSent(host), preferredLocales: [] });
      return { companyId, funnelId };
    },
    async getDeliveryTargets(companyId) {
      try {
        const { targets } = await client.getDeliveryTargets({ companyId });
        return toTargets(targets);
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'NOT_FOUND') return { webhook: null, crm: null };
        throw error;
      }
    },
    close: () => client.close(),
  };
}

const toTargets = (sent: SentTargets | undefined): DeliveryTargets => ({
  webhook: sent?.webhook ?? null,
  crm: sent?.crm ? { ...sent.crm, kind: crmKinds.toName(sent.crm.kind) } : null,
});

const toSent = (host: FunnelHostName): SentHost => ({
  name: 'host' in host ? { $case: 'host', value: host.host } : { $case: 'subdomain', value: host.subdomain },
});
