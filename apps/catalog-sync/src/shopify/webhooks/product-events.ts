import type { Db } from '@svc/kit';

/** A product that a webhook reported as changed. `notifiedUpdatedAt` is of the newest webhook, `updatedAt` of the catalog in force. */
export interface ProductNotice {
  notifiedUpdatedAt: Date | null;
  updatedAt: Date | null;
}

interface Row {
  told_updated_at: Date | null;
  updated_at: Date | null;
}

/**
 * Records that a webhook reported a product as changed. @param notice.updatedAt - null: it was deleted.
 * @returns whether to read the product: not if the webhook is older than the product in the catalog.
 */
export async function recordProductNotice(
  db: Db,
  notice: { companyId: string; productId: string; updatedAt: Date | null; now: Date },
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { is_newer: boolean }[] }>(
    `insert into shopify_products as known (company_id, product_id, told_at, told_updated_at) values (?, ?, ?, ?)
     on conflict (company_id, product_id) do update
       set told_at = greatest(known.told_at, excluded.told_at),
           told_updated_at = case when excluded.told_updated_at is not null
                                  then greatest(known.told_updated_at, excluded.told_updated_at) end
     returning coalesce(?::timestamptz >= updated_at, true) as is_newer`,
    [notice.companyId, notice.productId, notice.now, notice.updatedAt, notice.updatedAt],
  );
  return rows[0]?.is_newer ?? true;
}

export async function findProductNotice(
  db: Db,
  companyId: string,
  productId: string,
): Promise<ProductNotice | undefined> {
  const row = await db<Row>('shopify_products').where('company_id', companyId).where('product_id', productId).first();
  return row && { notifiedUpdatedAt: row.told_updated_at, updatedAt: row.updated_at };
}

/** Ids of products that webhooks have reported as changed since then. */
export async function listNotifiedSince(db: Db, companyId: string, since: Date): Promise<string[]> {
  const rows = await db<{ product_id: string }>('shopify_products')
    .where('company_id', companyId)
    .where('told_at', '>=', since)
    .select('product_id');
  return rows.map(({ product_id: id }) => id);
}

/**
 * Days for which events and product notices are kept; Shopify repeats an event for four hours. docs/reliability.md R5.7.
 */
const KEPT_DAYS = 8;

/** Records an event. @returns false if it was already recorded. */
export async function isNewEvent(db: Db, event: { shop: string; topic: string; eventId: string }): Promise<boolean> {
  const rows = await db('shopify_events')
    .insert({ shop: event.shop, topic: event.topic, event_id: event.eventId })
    .onConflict(['shop', 'topic', 'event_id'])
    .ignore()
    .returning('event_id');
  return rows.length > 0;
}

/** Deletes events, notices and installs of every company whose retention has ended. */
export async function deleteOldEvents(db: Db): Promise<void> {
  await db.raw(`delete from shopify_events where received_at < now() - ? * interval '1 day'`, [KEPT_DAYS]);
  await db.raw(`delete from all_shopify_products where told_at < now() - ? * interval '1 day'`, [KEPT_DAYS]);
  await db.raw('delete from all_shopify_installs where expires_at < now()');
}
