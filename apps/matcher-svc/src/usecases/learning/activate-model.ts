import { type Bus, forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { readLearning, writeActive } from '../../db/funnel-learning.js';
import { readModel } from '../../db/funnel-models.js';
import type { FunnelKey, LearningState } from '../../domain/funnel-model.js';
import { CorruptModelError, decodeModel } from '../../learning/model-codec.js';

/**
 * Activates a model and pins it, so that newer models do not replace it. `latest` activates the newest model and removes the
 * pin.
 * @throws ServiceError NOT_FOUND for a model that does not exist or is damaged.
 */
export async function activateModel(
  deps: { db: Knex; bus: Pick<Bus, 'publish'> },
  key: FunnelKey,
  wanted: number | 'latest',
): Promise<LearningState> {
  const state = await forCompany(deps.db, key.companyId, async (trx) => {
    // Locks the row, so that a build that ends now does not overwrite the pin.
    await trx('funnel_learning')
      .where({ company_id: key.companyId, funnel_id: key.funnelId })
      .forUpdate()
      .first('company_id');
    const before = await readLearning(trx, key);
    const pinned = wanted !== 'latest';
    const version = pinned ? wanted : before.lastVersion;
    if (version === 0) throw new ServiceError('NOT_FOUND', 'This funnel has no model yet.');
    if (before.activeVersion === version && before.pinned === pinned) return before;
    await requireValid(trx, key, version);
    await writeActive(trx, key, version, pinned);
    return readLearning(trx, key);
  });
  deps.bus.publish('company-changed', { companyId: key.companyId });
  return state;
}

async function requireValid(db: Knex.Transaction, key: FunnelKey, version: number): Promise<void> {
  const stored = await readModel(db, key, version);
  if (!stored)
    throw new ServiceError(
      'NOT_FOUND',
      'This funnel has no model with this version. Only the newest 30 models are stored.',
    );
  try {
    await decodeModel(stored);
  } catch (error) {
    if (!(error instanceof CorruptModelError)) throw error;
    throw new ServiceError('NOT_FOUND', 'This model is damaged and cannot be activated. Another model must be chosen.');
  }
}
