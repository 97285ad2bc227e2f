import { currentContext, newContext, runInContext } from '@svc/kit';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import { requirePart } from '../../messages/require-part.js';
import { type ReportingPage, toCompany } from './shop-visits.js';
import type { ExposureReport } from './visit-schema.js';

/**
 * Counts a visitor as a unit of a holdout. Does nothing where the company keeps no ids of visitors, also for scripts that were loaded before
 * the setting changed. docs/insight.md N14.3.
 * @throws ServiceError NOT_FOUND, INVALID_REQUEST, RATE_LIMITED.
 */
export async function recordExposure(
  { components, visits }: Pick<Clients, 'components' | 'visits'>,
  { company, experimentId, visitorId }: ExposureReport,
  page: ReportingPage,
): Promise<void> {
  const { requestId, traceparent } = currentContext() ?? newContext();
  // Also if the page that sent the report is gone by now.
  await runInContext({ requestId, traceparent, deadline: Date.now() + TIMEOUT_MS.visits }, async () => {
    const { companyId, config } = await components.getComponentConfig({
      company: toCompany(company ?? undefined, page),
    });
    if (!requirePart(config).keepsVisitors || page.isCrawler) return;
    await page.limit(companyId);
    await visits.recordExposure({ companyId, experimentId, visitorId });
  });
}
