import type { Db } from '@svc/kit';

/**
 * Whether an attempt is still sending a delivery that was erased. No new attempt starts after an erasure, so this becomes
 * false within the maximum duration of one attempt, even if its process was killed. Served by deliveries_sending_idx.
 */
export async function isSendingErased(db: Db, companyId: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { sending: boolean }[] }>(
    'select exists (select from deliveries where company_id = ? and analysis_id is null and sending_until > now()) as sending',
    [companyId],
  );
  return rows[0]?.sending === true;
}
