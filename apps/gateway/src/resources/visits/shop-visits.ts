import { currentContext, newContext, runInContext, ServiceError } from '@svc/kit';
import { type GetComponentConfigRequest, shopVisitEventTypes, TrackingConsent } from '@svc/proto';
import { LRUCache } from 'lru-cache';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import { toFunnelHost } from '../../hosts/funnel-host.js';
import { requirePart } from '../../messages/require-part.js';
import type { Host } from '../../parse/host.js';
import type { ShopVisitReport } from './visit-schema.js';

/** How long an answer is good for, milliseconds: a changed consent takes effect within a second. docs/insight.md N3.2. */
const FRESH_MS = 1_000;
const MAX_KEPT = 1_000;

type Company = GetComponentConfigRequest['company'];

/** Where a report comes from. */
export interface ReportingPage {
  host: Host;
  /** Of the page; '': none. */
  origin: string;
  isCrawler: boolean;
  /** Counts the report for its company. Fails with RATE_LIMITED. */
  limit(companyId: string): Promise<void>;
}

interface Shop {
  companyId: string;
  isAllowed: boolean;
  /** Ids of funnels by sub-domain. */
  funnelIds: ReadonlyMap<string, string>;
}

/** Counts visits of shop pages. Asks for a company at most once a second; failures are not kept. docs/insight.md N22. */
export function createShopVisits(clients: Pick<Clients, 'components' | 'funnel' | 'visits'>) {
  const kept = new LRUCache<string, { shop: Promise<Shop>; at: number }>({ max: MAX_KEPT });
  const load = (company: Company): Promise<Shop> => {
    const key = JSON.stringify(company);
    const found = kept.get(key);
    if (found && performance.now() - found.at < FRESH_MS) return found.shop;
    const shop = loadShop(clients, company);
    kept.set(key, { shop, at: performance.now() });
    shop.catch(() => kept.delete(key));
    return shop;
  };
  return async ({ company: companyKey, visitId, events }: ShopVisitReport, page: ReportingPage): Promise<void> => {
    const company = toCompany(companyKey ?? undefined, page);
    const { requestId, traceparent } = currentContext() ?? newContext();
    // Also if the page that sent the report is gone by now, as most are.
    await runInContext({ requestId, traceparent, deadline: Date.now() + TIMEOUT_MS.visits }, async () => {
      const { companyId, isAllowed, funnelIds } = await load(company);
      if (!isAllowed || page.isCrawler) return;
      await page.limit(companyId);
      await clients.visits.recordShopVisit({
        ...{ companyId, visitId },
        events: events.map(({ type, funnel }) => ({
          type: shopVisitEventTypes.fromName(type),
          funnelId: (funnel && funnelIds.get(funnel)) || '',
        })),
      });
    });
  };
}

/** @throws ServiceError INVALID_REQUEST when nothing names a company. */
export function toCompany(
  companyKey: string | undefined,
  { host, origin }: Pick<ReportingPage, 'host' | 'origin'>,
): Company {
  if (companyKey !== undefined) return { $case: 'companyKey', value: companyKey };
  if (host.kind === 'funnel') return { $case: 'host', value: toFunnelHost(host) };
  const domain = /^https?:\/\/(.+)$/.exec(origin)?.[1];
  if (domain !== undefined) return { $case: 'domain', value: domain };
  throw new ServiceError(
    'INVALID_REQUEST',
    'company must be the company key, or the request must come from a page of the company.',
  );
}

async function loadShop(
  { components, funnel }: Pick<Clients, 'components' | 'funnel'>,
  company: Company,
): Promise<Shop> {
  const { companyId, config } = await components.getComponentConfig({ company });
  const { funnels } = await funnel.getCompanyState({ companyId });
  return {
    companyId,
    isAllowed: requirePart(config).trackingConsent !== TrackingConsent.TRACKING_CONSENT_OFF,
    funnelIds: new Map(funnels.map(({ subdomain, funnelId }) => [subdomain, funnelId])),
  };
}
