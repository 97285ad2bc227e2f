import { browserStorage, declinesTracking, keepVisitor } from '@svc/components';
import type { FunnelPage } from '@svc/domain';
import { isFramed } from '../shared/is-framed.js';

/** What a page knows of consent. */
export interface VisitorFacts {
  page: Pick<FunnelPage, 'keepsVisitors'>;
  /** Of the address: `consent` is what a consent tool of the merchant says. */
  search: string;
  isFramed: boolean;
  storage: Storage | null;
  browser: object;
}

/**
 * Id of this visitor, which the browser keeps for 30 days after `consent=granted`; undefined: none is kept. In frames, the storage of the
 * funnel is another one in each shop, so their page loads stay visits. docs/insight.md N15.2.
 */
export function findVisitor({ page, search, isFramed: framed, storage, browser }: VisitorFacts): string | undefined {
  if (!page.keepsVisitors || framed) return undefined;
  const said = new URLSearchParams(search).get('consent');
  const consent = said === 'granted' || said === 'denied' ? said : undefined;
  return keepVisitor(storage, consent, declinesTracking(browser), Date.now())?.id;
}

/** The same of this page load. */
export const getVisitorId = (page: Pick<FunnelPage, 'keepsVisitors'>): string | undefined =>
  findVisitor({
    ...{ page, search: location.search, isFramed: isFramed() },
    ...{ storage: browserStorage(window), browser: navigator },
  });
