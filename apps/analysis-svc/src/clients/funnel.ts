import { type AnalysisSettings, DEFAULT_ANALYSIS_SETTINGS, type FunnelVersion } from '@svc/domain';
import { createClient, currentContext, json, newContext, runInContext } from '@svc/kit';
import { ColorTaxonomy, colorTaxonomies, FunnelServiceClient, type AnalysisSettings as SentSettings } from '@svc/proto';
import type { SubmissionRequest } from '../usecases/create-analysis.js';
import type { AnalysisRetention } from '../usecases/delete-by-retention.js';
import type { SubmissionTarget } from '../usecases/prepare-analysis.js';

/** The calls that this service makes to funnel-svc. */
export interface FunnelClient {
  /** Checks the API key and decides which version a submission is stored against; fails as the RPC says. */
  resolveSubmission(request: SubmissionRequest): Promise<SubmissionTarget>;
  getVersion(versionId: string): Promise<FunnelVersion>;
  /** Sub-domains of a company's funnels, archived ones included, by funnel id. */
  listFunnels(companyId: string): Promise<Map<string, string>>;
  /** Companies whose analyses have an end, after this one, ordered by id; none after the last. */
  listRetentions(afterCompanyId: string): Promise<AnalysisRetention[]>;
  close(): void;
}

/** @param address - `host:port` of funnel-svc. */
export function createFunnelClient(address: string): FunnelClient {
  const client = createClient(FunnelServiceClient, address);
  return {
    async resolveSubmission(request) {
      const { settings, ...target } = await client.resolveSubmission(request);
      return { ...target, settings: toSettings(settings) };
    },
    async getVersion(versionId) {
      // Several requests may wait for this answer, so the cancellation of the first one must not end the call.
      const requestId = currentContext()?.requestId;
      const context = newContext(requestId === undefined ? {} : { requestId });
      const { versionJson } = await runInContext(context, () => client.getVersion({ versionId }));
      return json.decode<FunnelVersion>(versionJson);
    },
    async listFunnels(companyId) {
      const { funnels } = await client.getCompanyState({ companyId });
      return new Map(funnels.map(({ funnelId, subdomain }) => [funnelId, subdomain]));
    },
    async listRetentions(afterCompanyId) {
      return (await client.listAnalysisRetentions({ afterCompanyId })).retentions;
    },
    close: () => client.close(),
  };
}

/** An unknown taxonomy becomes the default, so that analyses are stored while funnel-svc already runs a newer release. */
export function toSettings(sent: SentSettings | undefined): AnalysisSettings {
  if (!sent) return DEFAULT_ANALYSIS_SETTINGS;
  const { UNRECOGNIZED, COLOR_TAXONOMY_UNSPECIFIED } = ColorTaxonomy;
  const isKnown = sent.colorTaxonomy !== UNRECOGNIZED && sent.colorTaxonomy !== COLOR_TAXONOMY_UNSPECIFIED;
  return {
    colorTaxonomy: isKnown ? colorTaxonomies.toName(sent.colorTaxonomy) : DEFAULT_ANALYSIS_SETTINGS.colorTaxonomy,
    selfie: { requireConsent: sent.requireSelfieConsent, undertone: sent.undertoneFromSelfie },
  };
}
