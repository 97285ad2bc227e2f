import type { FunnelMatching, ReplayedParts, Step } from '@svc/domain';
import { type Db, ServiceError } from '@svc/kit';
import { findEdit } from '../../db/funnel-edits.js';
import { findRelease } from '../../db/funnel-releases.js';
import { listAllVersions } from '../../db/versions.js';
import type { Funnel } from '../../domain/funnel/funnel.js';
import { findVersion } from '../../domain/funnel/version-history.js';
import { loadStepsToPublish } from './load-steps-to-publish.js';

/** Parts of a funnel that are stored and not in force: what is being edited, or a release by its number. */
export type StoredName = 'edit' | { release: number };

/** Keys that are absent are as they are in force. */
export type StoredParts = Pick<ReplayedParts, 'published'> & Partial<FunnelMatching>;

/**
 * The parts, with steps as publishing them would take them: a release as a rollback publishes it.
 * @throws ServiceError NOT_FOUND without an edit, VERSION_NOT_FOUND without such a release.
 */
export async function loadStoredParts(
  db: Db,
  funnel: Funnel,
  name: StoredName,
): Promise<{ parts: StoredParts; revision?: number }> {
  if (name === 'edit') {
    const edit = await findEdit(db, funnel.id);
    if (!edit) throw new ServiceError('NOT_FOUND', 'The funnel has no edit.');
    const { steps, ...settings } = edit.parts;
    return { parts: { ...settings, ...toPublished(steps) }, revision: edit.revision };
  }
  const release = await findRelease(db, funnel.id, name.release);
  if (!release) {
    throw new ServiceError('VERSION_NOT_FOUND', `The funnel has no release ${name.release}; see the list of releases.`);
  }
  const { versionId, settings } = release;
  if (versionId === funnel.published?.id) return { parts: { ...settings, ...toPublished(funnel.published.steps) } };
  const versions = await listAllVersions(db, funnel.id);
  const steps = await loadStepsToPublish(db, funnel.companyId, versions, findVersion(versions, { id: versionId }));
  return { parts: { ...settings, ...toPublished(steps) } };
}

const toPublished = (steps: Step[] | undefined) => (steps ? { published: { steps } } : {});
