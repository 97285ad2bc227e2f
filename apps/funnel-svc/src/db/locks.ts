import type { Db } from '@svc/kit';
import { lockName, ServiceError } from '@svc/kit';

/**
 * Lets one transaction at a time change the configuration of a company (apply, publish), on all replicas; held until it
 * ends. A lock by name, since the company may not exist yet.
 */
export async function lockConfiguration(trx: Db, handle: string): Promise<void> {
  await lockName(trx, `svc.funnel.configuration:${handle}`);
}

/**
 * Lets one transaction at a time create keys of a company. Counting and inserting without it lets concurrent creates pass
 * the limit (docs/reliability.md R0.1). Not the configuration lock: keys must not wait for a blueprint.
 * @throws ServiceError NOT_FOUND without such a company.
 */
export const lockKeys = (trx: Db, companyId: string): Promise<void> => lockCompany(trx, companyId);

/**
 * Lets one transaction at a time store pictures of a company, so that simultaneous uploads keep its quota.
 * @throws ServiceError NOT_FOUND without such a company.
 */
export const lockPictures = (trx: Db, companyId: string): Promise<void> => lockCompany(trx, companyId);

async function lockCompany(trx: Db, companyId: string): Promise<void> {
  const { rows } = await trx.raw('select id from companies where id = ? for no key update', [companyId]);
  if (rows.length === 0) throw new ServiceError('NOT_FOUND', 'No company with this id.');
}
