import { DEFAULT_COMPONENT_SETTINGS } from '@svc/domain';
import { type PreparedStatement, readPrepared } from '@svc/kit';
import type { Knex } from 'knex';

/** A key, and what its company decides about orders. */
export interface OrderKey {
  key: { id: string; scopes: string[]; expiresAt: Date | null; revokedAt: Date | null; lastUsedAt: Date | null };
  companyId: string;
  /** Days from an analysis to an order that it is credited with. */
  attributionDays: number;
}

interface Row {
  key_id: string;
  scopes: string[];
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  company_id: string;
  attribution_days: number | null;
}

const FIND_ORDER_KEY: PreparedStatement = {
  name: 'find-order-key',
  text: `
  select k.id as key_id, k.scopes, k.expires_at, k.revoked_at, k.last_used_at, c.id as company_id,
         (c.settings -> 'tracking' ->> 'attributionDays')::integer as attribution_days
    from all_api_keys k
    join all_companies c on c.id = k.company_id
   where k.key_hash = $1`,
};

/** Served by the index of key hashes. Nothing of it is kept, so that a revocation takes effect immediately. */
export async function findOrderKey(db: Knex, apiKeyHash: Buffer): Promise<OrderKey | undefined> {
  const { rows } = await readPrepared<Row>(db, FIND_ORDER_KEY, [apiKeyHash]);
  const [row] = rows;
  if (!row) return undefined;
  return {
    key: {
      id: row.key_id,
      scopes: row.scopes,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
      lastUsedAt: row.last_used_at,
    },
    companyId: row.company_id,
    // Settings written before it existed lack it.
    attributionDays: row.attribution_days ?? DEFAULT_COMPONENT_SETTINGS.tracking.attributionDays,
  };
}
