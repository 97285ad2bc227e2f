import { type FunnelHostName, keepsVisitors, type TrackingConsent } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { isAssigned } from '../../domain/funnel/assigned-version.js';
import { resolveHost } from './resolve-host.js';

export interface HostVisit {
  companyId: string;
  funnelId: string;
  /** The version is or was a draft. */
  isPreview: boolean;
  trackingConsent: TrackingConsent;
  /** Ids of visitors may be stored, as hashes. */
  keepsVisitors: boolean;
}

/**
 * What a report of a visit to a funnel's host is counted under, and whether it may be. Superseded versions have visits too: a page may
 * have been open while the next one was published. One round trip.
 * @throws ServiceError NOT_FOUND, VERSION_NOT_FOUND.
 */
export function resolveHostVisit(deps: { db: Knex }) {
  return async (host: FunnelHostName | undefined, versionId: string, experimentId?: string): Promise<HostVisit> => {
    const { company, funnel, namedVersionState, test } = await resolveHost(deps.db, host, versionId);
    if (namedVersionState === undefined) {
      throw new ServiceError(
        'VERSION_NOT_FOUND',
        'versionId is no version of this funnel; send the version id that came with the questions.',
      );
    }
    return {
      companyId: company.id,
      funnelId: funnel.id,
      isPreview:
        !isAssigned(test?.test, experimentId, versionId) &&
        (namedVersionState === 'DRAFT' || namedVersionState === 'DISCARDED'),
      trackingConsent: company.settings.tracking.consent,
      keepsVisitors: keepsVisitors(company.settings.tracking),
    };
  };
}
