import type { Db } from '@svc/kit';

/** Who works on a funnel, and where. */
export interface FunnelEditor {
  userId: string;
  userName: string;
  part: string;
}

/** Records that a user works on a funnel. @param staleSince - who was seen last before it has gone and comes again. */
export async function recordEditor(
  db: Db,
  owner: { companyId: string; funnelId: string },
  editor: FunnelEditor,
  times: { now: Date; staleSince: Date },
): Promise<void> {
  await db.raw(
    `insert into funnel_editors as e (funnel_id, user_id, company_id, user_name, part, since, seen_at)
     values (:funnelId, :userId, :companyId, :userName, :part, :now, :now)
     on conflict (funnel_id, user_id) do update set
       user_name = excluded.user_name, part = excluded.part, seen_at = excluded.seen_at,
       since = case when e.seen_at < :staleSince then excluded.since else e.since end`,
    { ...owner, ...editor, ...times },
  );
}

/** Deletes editors of the company who have gone. Rows that others write are left to them: waiting for each other would be a deadlock. */
export async function deleteStaleEditors(db: Db, companyId: string, staleSince: Date): Promise<void> {
  await db.raw(
    `delete from funnel_editors where (funnel_id, user_id) in (
       select funnel_id, user_id from funnel_editors where company_id = :companyId and seen_at < :staleSince
       for update skip locked)`,
    { companyId, staleSince },
  );
}

/** Editors of a funnel except one, longest first. */
export async function listOtherEditors(
  db: Db,
  funnelId: string,
  userId: string,
  staleSince: Date,
  limit: number,
): Promise<(FunnelEditor & { since: Date })[]> {
  const rows = await db('funnel_editors')
    .where({ funnel_id: funnelId })
    .whereNot({ user_id: userId })
    .where('seen_at', '>=', staleSince)
    .orderBy(['since', 'user_id'])
    .limit(limit);
  return rows.map((row) => ({ userId: row.user_id, userName: row.user_name, part: row.part, since: row.since }));
}
