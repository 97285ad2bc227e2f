import { MAX_ORDER_BODY_BYTES, MAX_REFUND_BODY_BYTES } from '@svc/domain';
import { currentContext, newContext, runInContext, systemClock } from '@svc/kit';
import { orderKinds } from '@svc/proto';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import { createCompanyLimit } from '../../limits/company-limits.js';
import { limitAttempts, limitFailures } from '../../middleware/rate-limit.js';
import { describedContent, json, jsonOrText, sendJson } from '../../route/answer.js';
import { deferred, objectBody } from '../../route/body.js';
import { optional } from '../../route/parameter.js';
import { preflight } from '../../route/preflight.js';
import { route } from '../../route/route.js';
import { getApiKeyHash } from '../v1/keyed.js';
import { readCounted } from './count-refused.js';
import { listForeign } from './list-foreign.js';
import { listNamedAnalyses, loadOrderAnalysis } from './load-order-analyses.js';
import { orderAcceptedExample, orderExamples, refundAcceptedExample, refundExamples } from './order-examples.js';
import type { OrderRequest } from './order-schema.js';
import { type OrderSource, resolveOrderSource } from './order-source.js';
import { hashOrder, hashRefund, parseOrder, parseRefund } from './parse-order.js';
import { reportPurchases } from './report-purchases.js';

const HEADERS = { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' };

const recordOrder = route({
  method: 'POST',
  path: '/api/v1/orders',
  id: 'recordOrder',
  tag: 'v1',
  summary: 'Report an order',
  description:
    'With a Company API Key that has the scope order.write, an order is verified. Without one it is reported: company, or the domain of ' +
    'the page, names the company, and the page must be on one of its domains. An order counts once by its id, so a request may be sent again; a verified order replaces ' +
    'a reported one, and other contents under a known id are IDEMPOTENCY_CONFLICT. Names and addresses are not part of an order. Kept for 400 days.',
  permission: 'order',
  query: {
    company: optional(
      {
        description: 'The company key, of a reported order. Without it the domain of the page decides.',
        example: 'a1B2c3D4e5F6g7H8i9J0k1L2m',
      },
      (value) => value,
    ),
  },
  queryStrictness: 'keys',
  body: deferred(
    objectBody({
      content: jsonOrText(describedContent('OrderRequest', orderExamples)),
      maxBytes: MAX_ORDER_BODY_BYTES,
      parse: (body) => parseOrder(body, systemClock.now()),
    }),
  ),
  answers: {
    202: json(
      'Understood. Repeating the request counts nothing twice.',
      'OrderAccepted',
      { stored: orderAcceptedExample },
      HEADERS,
    ),
  },
  errors: ['NOT_FOUND', 'IDEMPOTENCY_CONFLICT'],
  handler: ({ clients, limits }) => {
    const limitCompany = createCompanyLimit({ clients, limits }, 'companyOrders');
    return async ({ query, body: read, ctx }) => {
      const findSource = async (consent: Pick<OrderRequest, 'consent'>): Promise<OrderSource> => {
        const find = () => resolveOrderSource(clients, ctx, query.company, consent);
        // Orders of known companies are taken, whatever others at the address try.
        return limitFailures(ctx, limits, { policy: 'misses', isRefusedEarly: false }, find);
      };
      const body = await readCounted(clients, 'ORDER', read, () => findSource({}));
      const source = await findSource(body);
      const onUnknown = async () => {
        // Of a page: it could try ids. A server with a key has a budget of its own.
        if (source.kind === 'REPORTED') await limitAttempts(ctx, limits, 'misses', ctx.state.source);
      };
      if (source.isAllowed) {
        await limitCompany(ctx, source.companyId, 'ORDER');
        await store(clients, source, body, onUnknown);
      }
      return sendJson(202, { orderId: body.orderId, stored: source.isAllowed }, HEADERS);
    };
  },
});

const recordRefund = route({
  method: 'POST',
  path: '/api/v1/refunds',
  id: 'recordRefund',
  tag: 'v1',
  summary: 'Report a refund',
  description:
    'Reduces lines of an order, on the day of the order and never below 0, if it was made at most 60 days later. It may arrive before its ' +
    'order. A refund counts once by its id; other contents under a known id are IDEMPOTENCY_CONFLICT.',
  permission: 'order.write',
  body: deferred(
    objectBody({
      content: jsonOrText(describedContent('RefundRequest', refundExamples)),
      maxBytes: MAX_REFUND_BODY_BYTES,
      parse: (body) => parseRefund(body, systemClock.now()),
    }),
  ),
  answers: {
    202: json(
      'Understood. Repeating the request counts nothing twice.',
      'RefundAccepted',
      { known: refundAcceptedExample },
      HEADERS,
    ),
  },
  errors: ['IDEMPOTENCY_CONFLICT'],
  handler: ({ clients, limits }) => {
    const limitCompany = createCompanyLimit({ clients, limits }, 'companyOrders');
    return async ({ body: read, ctx }) => {
      const findCompany = () => clients.funnel.resolveOrderKey({ apiKeyHash: getApiKeyHash(ctx) });
      const body = await readCounted(clients, 'REFUND', read, findCompany);
      const { companyId } = await findCompany();
      await limitCompany(ctx, companyId, 'REFUND');
      const { refundId, orderId, createdAt, lines } = body;
      const { isWaiting } = await clients.orders.recordRefund({
        companyId,
        refund: { refundId, orderId, createTime: createdAt, lines, contentHash: hashRefund(body) },
      });
      return sendJson(202, { refundId, waiting: isWaiting }, HEADERS);
    };
  },
});

/** Orders of shops, from browsers and from servers. docs/insight.md N5. */
export const orders = [
  recordOrder,
  preflight('preflightOrders', [recordOrder], { headers: 'Content-Type, X-Request-Id' }),
];
export const refunds = [recordRefund];

/** Reads the analyses that the order names, stores it, and reports the purchases, within one deadline. */
async function store(
  clients: Clients,
  { companyId, kind, attributionDays }: OrderSource,
  body: OrderRequest,
  onUnknown: () => Promise<void>,
): Promise<void> {
  const { requestId, traceparent } = currentContext() ?? newContext();
  await runInContext({ requestId, traceparent, deadline: Date.now() + TIMEOUT_MS.orders }, async () => {
    const { createdAt } = body;
    const variantIds = [...new Set(body.lines.map(({ variantId }) => variantId))];
    const { read, unread } = listNamedAnalyses(body);
    const [foreign, ...loaded] = await Promise.all([
      listForeign(clients, companyId, variantIds),
      ...read.map((id) => loadOrderAnalysis(clients, id, { companyId, variantIds, createdAt, attributionDays })),
    ]);
    for (const analysis of loaded) if (!analysis) await onUnknown();
    const analyses = loaded.filter((analysis) => analysis !== undefined);
    const { confirmedLines } = await clients.orders.recordOrder({
      companyId,
      attributionDays,
      analyses: analyses.map(({ analysis }) => analysis),
      order: toMessage(body, kind, { unread: new Set(unread), foreign }),
    });
    await reportPurchases(clients, body, confirmedLines, analyses, systemClock.now());
  });
}

/**
 * @param known.unread - ids of analyses that were not looked up: nothing is known of them, so that no line is credited to one.
 * @param known.foreign - variants that the catalog does not have.
 */
function toMessage(
  body: OrderRequest,
  kind: OrderSource['kind'],
  { unread, foreign }: { unread: ReadonlySet<string>; foreign: ReadonlySet<string> },
) {
  return {
    ...{ orderId: body.orderId, kind: orderKinds.fromName(kind), contentHash: hashOrder(body) },
    ...{ createTime: body.createdAt, currency: body.currency, totalsIncludeTax: body.totalsIncludeTax ?? true },
    discount: body.discount ?? '0',
    ...(unread.size > 0 ? { unreadAnalyses: unread.size } : {}),
    ...(typeof body.hadChat === 'boolean' ? { hadChat: body.hadChat } : {}),
    ...(typeof body.visitorId === 'string' ? { visitorId: body.visitorId } : {}),
    lines: body.lines.map((line) => ({
      ...{ lineId: line.lineId, variantId: line.variantId, quantity: line.quantity },
      ...{ price: line.price, discount: line.discount ?? '0' },
      ...(typeof line.productId === 'string' ? { productId: line.productId } : {}),
      ...(typeof line.analysisId === 'string' ? { analysisId: line.analysisId } : {}),
      ...(foreign.has(line.variantId) ? { isForeign: true } : {}),
    })),
    recommendations: (body.recommendations ?? [])
      .filter((entry) => !unread.has(entry.analysis_id))
      .map((entry) => ({
        ...{ variantId: entry.variant_id, analysisId: entry.analysis_id },
        time: new Date(entry.timestamp),
      })),
  };
}
