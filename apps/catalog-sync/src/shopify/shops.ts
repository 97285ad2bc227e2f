import type { Db } from '@svc/kit';
import type { Session } from '../db/session.js';

export type ShopState = 'CONNECTED' | 'NEEDS_REINSTALL' | 'UNINSTALLED';

/** A company's shop. Columns are described in the migration. */
export interface Shop {
  companyId: string;
  shop: string;
  state: ShopState;
  scopes: string[];
  sealedTokens: Buffer | null;
  tokenExpiresAt: Date | null;
  connectedAt: Date;
  syncWanted: boolean;
  bulkOperationId: string | null;
  bulkStartedAt: Date | null;
  syncedAt: Date | null;
  lastRunId: string | null;
  nextSyncAt: Date | null;
  failures: number;
  problem: string | null;
}

interface Row {
  company_id: string;
  shop: string;
  state: ShopState;
  scopes: string;
  sealed_tokens: Buffer | null;
  token_expires_at: Date | null;
  connected_at: Date;
  sync_wanted: boolean;
  bulk_operation_id: string | null;
  bulk_started_at: Date | null;
  synced_at: Date | null;
  last_run_id: string | null;
  next_sync_at: Date | null;
  failures: number;
  problem: string | null;
}

/** @param lock - until the transaction ends. */
export async function findShop(db: Db, companyId: string, options: { lock?: boolean } = {}): Promise<Shop | undefined> {
  const query = db<Row>('shopify_shops').where({ company_id: companyId });
  const row = await (options.lock ? query.forUpdate().first() : query.first());
  return row && toShop(row);
}

/** The company that a shop belongs to. */
export async function findCompany(db: Db, shop: string): Promise<string | undefined> {
  const row = await db<Pick<Row, 'company_id' | 'shop'>>('all_shopify_shops').where({ shop }).first('company_id');
  return row?.company_id;
}

/** Companies that disconnected a shop and may still have what came from it. */
export const listFormerCompanies = (db: Db, shop: string): Promise<string[]> =>
  db('all_shopify_former_shops').where({ shop }).orderBy('company_id').pluck('company_id');

/** Wants the whole catalog of every shop that is due: the nightly reconciliation, and what failed before. @returns their companies. */
export async function claimDueShops(db: Db, now: Date): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { company_id: string }[] }>(
    `update all_shopify_shops set sync_wanted = true, next_sync_at = null
      where company_id in (
        select company_id from all_shopify_shops where next_sync_at <= ? and state = 'CONNECTED' for update skip locked)
      returning company_id`,
    [now],
  );
  return rows.map(({ company_id: companyId }) => companyId);
}

/** When the next shop is due; now while one is synced, since that decides when it is due again; undefined without shops. */
export async function findNextSync(db: Db, now: Date): Promise<Date | undefined> {
  const { rows } = await db.raw<{ rows: { at: Date | null }[] }>(
    `select min(case when sync_wanted then ? else next_sync_at end) as at from all_shopify_shops where state = 'CONNECTED'`,
    [now],
  );
  return rows[0]?.at ?? undefined;
}

/** Wants the whole catalog of the company's shop soon; a sync that is running already does that. */
export async function hurryNextSync(session: Session, companyId: string, now: Date): Promise<void> {
  await session.query(
    `update shopify_shops set next_sync_at = $2 where company_id = $1 and state = 'CONNECTED' and not sync_wanted`,
    [companyId, now],
  );
}

/** Changes a shop; a shop that is gone stays gone. */
export async function updateShop(db: Db, companyId: string, changes: Partial<Row>): Promise<void> {
  await db<Row>('shopify_shops').where({ company_id: companyId }).update(changes);
}

/** Ends the connection: nothing opens the shop any more. The catalog stays. */
export async function closeShop(
  db: Db,
  companyId: string,
  state: Exclude<ShopState, 'CONNECTED'>,
  problem: string,
): Promise<void> {
  await updateShop(db, companyId, {
    state,
    problem,
    sealed_tokens: null,
    token_expires_at: null,
    sync_wanted: false,
    bulk_operation_id: null,
    next_sync_at: null,
  });
}

/** Connects a shop, for the first time or again. @returns false if the company has another shop. */
export async function saveShop(
  db: Db,
  shop: {
    companyId: string;
    shop: string;
    scopes: string;
    sealedTokens: Buffer;
    tokenExpiresAt: Date | null;
    now: Date;
  },
): Promise<boolean> {
  const row = {
    company_id: shop.companyId,
    shop: shop.shop,
    state: 'CONNECTED' as const,
    scopes: shop.scopes,
    sealed_tokens: shop.sealedTokens,
    token_expires_at: shop.tokenExpiresAt,
    connected_at: shop.now,
    sync_wanted: true,
    bulk_operation_id: null,
    bulk_started_at: null,
    next_sync_at: null,
    failures: 0,
    problem: null,
  };
  const saved = await db<Row>('shopify_shops')
    .insert(row)
    .onConflict('company_id')
    .merge()
    .where('shopify_shops.shop', shop.shop)
    .returning('shop');
  await db('shopify_former_shops').where({ company_id: shop.companyId, shop: shop.shop }).delete();
  return saved.length > 0;
}

/** Disconnects a shop. What came from it stays until Shopify requests its erasure, which names the shop only. */
export async function deleteShop(db: Db, companyId: string): Promise<void> {
  await db.raw(
    `with deleted as (delete from shopify_shops where company_id = ? returning company_id, shop)
     insert into shopify_former_shops (company_id, shop) select company_id, shop from deleted on conflict do nothing`,
    [companyId],
  );
  await db('shopify_products').where({ company_id: companyId }).delete();
  await db('shopify_installs').where({ company_id: companyId }).delete();
}

function toShop(row: Row): Shop {
  return {
    companyId: row.company_id,
    shop: row.shop,
    state: row.state,
    scopes: row.scopes.split(',').filter((scope) => scope !== ''),
    sealedTokens: row.sealed_tokens,
    tokenExpiresAt: row.token_expires_at,
    connectedAt: row.connected_at,
    syncWanted: row.sync_wanted,
    bulkOperationId: row.bulk_operation_id,
    bulkStartedAt: row.bulk_started_at,
    syncedAt: row.synced_at,
    lastRunId: row.last_run_id,
    nextSyncAt: row.next_sync_at,
    failures: row.failures,
    problem: row.problem,
  };
}
