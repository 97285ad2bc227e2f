import type { FunnelEditParts, Step } from '@svc/domain';
import { countOutcome, forCompany, type Handlers, json, ServiceError, service, withoutNul } from '@svc/kit';
import { FunnelEditServiceService } from '@svc/proto';
import type { Knex } from 'knex';
import { deleteEdit, findEdit } from '../db/funnel-edits.js';
import { requireFunnelId } from '../db/funnels.js';
import type { createDraftFromEdit } from '../usecases/edit/create-draft-from-edit.js';
import type { renderFunnelEdit } from '../usecases/edit/render-funnel-edit.js';
import type { reportEditor } from '../usecases/edit/report-editor.js';
import { otherRevision, type saveFunnelEdit } from '../usecases/edit/save-funnel-edit.js';
import { toEditSummary } from './to-proto.js';

/** Edits of funnels. The caller has authenticated the client. */
export function createFunnelEditService(deps: {
  db: Knex;
  saveFunnelEdit: ReturnType<typeof saveFunnelEdit>;
  createDraftFromEdit: ReturnType<typeof createDraftFromEdit>;
  renderFunnelEdit: ReturnType<typeof renderFunnelEdit>;
  reportEditor: ReturnType<typeof reportEditor>;
}) {
  const handlers: Handlers<typeof FunnelEditServiceService> = {
    async getFunnelEdit({ companyId, subdomain }) {
      const edit = await forCompany(deps.db, companyId, async (trx) =>
        findEdit(trx, await requireFunnelId(trx, companyId, subdomain)),
      );
      if (!edit) throw new ServiceError('NOT_FOUND', 'The funnel has no edit.');
      const { baseVersionId, parts, problems, warnings } = edit;
      return {
        edit: {
          ...toEditSummary(edit),
          baseVersionId: baseVersionId ?? undefined,
          partsJson: json.encode(parts),
          problems,
          warnings,
        },
      };
    },

    saveFunnelEdit: ({ partsJson, ...request }) =>
      countOutcome(
        'svc_edit_saves_total',
        deps.saveFunnelEdit({ ...request, parts: json.decode<FunnelEditParts>(partsJson) }),
        () => 'saved',
      ),

    async discardFunnelEdit({ companyId, subdomain, expectedRevision }) {
      const isDeleted = await forCompany(deps.db, companyId, async (trx) =>
        deleteEdit(trx, await requireFunnelId(trx, companyId, subdomain), expectedRevision),
      );
      if (!isDeleted) throw otherRevision();
      return {};
    },

    createDraftFromEdit: (request) => deps.createDraftFromEdit(request),

    async renderFunnelEdit({ stepsJson, ...request }) {
      const page = await deps.renderFunnelEdit({ ...request, steps: json.decode<Step[]>(stepsJson) });
      return { pageJson: json.encode(page) };
    },

    async reportEditor(request) {
      const others = await deps.reportEditor(request);
      return { others: others.map(({ userName, part, since }) => ({ userName, part, sinceTime: since })) };
    },
  };
  return service(FunnelEditServiceService, withoutNul(handlers));
}
