import { type Clock, type Jobs, type Logger, ServiceError, setCompany, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { isShop, isSignedBody } from '../api/signatures.js';
import { parseGid } from '../products/parse-product.js';
import type { ShopifySettings } from '../settings.js';
import { addErase, addEraseFormer, addProduct, addSync } from '../shopify-jobs.js';
import { closeShop, findCompany, findShop, listFormerCompanies, type Shop } from '../shops.js';
import { isNewEvent, recordProductNotice } from './product-events.js';

/** A webhook as it came; texts are empty where a header was missing. */
export interface Webhook {
  topic: string;
  shop: string;
  eventId: string;
  webhookId: string;
  triggeredAt: string;
  signature: string;
  body: Uint8Array;
}

type Payload = Record<string, unknown>;
type Deps = { db: Knex; settings: ShopifySettings; jobs: Jobs; clock: Clock; log: Logger };

const MAX_ID_LENGTH = 255;
const REDACT_SHOP = 'shop/redact';

/**
 * Accepts a webhook. Its row or job is written in the same transaction as its event id, so that a repeated event counts once; the
 * work is done later. Webhooks of unknown topics or shops are ignored. docs/reliability.md R5.7.
 * @throws ServiceError UNAUTHORIZED if Shopify did not sign the body.
 */
export async function receiveWebhook(deps: Deps, webhook: Webhook): Promise<void> {
  const { db, settings, jobs, log } = deps;
  if (!isSignedBody(webhook.body, webhook.signature, settings.signingSecrets)) {
    throw new ServiceError('UNAUTHORIZED', 'X-Shopify-Hmac-Sha256 is not the signature of the body.');
  }
  const handler = HANDLERS[webhook.topic];
  const payload = parsed(webhook.body);
  if (!handler || !payload || !isShop(webhook.shop)) {
    log.info({ topic: webhook.topic.slice(0, 64), isRead: payload !== undefined }, 'ignored a webhook from Shopify');
    return;
  }
  await db.transaction(async (trx) => {
    const shop = await openShop(trx, webhook.shop);
    const formerCompanies = webhook.topic === REDACT_SHOP ? await listFormerCompanies(trx, webhook.shop) : [];
    if (!shop && formerCompanies.length === 0) {
      log.info({ topic: webhook.topic }, 'ignored a webhook of an unknown shop');
      return;
    }
    const event = { shop: webhook.shop, topic: webhook.topic, eventId: getEventId(webhook) };
    if (!(await isNewEvent(trx, event))) return;
    if (shop) await handler({ ...deps, db: trx }, shop, payload, webhook);
    // Connected to another company, the shop has come back there.
    if (shop?.state === 'CONNECTED') return;
    for (const companyId of formerCompanies) {
      await addEraseFormer(jobs, trx, companyId, webhook.shop);
      log.info({ companyId }, 'the data of a disconnected shop will be deleted');
    }
  });
  jobs.wake();
}

/** The shop, and its company for the rest of the transaction. */
async function openShop(db: Knex.Transaction, name: string): Promise<Shop | undefined> {
  const companyId = await findCompany(db, name);
  if (companyId === undefined) return undefined;
  await setCompany(db, companyId);
  const shop = await findShop(db, companyId);
  // The company may have connected another shop since.
  return shop?.shop === name ? shop : undefined;
}

type Handler = (deps: Deps & { db: Knex.Transaction }, shop: Shop, payload: Payload, webhook: Webhook) => Promise<void>;

/** A product is read, not taken from the payload; which may be older than what was read since. */
const productChanged: Handler = async ({ db, jobs, clock }, { companyId, state }, payload) => {
  const productId = parseProductId(payload);
  if (productId === undefined || state !== 'CONNECTED') return;
  const isNewer = await recordProductNotice(db, {
    companyId,
    productId,
    updatedAt: parseTime(payload.updated_at),
    now: clock.now(),
  });
  if (isNewer) await addProduct(jobs, db, companyId, productId);
};

/** The merchant removed the app. Told late, it may be about an installation before the present one. */
const uninstalled: Handler = async ({ db, log }, { companyId, shop: name }, _, webhook) => {
  // Read again with a lock: an installation may end just now.
  const shop = await findShop(db, companyId, { lock: true });
  const at = parseTime(webhook.triggeredAt);
  if (shop?.shop !== name || (at !== null && at < shop.connectedAt)) return;
  await closeShop(db, companyId, 'UNINSTALLED', 'The merchant removed the app; install it again.');
  log.info({ companyId }, 'a shop removed the app');
};

const bulkFinished: Handler = async ({ db, jobs }, shop, payload) => {
  if (payload.admin_graphql_api_id === shop.bulkOperationId) await addSync(jobs, db, shop.companyId);
};

/** Sent 48 hours after the app was removed. A shop that came back since is not erased. */
const redactShop: Handler = async ({ db, jobs, log }, shop) => {
  if (shop.state === 'CONNECTED') return;
  await addErase(jobs, db, shop.companyId);
  log.info({ companyId: shop.companyId }, 'the data of a shop will be deleted');
};

/** Nothing about customers is read from a shop or kept of one: there is nothing to hand out or delete. */
const logCustomerRequest: Handler = async ({ log }, { companyId }, _, { topic }) => {
  log.info({ companyId, topic }, 'received a privacy request about a customer, of whom no data are stored');
};

const HANDLERS: Readonly<Record<string, Handler | undefined>> = {
  __proto__: null as never,
  'products/create': productChanged,
  'products/update': productChanged,
  'products/delete': productChanged,
  'app/uninstalled': uninstalled,
  'bulk_operations/finish': bulkFinished,
  'customers/data_request': logCustomerRequest,
  'customers/redact': logCustomerRequest,
  [REDACT_SHOP]: redactShop,
};

function parsed(body: Uint8Array): Payload | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Payload) : undefined;
  } catch {
    return undefined;
  }
}

/** What names the event; without a header, the body does. */
function getEventId({ eventId, webhookId, body }: Webhook): string {
  const id = eventId || webhookId;
  return id !== '' && id.length <= MAX_ID_LENGTH && !id.includes('\0') ? id : sha256(body).toString('hex');
}

function parseProductId({ id, admin_graphql_api_id: gid }: Payload): string | undefined {
  if (Number.isSafeInteger(id) && (id as number) > 0) return String(id);
  const parsedGid = parseGid(gid);
  return parsedGid?.type === 'Product' ? parsedGid.id : undefined;
}

function parseTime(text: unknown): Date | null {
  const time = new Date(typeof text === 'string' ? text : Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time;
}
