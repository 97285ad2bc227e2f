import { type Blueprint, type Problem, pointIntoEdit, toEditedFunnel } from '@svc/domain';
import { forCompany, json, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { findCompanyHandle } from '../../db/companies.js';
import { findEdit } from '../../db/funnel-edits.js';
import { findFunnelId } from '../../db/funnels.js';
import type { ApplyDocument } from '../../workers/apply-document.js';
import { otherRevision } from './save-funnel-edit.js';

export interface CreateDraftRequest {
  companyId: string;
  subdomain: string;
  expectedRevision: number;
}

/**
 * Makes the steps of an edit the draft version: an ordinary apply of a company file that has nothing else, so everything that an apply
 * checks holds. The edit stays; from then on it begins with the draft. Repeating it changes nothing.
 * @throws ServiceError NOT_FOUND, PRECONDITION_FAILED, INVALID_BLUEPRINT (details point into the parts), UNAVAILABLE.
 */
export function createDraftFromEdit({ db, apply }: { db: Knex; apply: ApplyDocument }) {
  return async ({ companyId, subdomain, expectedRevision }: CreateDraftRequest) => {
    const { handle, funnelId, steps } = await forCompany(db, companyId, async (trx) => {
      const id = await findFunnelId(trx, companyId, subdomain);
      const edit = id === undefined ? undefined : await findEdit(trx, id);
      if (id === undefined || !edit) throw new ServiceError('NOT_FOUND', 'The funnel has no edit.');
      if (edit.revision !== expectedRevision) throw otherRevision();
      return {
        handle: (await findCompanyHandle(trx, companyId)) as string,
        funnelId: id,
        steps: edit.parts.steps,
      };
    });
    if (!steps) {
      const details = [{ path: '/steps', message: 'The edit must have steps, so that a draft can be made of them.' }];
      throw new ServiceError('INVALID_BLUEPRINT', 'No draft was made; the edit has no steps.', { details });
    }
    const blueprint: Blueprint = { funnels: [toEditedFunnel({ steps }, subdomain)] };
    const edit = { funnelId, revision: expectedRevision };
    const answer = await apply(handle, json.encode(blueprint), { edit }).catch(pointProblemsIntoEdit);
    const draft = answer.funnels[subdomain]?.draft as { id: string; number: number };
    const warnings: Problem[] = answer.warnings.map(pointIntoEdit);
    return { versionId: draft.id, number: draft.number, warnings };
  };
}

function pointProblemsIntoEdit(error: unknown): never {
  if (!(error instanceof ServiceError) || error.code !== 'INVALID_BLUEPRINT') throw error;
  throw new ServiceError('INVALID_BLUEPRINT', 'No draft was made; details list what to change.', {
    details: error.details.map(pointIntoEdit),
  });
}
