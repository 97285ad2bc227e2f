import type { Db } from '@svc/kit';
import type { BlueprintDeliveryRow, Participant } from './tables.js';

export interface Delivery {
  companyId: string;
  participant: Participant;
  revision: number;
  /** JSON: `MatchingConfigPatch` or `CatalogSection` of libs/domain. */
  payload: string;
}

/** Part of the transaction that applies the rest of the blueprint. */
export async function insertDelivery(db: Db, delivery: Delivery): Promise<void> {
  await db('blueprint_deliveries').insert({
    company_id: delivery.companyId,
    participant: delivery.participant,
    revision: delivery.revision,
    payload: delivery.payload,
  });
}

/** The oldest part that a participant has not acknowledged. Later ones must wait for it, since it ignores older ones. */
export async function findNextDelivery(
  db: Db,
  companyId: string,
  participant: Participant,
): Promise<Delivery | undefined> {
  const row: { revision: string; payload: string } | undefined = await db<BlueprintDeliveryRow>('blueprint_deliveries')
    .where({ company_id: companyId, participant })
    .whereNull('delivered_at')
    .orderBy('revision')
    .first('revision', db.raw('payload::text as payload'));
  return row && { companyId, participant, revision: Number(row.revision), payload: row.payload };
}

/** Companies with undelivered parts. */
export async function listPendingCompanies(db: Db, limit: number): Promise<string[]> {
  const rows: { company_id: string }[] = await db('all_blueprint_deliveries')
    .distinct('company_id')
    .whereNull('delivered_at')
    .limit(limit);
  return rows.map((row) => row.company_id);
}

export async function markDelivered(db: Db, delivery: Delivery, now: Date): Promise<void> {
  await keyed(db, delivery).update({ delivered_at: now, payload: null, last_error: null });
}

/** @param error - code and message; no secrets. */
export async function markFailed(db: Db, delivery: Delivery, error: string): Promise<void> {
  await keyed(db, delivery)
    .whereNull('delivered_at')
    .update({ attempts: db.raw('attempts + 1'), last_error: error.slice(0, 1_000) });
}

function keyed(db: Db, { companyId, participant, revision }: Delivery) {
  return db('blueprint_deliveries').where({ company_id: companyId, participant, revision });
}
