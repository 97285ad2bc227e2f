import { type Clock, forCompany, type JobTask, type Logger, type Outbound } from '@svc/kit';
import type { Knex } from 'knex';
import { nextSyncDelayMs } from '../../domain/feed-schedule.js';
import type { ImportRun } from '../../domain/import-run.js';
import type { Importer } from '../../usecases/importer.js';
import type { AdminClient } from '../api/admin-client.js';
import type { Documents } from '../api/documents.js';
import { NeedsReinstall, ShopifyRefused, ShopifyUnavailable } from '../api/shopify-error.js';
import type { ShopifySettings } from '../settings.js';
import { addProduct, addSync, readShopPayload } from '../shopify-jobs.js';
import { findShop, type Shop, updateShop } from '../shops.js';
import { listNotifiedSince } from '../webhooks/product-events.js';
import { subscribe } from '../webhooks/subscribe.js';
import { type BulkOperation, fetchBulkResult } from './fetch-bulk-result.js';
import { stageBulkResult } from './stage-bulk-result.js';

export interface SyncDeps {
  db: Knex;
  settings: ShopifySettings;
  documents: Documents;
  importer: Importer;
  outbound: Outbound;
  clock: Clock;
  log: Logger;
  createAdminClient(shop: Shop): AdminClient;
  jobs(): { add: Parameters<typeof addSync>[0]['add']; wake(): void };
  random(): number;
  /** First pause before the bulk operation is polled again, milliseconds. */
  pollMs: number;
}

/** Consecutive failed syncs before an operator is alerted. */
const ALERT_FAILURES = 3;
/** Failed attempts of one step, about a quarter of an hour, before an operator is alerted. */
const ALERT_ATTEMPTS = 10;
/** Longest pause between two polls of the bulk operation; a webhook announces its end too. */
const MAX_POLL_MS = 60_000;
const MAX_RETRY_MS = 5 * 60_000;
const DAY_HOURS = 24;

/**
 * Reads the whole catalog of a shop, one step per job: starts a bulk operation, polls it until it has ended, imports its result. The
 * id of the operation is stored, so that another process can continue if this one is killed.
 * docs/shopify.md "How the catalog stays current".
 */
export function syncShop(deps: SyncDeps): JobTask {
  const { db, clock, log } = deps;

  async function step(companyId: string, signal: AbortSignal): Promise<void> {
    const shop = await forCompany(db, companyId, (trx) => findShop(trx, companyId));
    if (shop?.state !== 'CONNECTED' || !shop.syncWanted) return;
    const client = deps.createAdminClient(shop);
    if (shop.bulkOperationId === null) await startBulkOperation(shop, client, signal);
    else await pollBulkOperation({ ...shop, bulkOperationId: shop.bulkOperationId }, client, signal);
  }

  async function startBulkOperation(shop: Shop, client: AdminClient, signal: AbortSignal): Promise<void> {
    const { companyId } = shop;
    await subscribe(deps, client, signal);
    const startedAt = clock.now();
    const data = await client.request(deps.documents.runBulkQuery, { query: deps.documents.bulkProducts }, signal);
    const { bulkOperation, userErrors } = data.bulkOperationRunQuery as {
      bulkOperation: { id: string } | null;
      userErrors: { message: string }[];
    };
    if (!bulkOperation) {
      throw new ShopifyRefused(
        `Shopify did not start the bulk operation: ${userErrors[0]?.message ?? 'no reason given'}.`,
      );
    }
    await forCompany(db, companyId, async (trx) => {
      const current = await findShop(trx, companyId, { lock: true });
      // Another shop was connected in the meantime, or the same one again; its own sync is due.
      if (current?.connectedAt.getTime() !== shop.connectedAt.getTime()) return;
      await updateShop(trx, companyId, { bulk_operation_id: bulkOperation.id, bulk_started_at: startedAt });
      await addSync(deps.jobs(), trx, companyId, new Date(Date.now() + deps.pollMs));
    });
  }

  async function pollBulkOperation(
    shop: Shop & { bulkOperationId: string },
    client: AdminClient,
    signal: AbortSignal,
  ): Promise<void> {
    const { companyId, bulkOperationId: id } = shop;
    const operation = (await client.request(deps.documents.bulkOperation, { id }, signal))
      .bulkOperation as BulkOperation | null;
    const status = operation?.status ?? 'EXPIRED';
    if (status === 'CREATED' || status === 'RUNNING' || status === 'CANCELING') {
      const elapsedMs = clock.now().getTime() - (shop.bulkStartedAt ?? clock.now()).getTime();
      const pauseMs = Math.min(MAX_POLL_MS, Math.max(deps.pollMs, elapsedMs / 10));
      return addSync(deps.jobs(), db, companyId, new Date(Date.now() + pauseMs));
    }
    const { shop: data } = await client.request(deps.documents.shop, { topics: [] }, signal);
    const { currencyCode } = data as { currencyCode?: unknown };
    const currency = typeof currencyCode === 'string' ? currencyCode : undefined;
    await end(shop, await importResult(companyId, status, operation, currency, signal));
  }

  /** Creates an import run also for a failed operation, so that the failure shows in the list of imports. */
  async function importResult(
    companyId: string,
    status: string,
    operation: BulkOperation | null,
    currency: string | undefined,
    signal: AbortSignal,
  ): Promise<ImportRun> {
    const request = {
      companyId,
      currency,
      dryRun: false,
      source: 'SHOPIFY' as const,
      format: 'auto' as const,
      mapping: undefined,
      stage: stageBulkResult(Number(operation?.objectCount)),
    };
    const open = (until: AbortSignal) => fetchBulkResult(deps.outbound, status, operation, until);
    const { run, ended } = await deps.importer.start(request, open, signal);
    await forCompany(db, companyId, (trx) => updateShop(trx, companyId, { last_run_id: run.id }));
    const finishedRun = (await ended).run;
    // The run was interrupted: the next process continues with the same operation.
    signal.throwIfAborted();
    return finishedRun;
  }

  async function end(shop: Shop, run: ImportRun): Promise<void> {
    const { companyId } = shop;
    const isRead = run.state !== 'FAILED';
    const failures = isRead ? 0 : shop.failures + 1;
    const now = clock.now();
    await forCompany(db, companyId, async (trx) => {
      const current = await findShop(trx, companyId, { lock: true });
      // The app was reinstalled in the meantime; the sync of that install is still due.
      if (current?.bulkOperationId !== shop.bulkOperationId) return;
      await updateShop(trx, companyId, {
        sync_wanted: false,
        bulk_operation_id: null,
        failures,
        problem: run.reason,
        next_sync_at: isRead
          ? nextNight(now, deps.random())
          : new Date(now.getTime() + nextSyncDelayMs(DAY_HOURS, failures, deps.random())),
        ...(isRead ? { synced_at: now } : {}),
      });
      if (!isRead) return;
      // What changed while the operation was writing may be in its result as it was before.
      const changed = await listNotifiedSince(trx, companyId, shop.bulkStartedAt ?? shop.connectedAt);
      for (const productId of changed) await addProduct(deps.jobs(), trx, companyId, productId);
    });
    deps.jobs().wake();
    const fields = { companyId, run: run.id, state: run.state, failures };
    if (failures >= ALERT_FAILURES) log.error({ ...fields, alert: 'SHOPIFY_SYNC_FAILING' }, 'a shop could not be read');
    else log.info(fields, 'shop synced');
  }

  return {
    async run({ payload, attempt }, signal) {
      const { companyId } = readShopPayload(payload);
      try {
        await step(companyId, signal);
      } catch (error) {
        // Nothing to try again: the shop's row says so.
        if (error instanceof NeedsReinstall) return;
        const isShopify = error instanceof ShopifyRefused || error instanceof ShopifyUnavailable;
        if (isShopify) {
          const { message: problem } = error;
          await forCompany(db, companyId, (trx) => updateShop(trx, companyId, { problem }));
        }
        if (attempt === ALERT_ATTEMPTS)
          log.error({ companyId, alert: 'SHOPIFY_SYNC_FAILING' }, 'a shop could not be read');
        throw error;
      }
    },
    retryDelayMs: (attempt) => Math.min(MAX_RETRY_MS, deps.pollMs * 2 ** Math.min(attempt - 1, 10)),
  };
}

const NIGHT_BEGINS_HOUR = 1;
const NIGHT_HOURS = 4;

/** Between 1:00 and 5:00 UTC of the next day. @param random - in [0, 1). */
export function nextNight(now: Date, random: number): Date {
  const next = new Date(now);
  next.setUTCDate(next.getUTCDate() + 1);
  next.setUTCHours(NIGHT_BEGINS_HOUR, 0, 0, 0);
  return new Date(next.getTime() + Math.floor(random * NIGHT_HOURS * 3_600_000));
}
