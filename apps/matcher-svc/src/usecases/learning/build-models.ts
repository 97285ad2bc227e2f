import { ServiceError } from '@svc/kit';
import { listFunnelsToBuild } from '../../db/learning-stats.js';
import { type BuildDeps, buildFunnelModel, learnedSince } from './build-model.js';

/**
 * Builds a model for every funnel with new statistics, including those with Funnel AI disabled, so that enabling it finds a model.
 * Skips funnels that another replica is building; a funnel that fails does not delay the others.
 * @returns the number of builds that ended here.
 */
export async function buildModels(deps: BuildDeps, signal?: AbortSignal): Promise<number> {
  let ended = 0;
  let failure: unknown;
  for (const key of await listFunnelsToBuild(deps.db, learnedSince(deps.clock))) {
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
