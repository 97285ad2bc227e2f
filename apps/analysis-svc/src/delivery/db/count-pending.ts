import type { DeliveryTargetName } from '@svc/domain';
import type { Db } from '@svc/kit';

/** Number of a company's pending deliveries by target. Served by deliveries_pending_idx. */
export async function countCompanyPending(
  db: Db,
  companyId: string,
): Promise<Partial<Record<DeliveryTargetName, number>>> {
  const { rows } = await db.raw<{ rows: { target: DeliveryTargetName; count: number }[] }>(
    `select target, count(*)::int as count from deliveries where company_id = ? and state = 'PENDING' group by target`,
    [companyId],
  );
  return Object.fromEntries(rows.map(({ target, count }) => [target, count]));
}

/** Number of pending deliveries of all companies by target. */
export async function countPending(db: Db): Promise<Partial<Record<DeliveryTargetName, number>>> {
  const { rows } = await db.raw<{ rows: { target: DeliveryTargetName; count: number }[] }>(
    `select target, count(*)::int as count from all_deliveries where state = 'PENDING' group by target`,
  );
  return Object.fromEntries(rows.map(({ target, count }) => [target, count]));
}
