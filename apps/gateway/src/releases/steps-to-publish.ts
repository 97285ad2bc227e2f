import { rollBackSteps, type Step } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { FunnelVersionSummary } from '@svc/proto';
import { type HistoryDeps, loadSteps, loadStepsOfAll, publishedAfter, wasPublished } from './funnel-history.js';

/**
 * The steps of a version that was published earlier, as a rollback publishes them: answers given since migrate back.
 * Fails with VERSION_NOT_FOUND for a version that was never published.
 * @param versions - all of the funnel.
 */
export async function stepsToPublish(
  deps: HistoryDeps,
  versions: readonly FunnelVersionSummary[],
  target: FunnelVersionSummary,
): Promise<Step[]> {
  if (!wasPublished(target)) {
    const message = `Version ${target.number} was never published; publish it as a draft, or name a published version.`;
    throw new ServiceError('VERSION_NOT_FOUND', message);
  }
  const steps = await loadSteps(deps, target.id);
  return rollBackSteps(steps, await loadStepsOfAll(deps, publishedAfter(versions, target)));
}
