import { type Bus, type Clock, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { findCompanyHandle, raiseCompanyVersion } from '../db/companies.js';
import { loadFunnels } from '../db/funnels.js';
import { lockConfiguration } from '../db/locks.js';
import { discardDraft, insertVersion, promoteDraft } from '../db/versions.js';
import { toVersion, versionContent } from '../domain/version-content.js';

/**
 * Publishes the current draft; there is no draft afterwards. The draft itself becomes the published version, unless the
 * published version has gained a history since the draft was made: then, as a version never changes, a new version with the
 * draft's number carries it. Management, "Publish and read".
 * @throws ServiceError NOT_FOUND, or FUNNEL_NOT_PUBLISHED without a draft.
 */
export function publishDraft(deps: { db: Knex; bus: Bus; clock: Clock }) {
  return async (companyId: string, subdomain: string): Promise<{ versionId: string; number: number }> => {
    const handle = await findCompanyHandle(deps.db, companyId);
    if (handle === undefined) throw new ServiceError('NOT_FOUND', 'No company with this id.');
    const published = await deps.db.transaction(async (trx) => {
      await lockConfiguration(trx, handle);
      const [funnel] = await loadFunnels(trx, companyId, [subdomain]);
      if (!funnel || funnel.archived)
        throw new ServiceError('NOT_FOUND', 'The company has no funnel with this sub-domain.');
      const { draft } = funnel;
      if (!draft) throw new ServiceError('FUNNEL_NOT_PUBLISHED', 'This funnel has no draft that could be published.');

      const now = deps.clock.now();
      await raiseCompanyVersion(trx, companyId);
      const content = versionContent(draft.steps, funnel.published?.steps);
      if (content.contentDigest.equals(draft.contentDigest)) {
        await promoteDraft(trx, funnel.id, draft.id, now);
        return { versionId: draft.id, number: draft.number };
      }
      const version = toVersion({ ...content, givenDigest: draft.givenDigest }, draft.number);
      await discardDraft(trx, funnel.id);
      await insertVersion(trx, { companyId, funnelId: funnel.id }, version, 'PUBLISHED', now);
      return { versionId: version.id, number: version.number };
    });
    deps.bus.publish('company-changed', { companyId });
    return published;
  };
}
