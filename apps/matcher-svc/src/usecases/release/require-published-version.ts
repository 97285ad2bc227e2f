import { funnelNotFound, ServiceError } from '@svc/kit';
import type { LoadedCompany } from '../companies/loaded-company.js';

/** @throws ServiceError NOT_FOUND for a removed funnel, FUNNEL_NOT_PUBLISHED. */
export function requirePublishedVersion({ states }: LoadedCompany, funnelId: string): string {
  const funnel = states.funnels.find((one) => one.funnelId === funnelId);
  if (!funnel || funnel.archived) throw funnelNotFound();
  if (funnel.publishedVersionId !== null) return funnel.publishedVersionId;
  throw new ServiceError('FUNNEL_NOT_PUBLISHED', 'This funnel has no published version to compare with.');
}
