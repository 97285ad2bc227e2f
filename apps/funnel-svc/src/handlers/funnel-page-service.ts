import { type Clock, forCompany, type Handlers, ServiceError, service, withoutNul } from '@svc/kit';
import { deliveryTargets, FunnelPageServiceService, trackingConsents } from '@svc/proto';
import type { Knex } from 'knex';
import { findDeliveryTargets } from '../db/companies.js';
import type { getFunnelPage } from '../usecases/pages/get-funnel-page.js';
import type { resolveHostSubmission } from '../usecases/pages/resolve-host-submission.js';
import type { resolveHostVisit } from '../usecases/pages/resolve-host-visit.js';
import { toHostName } from './host-name.js';
import { toAnalysisSettings, toDeliveryTargets } from './to-proto.js';

/** What the host of a funnel needs. No key: the host is what a request is known by. */
export function createFunnelPageService(deps: {
  db: Knex;
  clock: Clock;
  getFunnelPage: ReturnType<typeof getFunnelPage>;
  resolveHostSubmission: ReturnType<typeof resolveHostSubmission>;
  resolveHostVisit: ReturnType<typeof resolveHostVisit>;
}) {
  const handlers: Handlers<typeof FunnelPageServiceService> = {
    getFunnelPage: ({ host, versionId, locale, preferredLocales, unit }) =>
      deps.getFunnelPage({ host: toHostName(host), versionId, locale, preferredLocales, unit }),

    async resolveHostSubmission({ host, versionId, experimentId }) {
      const found = await deps.resolveHostSubmission(toHostName(host), versionId, experimentId);
      const { subdomain, funnelValue, language, targets, keepsVisitors, ...submitted } = found;
      const { settings, experimentId: assignedBy, ...submission } = submitted;
      return {
        submission: { ...submission, settings: toAnalysisSettings(settings) },
        subdomain,
        funnelValue,
        language,
        targets: targets.map(deliveryTargets.fromName),
        keepsVisitors,
        ...(assignedBy === undefined ? {} : { experimentId: assignedBy }),
      };
    },

    async resolveHostVisit({ host, versionId, experimentId }) {
      const { trackingConsent, ...visit } = await deps.resolveHostVisit(toHostName(host), versionId, experimentId);
      return { ...visit, trackingConsent: trackingConsents.fromName(trackingConsent) };
    },

    async getDeliveryTargets({ companyId }) {
      const targets = await forCompany(deps.db, companyId, (trx) =>
        findDeliveryTargets(trx, companyId, deps.clock.now()),
      );
      if (!targets) throw new ServiceError('NOT_FOUND', 'No company with this id.');
      return { targets: toDeliveryTargets(targets) };
    },
  };
  return service(FunnelPageServiceService, withoutNul(handlers));
}
