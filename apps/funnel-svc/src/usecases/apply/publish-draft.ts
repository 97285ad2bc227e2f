import {
  type Bus,
  type Clock,
  countOutcome,
  type Db,
  forCompany,
  funnelNotFound,
  type Logger,
  ServiceError,
} from '@svc/kit';
import type { Knex } from 'knex';
import { findCompanyHandle, raiseCompanyVersion } from '../../db/companies.js';
import { findNextDelivery } from '../../db/deliveries.js';
import { deleteDraftedEdit } from '../../db/funnel-edits.js';
import { insertRelease } from '../../db/funnel-releases.js';
import { loadFunnels } from '../../db/funnels.js';
import { lockConfiguration } from '../../db/locks.js';
import { discardDraft, insertVersion, promoteDraft } from '../../db/versions.js';
import type { CurrentVersion, Funnel } from '../../domain/funnel/funnel.js';
import { type ReleaseMark, UNMARKED } from '../../domain/funnel/funnel-release.js';
import { toVersion, versionContent } from '../../domain/funnel/version-content.js';
import type { ApplyParticipants } from './participants.js';
import { fetchReleasedConfig, findReleasedSettings } from './released-settings.js';

type FunnelWithDraft = Funnel & { draft: CurrentVersion };

export interface PublishDeps {
  db: Knex;
  matcher: Pick<ApplyParticipants['matcher'], 'getConfig'>;
  bus: Bus;
  clock: Clock;
  log: Logger;
  /** Fails when the draft should not be published. */
  checkDraft(funnel: FunnelWithDraft): Promise<void>;
}

export interface PublishOptions {
  /** Nothing is checked. */
  force?: boolean;
  /** The draft that is meant; undefined: the current one, whatever it is. */
  draftId?: string;
  mark?: ReleaseMark;
}

export interface PublishedDraft {
  versionId: string;
  number: number;
  /** Number of the release. */
  release: number;
}

/**
 * Checks the current draft, unless `force`, and publishes it; there is no draft afterwards. The draft itself becomes the
 * published version, unless the published version has gained a history since the draft was made: then, as a version never
 * changes, a new version with the draft's number carries it. The check runs outside any transaction; what was checked is
 * what is published. docs/management.md "Versions".
 * @throws ServiceError NOT_FOUND, FUNNEL_NOT_PUBLISHED without a draft, CONFLICT or UNAVAILABLE as the check says, CONFLICT
 *   when the funnel was changed while it was checked.
 */
export function publishDraft(deps: PublishDeps) {
  const publishOnce = async (
    companyId: string,
    subdomain: string,
    { force = false, draftId, mark = UNMARKED }: PublishOptions = {},
  ): Promise<PublishedDraft> => {
    const handle = await forCompany(deps.db, companyId, (trx) => findCompanyHandle(trx, companyId));
    if (handle === undefined) throw new ServiceError('NOT_FOUND', 'No company with this id.');
    let checked: FunnelWithDraft | undefined;
    if (!force) {
      checked = await forCompany(deps.db, companyId, (trx) => loadDraft(trx, companyId, subdomain, draftId));
      await deps.checkDraft(checked);
    }
    const version = await forCompany(deps.db, companyId, async (trx) => {
      await lockConfiguration(trx, handle);
      const funnel = await loadDraft(trx, companyId, subdomain, draftId);
      if (checked && !isSame(checked, funnel)) {
        throw new ServiceError('CONFLICT', 'The funnel was changed while its draft was checked. Publish it again.');
      }
      // Settings of the release that ends which matcher-svc does not have yet: what it has is of the one before.
      const isPending = (await findNextDelivery(trx, companyId, 'matcher')) !== undefined;
      const config = isPending ? undefined : await fetchReleasedConfig(deps.matcher, companyId);
      const now = deps.clock.now();
      const published = await publish(trx, funnel, now);
      // After the test that it ends: that is the order in which the end of a test locks its rows.
      await raiseCompanyVersion(trx, companyId);
      const { versionId } = published;
      const before = config && findReleasedSettings(config, funnel.id);
      const release = await insertRelease(trx, { ...mark, companyId, funnelId: funnel.id, versionId, now, before });
      return { ...published, release };
    });
    deps.bus.publish('company-changed', { companyId });
    deps.log.info({ companyId, subdomain, versionId: version.versionId, unchecked: force }, 'draft published');
    return version;
  };
  return (...input: Parameters<typeof publishOnce>): Promise<PublishedDraft> =>
    countOutcome('svc_publishes_total', publishOnce(...input), () => 'published');
}

async function loadDraft(
  db: Db,
  companyId: string,
  subdomain: string,
  draftId: string | undefined,
): Promise<FunnelWithDraft> {
  const [funnel] = await loadFunnels(db, companyId, [subdomain]);
  if (!funnel || funnel.archived) {
    throw funnelNotFound();
  }
  const { draft } = funnel;
  if (draftId !== undefined && draft?.id !== draftId) {
    throw new ServiceError('PRECONDITION_FAILED', 'The funnel has another draft by now. Nothing was published.');
  }
  if (!draft) throw new ServiceError('FUNNEL_NOT_PUBLISHED', 'This funnel has no draft that could be published.');
  return { ...funnel, draft };
}

const isSame = (a: FunnelWithDraft, b: FunnelWithDraft): boolean =>
  a.draft.id === b.draft.id && a.published?.id === b.published?.id;

async function publish(trx: Db, funnel: FunnelWithDraft, now: Date): Promise<{ versionId: string; number: number }> {
  const { companyId, draft } = funnel;
  await deleteDraftedEdit(trx, funnel.id, draft.id);
  const content = versionContent(draft.steps, funnel.published?.steps);
  if (content.contentDigest.equals(draft.contentDigest)) {
    await promoteDraft(trx, funnel.id, draft.id, now);
    return { versionId: draft.id, number: draft.number };
  }
  const version = toVersion({ ...content, givenDigest: draft.givenDigest }, draft.number);
  await discardDraft(trx, funnel.id);
  await insertVersion(trx, { companyId, funnelId: funnel.id }, version, 'PUBLISHED', now);
  return { versionId: version.id, number: version.number };
}
