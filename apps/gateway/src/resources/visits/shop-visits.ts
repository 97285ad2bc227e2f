import { currentContext, newContext, runInContext } from '@svc/kit';
import { shopVisitEventTypes, TrackingConsent } from '@svc/proto';
import { LRUCache } from 'lru-cache';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import { requirePart } from '../../messages/require-part.js';
import type { ShopVisitReport } from './visit-schema.js';

/** How long an answer is good for, milliseconds: a changed consent takes effect within a second. docs/insight.md N3.2. */
const FRESH_MS = 1_000;
const MAX_KEPT = 1_000;

interface Shop {
  companyId: string;
  isAllowed: boolean;
  /** Ids of funnels by sub-domain. */
  funnelIds: ReadonlyMap<string, string>;
}

/** Counts visits of shop pages. Asks for a company at most once a second; failures are not kept. docs/insight.md N22. */
export function createShopVisits(clients: Pick<Clients, 'components' | 'funnel' | 'visits'>) {
  const kept = new LRUCache<string, { shop: Promise<Shop>; at: number }>({ max: MAX_KEPT });
  const load = (companyKey: string): Promise<Shop> => {
    const found = kept.get(companyKey);
    if (found && performance.now() - found.at < FRESH_MS) return found.shop;
    const shop = loadShop(clients, companyKey);
    kept.set(companyKey, { shop, at: performance.now() });
    shop.catch(() => kept.delete(companyKey));
    return shop;
  };
  return async ({ company, visitId, events }: ShopVisitReport, isCrawler: boolean): Promise<void> => {
    const { requestId, traceparent } = currentContext() ?? newContext();
    // Also if the page that sent the report is gone by now, as most are.
    await runInContext({ requestId, traceparent, deadline: Date.now() + TIMEOUT_MS.visits }, async () => {
      const { companyId, isAllowed, funnelIds } = await load(company);
      if (!isAllowed || isCrawler) return;
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

async function loadShop(
  { components, funnel }: Pick<Clients, 'components' | 'funnel'>,
  companyKey: string,
): Promise<Shop> {
  const { companyId, config } = await components.getComponentConfig({
    company: { $case: 'companyKey', value: companyKey },
  });
  const { funnels } = await funnel.getCompanyState({ companyId });
  return {
    companyId,
    isAllowed: requirePart(config).trackingConsent !== TrackingConsent.TRACKING_CONSENT_OFF,
    funnelIds: new Map(funnels.map(({ subdomain, funnelId }) => [subdomain, funnelId])),
  };
}
