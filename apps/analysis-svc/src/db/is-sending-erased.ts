import type { Db } from '@svc/kit';

/**
 * Whether something that was erased is on its way to one of the company's endpoints at this moment. No new attempt begins, so
 * it ends within the longest time of one attempt, also where its process was killed. Served by deliveries_sending_idx.
 */
export async function isSendingErased(db: Db, companyId: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { sending: boolean }[] }>(
    'select exists (select from deliveries where company_id = ? and analysis_id is null and sending_until > now()) as sending',
    [companyId],
  );
  return rows[0]?.sending === true;
}
