import type { Bus, JobTask } from '@svc/kit';
import type { Knex } from 'knex';
import { findSource, lockCatalog, raiseVersion, setSource } from '../../db/catalogs.js';
import { type Session, withSession } from '../../db/session.js';
import { publishChange } from '../../usecases/publish-change.js';
import { readShopPayload } from '../shopify-jobs.js';

/**
 * Deletes what came from a shop that removed the app, 48 hours later: its row, what it told, and the catalog, unless an upload, a feed or
 * a blueprint has replaced that since; then only what is not in force any more. Compliance topic shop/redact.
 */
export function eraseShop({ db, bus }: { db: Knex; bus: Bus }): JobTask {
  return {
    async run({ payload }) {
      const { companyId } = readShopPayload(payload);
      const isErased = await withSession(db, companyId, (session) =>
        session.transaction(() => erase(session, companyId)),
      );
      if (isErased) publishChange(bus, companyId);
    },
    retryDelayMs: (attempt) => Math.min(300_000, 1_000 * 2 ** Math.min(attempt, 10)),
  };
}

async function erase(session: Session, companyId: string): Promise<boolean> {
  await lockCatalog(session, companyId);
  const [shop] = await session.query<{ state: string; shop: string }>(
    'select state, shop from shopify_shops where company_id = $1 for update',
    [companyId],
  );
  // It came back in the meantime, or was disconnected.
  if (!shop || shop.state === 'CONNECTED') return false;
  const [last] = await session.query<{ source: string }>(
    `select source from import_runs where company_id = $1 and state = 'SUCCEEDED' and not dry_run
      order by number desc limit 1`,
    [companyId],
  );
  const isOfShop = ((await findSource(session, companyId)) ?? last?.source) === 'SHOPIFY';
  const which = isOfShop ? '' : ' and not in_feed';
  await session.query(`delete from variants where company_id = $1${which}`, [companyId]);
  await session.query(`delete from products where company_id = $1${which}`, [companyId]);
  if (isOfShop) {
    await raiseVersion(session, companyId);
    await setSource(session, companyId, null);
  }
  await session.query(
    `delete from held_rows where run_id in (select id from import_runs where company_id = $1 and source = 'SHOPIFY')`,
    [companyId],
  );
  await session.query(`delete from import_runs where company_id = $1 and source = 'SHOPIFY'`, [companyId]);
  await session.query('delete from shopify_products where company_id = $1', [companyId]);
  await session.query('delete from shopify_events where shop = $1', [shop.shop]);
  await session.query('delete from shopify_shops where company_id = $1', [companyId]);
  return isOfShop;
}
