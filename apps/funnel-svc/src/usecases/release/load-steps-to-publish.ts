import { rollBackSteps, type Step } from '@svc/domain';
import { type Db, ServiceError } from '@svc/kit';
import { listSteps } from '../../db/versions.js';
import { type HistoricVersion, listPublishedAfter, wasPublished } from '../../domain/funnel/version-history.js';

/**
 * The steps of a version that was published earlier, as a rollback publishes them: answers given since migrate back.
 * @param versions - all of the funnel.
 * @throws ServiceError VERSION_NOT_FOUND for a version that was never published.
 */
export async function loadStepsToPublish(
  db: Db,
  companyId: string,
  versions: readonly HistoricVersion[],
  target: HistoricVersion,
): Promise<Step[]> {
  if (!wasPublished(target)) {
    const message = `Version ${target.number} was never published; publish it as a draft, or name a published version.`;
    throw new ServiceError('VERSION_NOT_FOUND', message);
  }
  const ids = [target, ...listPublishedAfter(versions, target)].map(({ id }) => id);
  const [steps = [], ...later] = await listSteps(db, companyId, ids);
  return rollBackSteps(steps, later);
}
