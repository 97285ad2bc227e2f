import { type Bus, forCompany, type JobTask } from '@svc/kit';
import type { Knex } from 'knex';
import { lockCatalog, raiseVersion } from '../../db/catalogs.js';
import { withSession } from '../../db/session.js';
import { publishChange } from '../../usecases/publish-change.js';
import type { AdminClient } from '../api/admin-client.js';
import type { Documents } from '../api/documents.js';
import { NeedsReinstall, ShopifyUnavailable } from '../api/shopify-error.js';
import { readProductPayload } from '../shopify-jobs.js';
import { findShop, type Shop } from '../shops.js';
import { findProductNotice } from '../webhooks/product-events.js';
import { mergeProduct, retireVariants } from './merge-product.js';
import { fetchProduct } from './read-product.js';

/** Attempts for which a response that is older than the webhook counts as outdated and is requested again. */
const MAX_STALE_ATTEMPTS = 5;
/** After this many attempts, the nightly reconciliation corrects the product. */
const MAX_ATTEMPTS = 12;
const MAX_RETRY_MS = 5 * 60_000;

/**
 * Updates one product of a shop in the catalog in force. The product is read from Shopify and not from the webhook, because webhooks
 * come late, twice and in any order, and contain at most 100 variants. One transaction, one version.
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
    // Before the first full sync there is no catalog to update; the product is read again after it.
    if (shop?.state !== 'CONNECTED' || shop.syncedAt === null) return;
    const read = await fetchProduct(deps.createAdminClient(shop), deps.documents.product, productId, signal);
    const notice = await forCompany(db, companyId, (trx) => findProductNotice(trx, companyId, productId));
    const updatedAt = read?.product.updatedAt ?? null;
    // A missing product counts as outdated too: it may have just been created. For a deleted one, the last webhook may be an update.
    const isStale = notice?.notifiedUpdatedAt != null && (updatedAt === null || updatedAt < notice.notifiedUpdatedAt);
    if (isStale && attempt <= MAX_STALE_ATTEMPTS) {
      throw new ShopifyUnavailable(
        `Shopify returned product ${productId} in an older state than its webhook; it is read again.`,
      );
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
        const { companyId, productId } = readProductPayload(payload);
        await apply(companyId, productId, attempt, signal);
      } catch (error) {
        // Nothing to try again: the shop's row says so.
        if (!(error instanceof NeedsReinstall)) throw error;
      }
    },
    retryDelayMs: (attempt) =>
      attempt >= MAX_ATTEMPTS ? null : Math.min(MAX_RETRY_MS, deps.pollMs * 2 ** (attempt - 1)),
  };
}
