import {
  type AnalysisSettings,
  DELIVERY_TARGETS,
  type DeliveryTargetName,
  type FunnelHostName,
  keepsVisitors,
} from '@svc/domain';
import { generalError } from '@svc/kit';
import type { Knex } from 'knex';
import { isAssigned } from '../../domain/funnel/assigned-version.js';
import { chooseSubmissionVersion, type SubmissionTarget } from '../../domain/funnel/choose-version.js';
import { resolveHost } from './resolve-host.js';

export interface HostSubmission extends SubmissionTarget {
  companyId: string;
  funnelId: string;
  settings: AnalysisSettings;
  subdomain: string;
  /** `funnel_value` of the webhook. */
  funnelValue: string;
  /** Company language, BCP 47. */
  language: string;
  /** Where the submission is delivered. */
  targets: DeliveryTargetName[];
  /** The test that assigned the version; undefined: none. */
  experimentId: string | undefined;
  /** Ids of visitors may be stored, as hashes. */
  keepsVisitors: boolean;
}

/**
 * Decides which version a submission to a funnel's host is stored against, and where it is delivered. One round trip.
 * @throws ServiceError NOT_FOUND, FUNNEL_PAUSED, FUNNEL_NOT_PUBLISHED, VERSION_NOT_FOUND.
 */
export function resolveHostSubmission(deps: { db: Knex }) {
  return async (
    host: FunnelHostName | undefined,
    versionId: string | undefined,
    experimentId?: string,
  ): Promise<HostSubmission> => {
    const { company, funnel, namedVersionState, test } = await resolveHost(deps.db, host, versionId);
    if (funnel.paused) throw generalError('FUNNEL_PAUSED');
    // Answers that were given in an arm are stored against its version, also after the test. docs/insight.md N13.9.
    const isOfTest = versionId !== undefined && isAssigned(test?.test, experimentId, versionId);
    const target =
      isOfTest && versionId !== undefined
        ? { versionId, isPreview: false, superseded: false }
        : chooseSubmissionVersion({ ...funnel, namedVersionId: versionId, namedVersionState }, 'versionId');
    const { colorTaxonomy, selfie } = company.settings;
    const isOn = { webhook: company.hasWebhook, crm: company.hasCrm };
    return {
      ...target,
      companyId: company.id,
      funnelId: funnel.id,
      settings: { colorTaxonomy, selfie },
      subdomain: funnel.subdomain,
      funnelValue: funnel.value ?? funnel.name,
      language: company.language,
      targets: DELIVERY_TARGETS.filter((name) => isOn[name]),
      experimentId: isOfTest ? experimentId : undefined,
      keepsVisitors: keepsVisitors(company.settings.tracking),
    };
  };
}
