import { checkFunnelEdit, DEFAULT_ANALYSIS_SETTINGS, type FunnelEditParts, type Problem } from '@svc/domain';
import { type Clock, forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { findCompany } from '../../db/companies.js';
import { findEdit, insertEdit, lockEdit, updateEdit } from '../../db/funnel-edits.js';
import { requireFunnelId } from '../../db/funnels.js';
import { loadFunnel } from '../release/load-funnel.js';

export interface SaveRequest {
  companyId: string;
  subdomain: string;
  /** Undefined: there must be no edit yet. */
  expectedRevision?: number | undefined;
  /** The current version; undefined: not compared. */
  baseVersionId?: string | undefined;
  parts: FunnelEditParts;
  userName: string;
  /** Undefined: the platform token. */
  userId?: string | undefined;
}

/**
 * Stores an edit, unfinished ones too: why no version can be made of it is stored with it. Makes no version, raises no change and
 * reaches no other service. docs/adr/0082-edits-next-to-versions.md.
 * @throws ServiceError NOT_FOUND, PRECONDITION_FAILED.
 */
export function saveFunnelEdit({ db, clock }: { db: Knex; clock: Clock }) {
  return ({
    companyId,
    ...request
  }: SaveRequest): Promise<{
    revision: number;
    problems: Problem[];
    warnings: Problem[];
  }> =>
    forCompany(db, companyId, async (trx) => {
      const { subdomain, baseVersionId, expectedRevision, parts } = request;
      // First: a draft that is being made of the edit changes the version of the funnel, and what the edit begins with.
      const isOther =
        expectedRevision !== undefined &&
        (await lockEdit(trx, await requireFunnelId(trx, companyId, subdomain))) !== expectedRevision;
      if (isOther) throw otherRevision();
      const funnel = await loadFunnel(trx, companyId, subdomain);
      const current = funnel.draft?.id ?? funnel.published?.id ?? null;
      if (baseVersionId !== undefined && baseVersionId !== current) throw otherVersion();
      const findings = checkFunnelEdit(
        parts,
        {
          subdomain: funnel.subdomain,
          published: funnel.published?.steps ?? null,
          draft: funnel.draft?.steps ?? null,
        },
        (await findCompany(trx, companyId))?.settings.colorTaxonomy ?? DEFAULT_ANALYSIS_SETTINGS.colorTaxonomy,
      );
      const { steps, ...settings } = parts;
      const edit = {
        ...findings,
        parts,
        hasSettings: Object.keys(settings).length > 0,
        updatedAt: clock.now(),
        updatedBy: request.userName,
        userId: request.userId,
      };
      const revision =
        expectedRevision === undefined
          ? await insertEdit(trx, { companyId, funnelId: funnel.id }, { ...edit, baseVersionId: current })
          : await updateEdit(trx, funnel.id, expectedRevision, {
              ...edit,
              baseVersionId: baseVersionId ?? (await findEdit(trx, funnel.id))?.baseVersionId ?? null,
            });
      if (revision === undefined) throw otherRevision();
      return { revision, ...findings };
    });
}

/** For an edit that is another one than expected. */
export const otherRevision = () =>
  new ServiceError('PRECONDITION_FAILED', 'The edit has changed since it was read. Nothing was changed.');

const otherVersion = () =>
  new ServiceError(
    'PRECONDITION_FAILED',
    'The funnel has another version than the edit begins with. Nothing was changed.',
  );
