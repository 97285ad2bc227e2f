import { randomUUID } from 'node:crypto';
import { type BulkOperation, bulkQueryProblems, newOperation, runBulkQuery } from './bulk-operation.js';
import type { Faults } from './faults.js';
import type { Source } from './graphql/execute.js';
import { connection, gid, productPayload, productSource, type ShopProduct, type StoredProduct } from './product.js';
import { newEvent, type WebhookEvent } from './webhook-event.js';

interface Subscription extends Source {
  id: string;
  topic: string;
  uri: string;
  format: string;
  createdAt: string;
}

type Complaint = { field: string[] | null; message: string; code?: string };

/** From version 2026-01 on. */
const MAX_BULK_QUERIES = 5;

/** `PRODUCTS_UPDATE` of the API is `products/update` in a header. */
const headerTopic = (topic: string): string => {
  const split = topic.toLowerCase().lastIndexOf('_');
  const [group, event] = [topic.slice(0, split), topic.slice(split + 1)];
  return `${group}/${event}`.toLowerCase();
};

/** One shop with its products, subscriptions and bulk operations; what happens in it waits in `events` to be sent. */
export class StandInShop {
  readonly products = new Map<number, StoredProduct>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly operations = new Map<string, BulkOperation>();
  readonly files = new Map<string, Buffer>();
  readonly events: WebhookEvent[] = [];
  /** For topics that are set in the app's configuration: the three compliance topics. */
  complianceUri: string | undefined;
  currencyCode = 'EUR';
  /** Products as they were before their last change. */
  private readonly before = new Map<number, StoredProduct | undefined>();
  private readonly polls = new Map<string, number>();
  private numbers = 1_000;
  private clock = Date.now() - 86_400_000;

  constructor(
    readonly domain: string,
    private readonly faults: Faults,
    private readonly fileUrl: (name: string) => string,
    private readonly random: () => number = Math.random,
  ) {}

  /** Creates or changes a product. Every change is a second after the last one, so that times show the order. */
  putProduct(product: ShopProduct): void {
    this.clock += 1_000;
    const isNew = !this.products.has(product.id);
    const stored = { ...structuredClone(product), updatedAt: `${new Date(this.clock).toISOString().slice(0, 19)}Z` };
    this.before.set(product.id, this.products.get(product.id));
    this.products.set(product.id, stored);
    this.happened(isNew ? 'PRODUCTS_CREATE' : 'PRODUCTS_UPDATE', productPayload(stored));
  }

  deleteProduct(id: number): void {
    this.clock += 1_000;
    if (this.products.delete(id)) this.happened('PRODUCTS_DELETE', { id });
  }

  /** The merchant removed the app. */
  uninstalled(): void {
    this.happened('APP_UNINSTALLED', { id: 1, domain: this.domain, myshopify_domain: this.domain });
    this.subscriptions.clear();
  }

  /** A request of the law: `customers/data_request`, `customers/redact` or `shop/redact`. */
  compliance(topic: string, payload: object): void {
    if (this.complianceUri === undefined) return;
    const body = { shop_id: 1, shop_domain: this.domain, ...payload };
    this.events.push(newEvent(topic, this.domain, this.complianceUri, body));
  }

  private happened(topic: string, payload: object): void {
    const eventId = randomUUID();
    for (const subscription of this.subscriptions.values()) {
      if (subscription.topic !== topic) continue;
      this.events.push(newEvent(headerTopic(topic), this.domain, subscription.uri, payload, eventId));
    }
  }

  /** Lets an operation end at the next look, whatever `faults.bulkPolls` says. */
  finishOperation(id: string): void {
    this.polls.set(id, 0);
  }

  /** What queries and mutations are read from. */
  root(): Source {
    return {
      shop: { id: gid('Shop', 1), myshopifyDomain: this.domain, name: this.domain, currencyCode: this.currencyCode },
      product: ({ id }: Source) => {
        const product = this.read(Number(String(id).split('/').at(-1)));
        return product ? productSource(product) : null;
      },
      products: connection(() => this.productSources()),
      bulkOperation: ({ id }: Source) => this.look(String(id)),
      currentBulkOperation: () => this.look([...this.operations.keys()].at(-1) ?? ''),
      webhookSubscriptions: connection(() => [...this.subscriptions.values()]),
      bulkOperationRunQuery: ({ query, groupObjects }: Source) => this.runBulk(String(query), groupObjects === true),
      bulkOperationCancel: ({ id }: Source) => this.cancel(String(id)),
      webhookSubscriptionCreate: ({ topic, webhookSubscription }: Source) =>
        this.subscribe(String(topic), webhookSubscription as Source),
      webhookSubscriptionDelete: ({ id }: Source) => {
        const isThere = this.subscriptions.delete(String(id));
        const userErrors = isThere ? [] : [complaint(['id'], 'Webhook subscription does not exist')];
        return { deletedWebhookSubscriptionId: isThere ? id : null, userErrors };
      },
    };
  }

  private read(id: number): StoredProduct | undefined {
    if (this.faults.laggingReads === 0) return this.products.get(id);
    this.faults.laggingReads -= 1;
    return this.before.get(id);
  }

  private productSources(): Source[] {
    return [...this.products.values()].sort((a, b) => a.id - b.id).map(productSource);
  }

  private subscribe(topic: string, { uri, format }: Source): Source {
    const refuse = (message: string) => ({
      webhookSubscription: null,
      userErrors: [complaint(['webhookSubscription', 'uri'], message)],
    });
    if (typeof uri !== 'string' || !URL.canParse(uri)) return refuse('Address is invalid');
    for (const other of this.subscriptions.values()) {
      if (other.topic === topic && other.uri === uri) return refuse('Address for this topic has already been taken');
    }
    const id = gid('WebhookSubscription', this.numbers++);
    const made = { id, topic, uri, format: (format as string | null) ?? 'JSON', createdAt: new Date().toISOString() };
    this.subscriptions.set(id, made);
    return { webhookSubscription: made, userErrors: [] };
  }

  private runBulk(query: string, groupObjects: boolean): Source {
    const refuse = (code: string, message: string) => ({
      bulkOperation: null,
      userErrors: [{ ...complaint(['query'], message), code }],
    });
    const [problem] = bulkQueryProblems(query);
    if (problem !== undefined) return refuse('INVALID', `Invalid bulk query: ${problem}`);
    const running = [...this.operations.values()].filter(({ status }) => status === 'CREATED' || status === 'RUNNING');
    if (running.length >= MAX_BULK_QUERIES) {
      return refuse('LIMIT_REACHED', 'The limit of bulk query operations that run at a time is reached.');
    }
    const operation = newOperation(this.numbers++, query, new Date());
    const { lines, rootCount } = runBulkQuery(query, this.root(), groupObjects, this.random);
    this.operations.set(operation.id, operation);
    this.polls.set(operation.id, this.faults.bulkPolls);
    this.files.set(operation.id, Buffer.from(lines.map((line) => `${line}\n`).join('')));
    operation.rootObjectCount = String(rootCount);
    operation.objectCount = String(lines.length + this.faults.objectCountOff);
    return { bulkOperation: { ...operation, objectCount: '0', rootObjectCount: '0' }, userErrors: [] };
  }

  /** An operation progresses when it is read, so that tests need no clock. */
  private look(id: string): Source | null {
    const operation = this.operations.get(id);
    if (!operation) return null;
    const left = this.polls.get(id) ?? 0;
    this.polls.set(id, left - 1);
    const isGoing = operation.status === 'CREATED' || operation.status === 'RUNNING';
    if (isGoing && left > 0) operation.status = 'RUNNING';
    else if (isGoing) this.finish(operation);
    return { ...operation };
  }

  private finish(operation: BulkOperation): void {
    const status = this.faults.bulkEnd;
    const file = this.files.get(operation.id) as Buffer;
    const url = file.length === 0 ? null : this.fileUrl(operation.id);
    operation.status = status;
    operation.completedAt = new Date().toISOString();
    if (status === 'COMPLETED') Object.assign(operation, { url, fileSize: url === null ? null : String(file.length) });
    if (status === 'FAILED') {
      // Half of it was written before it failed.
      const half = file.subarray(0, file.lastIndexOf('\n', Math.floor(file.length / 2)) + 1);
      this.files.set(operation.id, half);
      Object.assign(operation, { errorCode: 'INTERNAL_SERVER_ERROR', partialDataUrl: url });
    }
    this.happened('BULK_OPERATIONS_FINISH', {
      admin_graphql_api_id: operation.id,
      completed_at: operation.completedAt,
      created_at: operation.createdAt,
      error_code: operation.errorCode?.toLowerCase() ?? null,
      status: status.toLowerCase(),
      type: 'query',
    });
  }

  private cancel(id: string): Source {
    const operation = this.operations.get(id);
    if (!operation) return { bulkOperation: null, userErrors: [complaint(['id'], 'Bulk operation does not exist')] };
    if (operation.status === 'CREATED' || operation.status === 'RUNNING') operation.status = 'CANCELED';
    return { bulkOperation: { ...operation }, userErrors: [] };
  }
}

const complaint = (field: string[], message: string): Complaint => ({ field, message });
