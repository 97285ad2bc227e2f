import { carryForward, type DraftSettings, inOrder, type ReplayedParts } from '@svc/domain';
import { forCompany, json, ServiceError } from '@svc/kit';
import type { DraftedFunnel } from '@svc/proto';
import type { Knex } from 'knex';
import { loadFunnels } from '../../db/funnels.js';
import { checkDraftParts } from './check-draft-parts.js';
import type { ReleasePeers } from './peers.js';

export interface PreparedDraft {
  /** For PreviewService and CheckFunnel of matcher-svc. */
  funnel: DraftedFunnel;
  /** Undefined: the funnel is not published. */
  publishedVersionId: string | undefined;
}

/**
 * Parts of a funnel that are not saved, checked as the parts of a blueprint are. Steps get the histories that publishing would give
 * them; without steps of its own a draft has the published ones, or else those of the stored draft. Stores nothing.
 * @throws ServiceError NOT_FOUND, FUNNEL_NOT_PUBLISHED when there are no steps, INVALID_REQUEST with pointers into the parts, UNAVAILABLE.
 */
export function prepareDraft(deps: { db: Knex; matcher: ReleasePeers['matcher'] }) {
  return async (request: { companyId: string; subdomain: string; partsJson: Uint8Array }): Promise<PreparedDraft> => {
    const { companyId, subdomain } = request;
    const [funnel] = await forCompany(deps.db, companyId, (db) => loadFunnels(db, companyId, [subdomain]));
    if (!funnel || funnel.archived) throw new ServiceError('NOT_FOUND', 'No funnel with this sub-domain.');
    const { tagging: _notChecked, ...parts } = json.decode<ReplayedParts>(request.partsJson);
    await checkDraftParts(deps.matcher, funnel, undefined, parts, 'Nothing was computed');
    const { published: given, ...settings } = parts;
    return {
      funnel: {
        companyId,
        funnelId: funnel.id,
        version: given
          ? { $case: 'stepsJson', value: json.encode(carryForward(inOrder(given.steps), funnel.published?.steps)) }
          : { $case: 'versionId', value: requireVersion(funnel) },
        settingsJson: json.encode(settings satisfies DraftSettings),
      },
      publishedVersionId: funnel.published?.id,
    };
  };
}

function requireVersion({
  published,
  draft,
}: {
  published: { id: string } | null;
  draft: { id: string } | null;
}): string {
  const id = published?.id ?? draft?.id;
  if (id !== undefined) return id;
  throw new ServiceError(
    'FUNNEL_NOT_PUBLISHED',
    'This funnel has neither a published version nor a draft; the request must have steps.',
  );
}
