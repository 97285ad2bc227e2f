import { createHmac, randomUUID } from 'node:crypto';
import { shuffled } from './bulk-operation.js';

/** An event as it will be sent to one address; its body does not change afterwards. */
export interface WebhookEvent {
  topic: string;
  shop: string;
  uri: string;
  /** The same for all that one happening leads to. */
  eventId: string;
  /** One a subscription and event; retries keep it. */
  webhookId: string;
  triggeredAt: string;
  body: Buffer;
}

export function newEvent(
  topic: string,
  shop: string,
  uri: string,
  payload: object,
  eventId: string = randomUUID(),
): WebhookEvent {
  const body = Buffer.from(JSON.stringify(payload));
  return { topic, shop, uri, eventId, webhookId: randomUUID(), triggeredAt: new Date().toISOString(), body };
}

export interface DeliveryOptions {
  /** How often each event is sent; default once. */
  copies?: () => number;
  /** In [0, 1): shuffles the deliveries. Default: in the order in which things happened. */
  random?: () => number;
  /** Deliveries under way at a time. Default 4. */
  concurrency?: number;
  /** Tries of a delivery that is not answered with 2xx within 5 s. Default 1; Shopify's own are 9 within four hours. */
  attempts?: number;
}

export interface Delivery {
  event: WebhookEvent;
  /** 0: no answer. */
  status: number;
  /** Milliseconds until the answer of the last try. */
  tookMs: number;
}

const TIMEOUT_MS = 5_000;

/** Sends events as Shopify does: HTTPS deliveries with a signature over the raw body, retried with the original payload. */
export async function deliver(
  events: readonly WebhookEvent[],
  secret: string,
  options: DeliveryOptions,
): Promise<Delivery[]> {
  const { copies = () => 1, random, concurrency = 4, attempts = 1 } = options;
  const copied = events.flatMap((event) => Array.from({ length: copies() }, () => event));
  const queue = random ? shuffled(copied, random) : copied;
  const deliveries: Delivery[] = [];
  const worker = async () => {
    for (let event = queue.shift(); event; event = queue.shift()) {
      let delivery = await send(event, secret);
      for (let tries = 1; tries < attempts && !isAccepted(delivery); tries += 1) delivery = await send(event, secret);
      deliveries.push(delivery);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return deliveries;
}

const isAccepted = ({ status }: Delivery): boolean => status >= 200 && status < 300;

async function send(event: WebhookEvent, secret: string): Promise<Delivery> {
  const begin = performance.now();
  const status = await fetch(event.uri, {
    method: 'POST',
    headers: webhookHeaders(event, secret),
    body: new Uint8Array(event.body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'manual',
  }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
  return { event, status, tookMs: performance.now() - begin };
}

/** The headers of a delivery. */
export function webhookHeaders(event: WebhookEvent, secret: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Shopify-Captain-Hook',
    'x-shopify-topic': event.topic,
    'x-shopify-hmac-sha256': createHmac('sha256', secret).update(event.body).digest('base64'),
    'x-shopify-shop-domain': event.shop,
    'x-shopify-api-version': '2026-07',
    'x-shopify-webhook-id': event.webhookId,
    'x-shopify-event-id': event.eventId,
    'x-shopify-triggered-at': event.triggeredAt,
  };
}
