import { type Bus, forCompany, type JobTask } from '@svc/kit';
import type { Knex } from 'knex';
import { lockCatalog, raiseVersion } from '../db/catalogs.js';
import { withSession } from '../db/session.js';
import { publishChange } from '../usecases/publish-change.js';
import type { AdminClient } from './admin-client.js';
import type { Documents } from './documents.js';
import { mergeProduct, retireVariants } from './merge-product.js';
import { findProductNotice } from './product-events.js';
import { fetchProduct } from './read-product.js';
import { NeedsReinstall, ShopifyUnavailable } from './shopify-error.js';
import { findShop, type Shop } from './shops.js';

/** Attempts for which an answer that is older than what we were told counts as not there yet. */
const MAX_STALE_ATTEMPTS = 5;
/** Afterwards the nightly reconciliation has to do. */
const MAX_ATTEMPTS = 12;
const MAX_RETRY_MS = 5 * 60_000;

/**
 * Brings one product of a shop into the catalog in force as it is now, and not as some webhook said it was: webhooks come late, twice and
 * in any order, and carry no more than 100 variants. One transaction, one version.
 */
export function applyProduct(deps: {
  db: Knex;
  bus: Bus;
  documents: Documents;
  createAdminClient(shop: Shop): AdminClient;
  /** First pause after a failure, milliseconds. */
  pollMs: number;
}): JobTask {
  const { db, bus } = deps;

  async function apply(companyId: string, productId: string, attempt: number, signal: AbortSignal): Promise<void> {
    const shop = await forCompany(db, companyId, (trx) => findShop(trx, companyId));
    // Before the first whole reading there is no catalog to bring it into; it is read again after that.
    if (shop?.state !== 'CONNECTED' || shop.syncedAt === null) return;
    const read = await fetchProduct(deps.createAdminClient(shop), deps.documents.product, productId, signal);
    const notice = await forCompany(db, companyId, (trx) => findProductNotice(trx, companyId, productId));
    const updatedAt = read?.product.updatedAt ?? null;
    // Nothing is there yet, too, of a product that was created just now; of a deleted one an update may have been told last.
    const isStale = notice?.notifiedUpdatedAt != null && (updatedAt === null || updatedAt < notice.notifiedUpdatedAt);
    if (isStale && attempt <= MAX_STALE_ATTEMPTS) {
      throw new ShopifyUnavailable(`Product ${productId} is older than what we were told; it is read again.`);
    }
    const isChanged = await withSession(db, companyId, (session) =>
      session.transaction(async () => {
        await lockCatalog(session, companyId);
        const changes = read
          ? await mergeProduct(session, companyId, read.product, read.variants)
          : await retireVariants(session, companyId, productId);
        if (changes) await raiseVersion(session, companyId);
        await session.query('update shopify_products set updated_at = $3 where company_id = $1 and product_id = $2', [
          companyId,
          productId,
          updatedAt,
        ]);
        return changes;
      }),
    );
    if (isChanged) publishChange(bus, companyId);
  }

  return {
    async run({ payload, attempt }, signal) {
      try {
        await apply(String(payload.companyId), String(payload.productId), attempt, signal);
      } catch (error) {
        // Nothing to try again: the shop's row says so.
        if (!(error instanceof NeedsReinstall)) throw error;
      }
    },
    retryDelayMs: (attempt) =>
      attempt >= MAX_ATTEMPTS ? null : Math.min(MAX_RETRY_MS, deps.pollMs * 2 ** (attempt - 1)),
  };
}
