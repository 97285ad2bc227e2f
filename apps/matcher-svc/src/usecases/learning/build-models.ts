import { ServiceError } from '@svc/kit';
import { listFunnelsToBuild } from '../../db/learning-stats.js';
import { type BuildDeps, buildFunnelModel, learnedSince } from './build-model.js';

/**
 * Builds a model for every funnel with new statistics, also where Funnel AI is off, so that switching it on has a model.
 * Funnels that another replica is building are left to it; one that fails does not hold up the others.
 * @returns how many builds ended here.
 */
export async function buildModels(deps: BuildDeps, signal?: AbortSignal): Promise<number> {
  let ended = 0;
  let failure: unknown;
  for (const key of await listFunnelsToBuild(deps.knex, learnedSince(deps.clock))) {
    if (signal?.aborted) break;
    try {
      await buildFunnelModel(deps, key, { onlyNew: true, ...(signal ? { signal } : {}) });
      ended += 1;
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'CONFLICT')) failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return ended;
}
