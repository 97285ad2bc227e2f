import type { Bus, JobTask } from '@svc/kit';
import type { Knex } from 'knex';
import { findSource, lockCatalog, raiseVersion, setSource } from '../../db/catalogs.js';
import { type Session, withSession } from '../../db/session.js';
import { publishChange } from '../../usecases/publish-change.js';
import { readErasePayload } from '../shopify-jobs.js';

/**
 * Deletes what came from a shop that removed the app, 48 hours later, also if the company has disconnected it: its row, what it told, and
 * the catalog, unless an upload, a feed, a blueprint or another shop has replaced that since; then only what is not in force any more.
 * Compliance topic shop/redact.
 */
export function eraseShop({ db, bus }: { db: Knex; bus: Bus }): JobTask {
  return {
    async run({ payload }) {
      const { companyId, shop } = readErasePayload(payload);
      const isErased = await withSession(db, companyId, (session) =>
        session.transaction(() => erase(session, companyId, shop)),
      );
      if (isErased) publishChange(bus, companyId);
    },
    retryDelayMs: (attempt) => Math.min(300_000, 1_000 * 2 ** Math.min(attempt, 10)),
  };
}

/** @param name - undefined: the shop that the company has. */
async function erase(session: Session, companyId: string, name: string | undefined): Promise<boolean> {
  await lockCatalog(session, companyId);
  const [current] = await session.query<{ state: string; shop: string; connected_at: Date }>(
    'select state, shop, connected_at from shopify_shops where company_id = $1 for update',
    [companyId],
  );
  const shop = name ?? current?.shop;
  const other = current?.shop === shop ? undefined : current;
  const former = await session.query(
    'delete from shopify_former_shops where company_id = $1 and shop = $2 returning shop',
    [companyId, shop],
  );
  // It came back in the meantime, or was erased before.
  if (current && !other ? current.state === 'CONNECTED' : former.length === 0) return false;
  const [last] = await session.query<{ source: string }>(
    `select source from import_runs where company_id = $1 and state = 'SUCCEEDED' and not dry_run
      order by number desc limit 1`,
    [companyId],
  );
  const isOfShop = !other && ((await findSource(session, companyId)) ?? last?.source) === 'SHOPIFY';
  const which = isOfShop ? '' : ' and not in_feed';
  await session.query(`delete from variants where company_id = $1${which}`, [companyId]);
  await session.query(`delete from products where company_id = $1${which}`, [companyId]);
  if (isOfShop) {
    await raiseVersion(session, companyId);
    await setSource(session, companyId, null);
  }
  const runs = `from import_runs where company_id = $1 and source = 'SHOPIFY' and created_at < $2`;
  const until = other?.connected_at ?? 'infinity';
  await session.query(`delete from held_rows where run_id in (select id ${runs})`, [companyId, until]);
  await session.query(`delete ${runs}`, [companyId, until]);
  await session.query('delete from shopify_events where shop = $1', [shop]);
  if (!other) {
    await session.query('delete from shopify_products where company_id = $1', [companyId]);
    await session.query('delete from shopify_shops where company_id = $1', [companyId]);
  }
  return isOfShop;
}
