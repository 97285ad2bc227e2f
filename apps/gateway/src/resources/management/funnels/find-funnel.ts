import { funnelNotFound } from '@svc/kit';
import type { Clients } from '../../../clients.js';
import { getCompany } from '../management.js';

/** Ids of a company and of its funnel with a sub-domain, and of its versions in force. Fails with NOT_FOUND, also for an archived funnel. */
export async function findFunnel(
  clients: Pick<Clients, 'funnel' | 'funnelAdmin'>,
  params: { handle: string; subdomain: string },
): Promise<{ companyId: string; funnelId: string; draftVersionId?: string; publishedVersionId?: string }> {
  const { companyId } = await getCompany(clients, params);
  const { funnels } = await clients.funnel.getCompanyState({ companyId });
  const found = funnels.find(({ subdomain, archived }) => subdomain === params.subdomain && !archived);
  if (!found) throw funnelNotFound();
  const { funnelId, draftVersionId, publishedVersionId } = found;
  return {
    companyId,
    funnelId,
    ...(draftVersionId === undefined ? {} : { draftVersionId }),
    ...(publishedVersionId === undefined ? {} : { publishedVersionId }),
  };
}
