import { type Clock, forCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { deleteStaleEditors, type FunnelEditor, listOtherEditors, recordEditor } from '../../db/funnel-editors.js';
import { requireFunnelId } from '../../db/funnels.js';

/** How long a user counts as working on a funnel after a report. */
const PRESENT_MS = 45_000;
const MAX_EDITORS = 20;

/** Records where a user works on a funnel, and returns the others. Advice only: it locks no user out. */
export function reportEditor({ db, clock }: { db: Knex; clock: Clock }) {
  return ({ companyId, subdomain, ...editor }: FunnelEditor & { companyId: string; subdomain: string }) =>
    forCompany(db, companyId, async (trx) => {
      const funnelId = await requireFunnelId(trx, companyId, subdomain);
      const now = clock.now();
      const staleSince = new Date(now.getTime() - PRESENT_MS);
      await recordEditor(trx, { companyId, funnelId }, editor, { now, staleSince });
      await deleteStaleEditors(trx, companyId, staleSince);
      return listOtherEditors(trx, funnelId, editor.userId, staleSince, MAX_EDITORS);
    });
}
