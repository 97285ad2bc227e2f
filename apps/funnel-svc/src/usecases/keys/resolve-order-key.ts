import type { Clock } from '@svc/kit';
import type { Knex } from 'knex';
import { findOrderKey, type OrderKey } from '../../db/find-order-key.js';
import { checkKey } from '../../domain/company/api-key-rules.js';
import type { KeyUseRecorder } from './key-use-recorder.js';

/**
 * Checks the key of an order or a refund. One round trip.
 * @throws ServiceError UNAUTHORIZED, API_KEY_EXPIRED.
 */
export function resolveOrderKey(deps: { db: Knex; clock: Clock; keyUse: KeyUseRecorder }) {
  return async (apiKeyHash: Buffer): Promise<Pick<OrderKey, 'companyId' | 'attributionDays'>> => {
    const found = await findOrderKey(deps.db, apiKeyHash);
    checkKey(found?.key, 'order.write', deps.clock.now());
    const { key, companyId, attributionDays } = found as OrderKey;
    deps.keyUse.record({ ...key, companyId });
    return { companyId, attributionDays };
  };
}
