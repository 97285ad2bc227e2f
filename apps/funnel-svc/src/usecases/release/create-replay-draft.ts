import { carryForward, inOrder, type ReplayDraft, type ReplayedParts } from '@svc/domain';
import { type Db, forCompany, funnelNotFound, json, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { loadFunnels } from '../../db/funnels.js';
import { listAllVersions, listSteps } from '../../db/versions.js';
import type { CurrentVersion, Funnel } from '../../domain/funnel/funnel.js';
import { findVersion, type VersionName } from '../../domain/funnel/version-history.js';
import { checkDraftParts } from './check-draft-parts.js';
import { loadStepsToPublish } from './load-steps-to-publish.js';
import { loadStoredParts, type StoredName } from './load-stored-parts.js';
import type { ReleasePeers } from './peers.js';

export interface DraftInput {
  companyId: string;
  subdomain: string;
  /** `ReplayedParts` of libs/domain: JSON. */
  partsJson: Uint8Array;
  /** The steps of a version; undefined: those of the parts, or the published ones. */
  version?: VersionName | 'draft' | undefined;
  /** Parts that are stored; those above replace theirs. */
  stored?: StoredName | undefined;
}

export interface CreatedDraft {
  funnelId: string;
  /** `ReplayDraft` of libs/domain: JSON. */
  draftJson: Buffer;
}

/** A version of the funnel, or steps that are none yet. */
type Replayed = Pick<ReplayDraft, 'steps' | 'version'>;

type PublishedFunnel = Funnel & { published: CurrentVersion };

/**
 * What a replay puts in the place of what is in force, checked as the parts of a blueprint are. Steps get the histories that
 * publishing would give them. docs/releases.md "Replay before release".
 * @throws ServiceError NOT_FOUND, FUNNEL_NOT_PUBLISHED, VERSION_NOT_FOUND, INVALID_REQUEST with pointers into the parts, UNAVAILABLE.
 */
export function createReplayDraft(deps: { db: Knex; matcher: ReleasePeers['matcher'] }) {
  return async ({ companyId, subdomain, partsJson, version, stored }: DraftInput): Promise<CreatedDraft> => {
    const { funnel, named, kept } = await forCompany(deps.db, companyId, async (db) => {
      const found = await loadPublishedFunnel(db, companyId, subdomain);
      return {
        funnel: found,
        named: version === undefined ? {} : await loadNamedVersion(db, found, version),
        kept: stored && (await loadStoredParts(db, found, stored)).parts,
      };
    });
    const parts: ReplayedParts = { ...kept, ...json.decode<ReplayedParts>(partsJson) };
    await checkDraftParts(deps.matcher, funnel, named.steps, parts, 'Nothing was replayed');
    const { published: given, ...settings } = parts;
    const steps = given?.steps ?? named.steps;
    const { published } = funnel;
    const carried = steps && named.version?.id !== published.id ? carryForward(inOrder(steps), published.steps) : steps;
    const draft: ReplayDraft = {
      ...settings,
      ...(carried ? { steps: carried } : {}),
      ...(named.version ? { version: named.version } : {}),
    };
    return { funnelId: funnel.id, draftJson: json.encode(draft) };
  };
}

async function loadPublishedFunnel(db: Db, companyId: string, subdomain: string): Promise<PublishedFunnel> {
  const [funnel] = await loadFunnels(db, companyId, [subdomain]);
  if (!funnel || funnel.archived) throw funnelNotFound();
  const { published } = funnel;
  if (published) return { ...funnel, published };
  throw new ServiceError('FUNNEL_NOT_PUBLISHED', 'This funnel has no published version to compare with.');
}

/** A version that was published earlier comes as a rollback would publish it. */
async function loadNamedVersion(db: Db, funnel: PublishedFunnel, name: VersionName | 'draft'): Promise<Replayed> {
  const { id: funnelId, companyId, draft } = funnel;
  if (name === 'draft') {
    if (!draft) throw new ServiceError('FUNNEL_NOT_PUBLISHED', 'This funnel has no draft to replay.');
    return { steps: draft.steps, version: { id: draft.id, number: draft.number } };
  }
  const versions = await listAllVersions(db, funnelId);
  const found = findVersion(versions, name);
  const version = { id: found.id, number: found.number };
  if (found.state === 'SUPERSEDED') {
    return { steps: await loadStepsToPublish(db, companyId, versions, found), version };
  }
  const [steps = []] = await listSteps(db, companyId, [found.id]);
  return { steps, version };
}
