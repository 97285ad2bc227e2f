import { isAllowedOrigin } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { type GetComponentConfigRequest, TrackingConsent } from '@svc/proto';
import type { Clients } from '../../clients.js';
import type { Context } from '../../context.js';
import { requirePart } from '../../messages/require-part.js';
import { namesCrawler } from '../../parse/crawler.js';
import type { OrderRequest } from './order-schema.js';

/** Whose order it is. */
export interface OrderSource {
  kind: 'REPORTED' | 'VERIFIED';
  companyId: string;
  attributionDays: number;
  /** False: nothing of it may be stored. */
  isAllowed: boolean;
}

/**
 * A Company API Key makes an order a verified one. Without it, the company key names the company, or the domain of the page does, and the
 * page must be on one of its domains; consent is checked here again, so that an old script cannot bypass a changed setting. docs/insight.md N5.1, N5.2.
 * @throws ServiceError UNAUTHORIZED, API_KEY_EXPIRED, NOT_FOUND, INVALID_QUERY.
 */
export async function resolveOrderSource(
  clients: Pick<Clients, 'funnel' | 'components'>,
  ctx: Context,
  companyKey: string | undefined,
  { consent }: Pick<OrderRequest, 'consent'>,
): Promise<OrderSource> {
  const { apiKeyHash } = ctx.state;
  if (apiKeyHash) {
    const { companyId, attributionDays } = await clients.funnel.resolveOrderKey({ apiKeyHash });
    return { kind: 'VERIFIED', companyId, attributionDays, isAllowed: true };
  }
  const origin = ctx.get('Origin');
  const found = await clients.components.getComponentConfig({ company: toCompany(companyKey, origin) });
  if (!isAllowedOrigin(origin, found.domains)) {
    throw new ServiceError('UNAUTHORIZED', 'The Origin of the page must be one of the domains of the company.');
  }
  const { trackingConsent, attributionDays } = requirePart(found.config);
  return {
    ...{ kind: 'REPORTED', companyId: found.companyId, attributionDays },
    isAllowed: isReportingAllowed(trackingConsent, consent) && !namesCrawler(ctx.get('User-Agent')),
  };
}

function toCompany(companyKey: string | undefined, origin: string): GetComponentConfigRequest['company'] {
  if (companyKey !== undefined) return { $case: 'companyKey', value: companyKey };
  const domain = /^https?:\/\/(.+)$/.exec(origin)?.[1];
  if (domain !== undefined) return { $case: 'domain', value: domain };
  throw new ServiceError(
    'INVALID_QUERY',
    'The request must have a Company API Key with the scope order.write, or come from a page of the company.',
  );
}

function isReportingAllowed(setting: TrackingConsent, consent: OrderRequest['consent']): boolean {
  if (setting === TrackingConsent.TRACKING_CONSENT_OFF || consent === 'denied') return false;
  return setting !== TrackingConsent.TRACKING_CONSENT_REQUIRED || consent === 'granted';
}
