import { type Db, funnelNotFound } from '@svc/kit';
import { loadFunnels } from '../../db/funnels.js';
import type { Funnel } from '../../domain/funnel/funnel.js';

/** @throws ServiceError NOT_FOUND, also for an archived one. */
export async function loadFunnel(db: Db, companyId: string, subdomain: string): Promise<Funnel> {
  const [funnel] = await loadFunnels(db, companyId, [subdomain]);
  if (funnel && !funnel.archived) return funnel;
  throw funnelNotFound();
}
