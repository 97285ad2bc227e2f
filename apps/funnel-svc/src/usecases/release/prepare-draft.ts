import { carryForward, type DraftSettings, inOrder, type ReplayedParts } from '@svc/domain';
import { forCompany, json, ServiceError } from '@svc/kit';
import type { DraftedFunnel } from '@svc/proto';
import type { Knex } from 'knex';
import { checkDraftParts } from './check-draft-parts.js';
import { loadFunnel } from './load-funnel.js';
import { loadStoredParts, type StoredName } from './load-stored-parts.js';
import type { ReleasePeers } from './peers.js';

export interface PreparedDraft {
  /** For PreviewService and CheckFunnel of matcher-svc. */
  funnel: DraftedFunnel;
  /** Undefined: the funnel is not published. */
  publishedVersionId: string | undefined;
}

interface DraftRequest {
  companyId: string;
  subdomain: string;
  /** `ReplayedParts` of libs/domain: JSON. */
  partsJson: Uint8Array;
  /** Parts that are stored, in place of those above. */
  stored?: StoredName | undefined;
}

/**
 * Parts of a funnel that are not saved, checked as the parts of a blueprint are. Steps get the histories that publishing would give
 * them; without steps of its own a draft has the published ones, or else those of the stored draft. Stores nothing.
 * @throws ServiceError NOT_FOUND, VERSION_NOT_FOUND, FUNNEL_NOT_PUBLISHED when there are no steps, INVALID_REQUEST with pointers into the parts, UNAVAILABLE.
 */
export function prepareDraft(deps: { db: Knex; matcher: ReleasePeers['matcher'] }) {
  return async (request: DraftRequest): Promise<PreparedDraft> => {
    const { companyId, subdomain, stored } = request;
    const { funnel, named } = await forCompany(deps.db, companyId, async (db) => {
      const found = await loadFunnel(db, companyId, subdomain);
      return { funnel: found, named: stored && (await loadStoredParts(db, found, stored)).parts };
    });
    const given = named ?? json.decode<ReplayedParts>(request.partsJson);
    const { tagging: _notChecked, ...parts }: ReplayedParts = given;
    await checkDraftParts(deps.matcher, funnel, undefined, parts, 'Nothing was computed');
    const { published, ...settings } = parts;
    return {
      funnel: {
        companyId,
        funnelId: funnel.id,
        version: published
          ? { $case: 'stepsJson', value: json.encode(carryForward(inOrder(published.steps), funnel.published?.steps)) }
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
