import { type Handlers, isErrorCode, ServiceError, service, withoutNul } from '@svc/kit';
import {
  attributionProofs,
  attributionRules,
  chatUses,
  type OrderLine,
  OrderServiceService,
  orderKinds,
  type PlaceRevenueRow,
  type RecordOrderRequest,
  type RecordRefundRequest,
  refusalKinds,
  revenuePlaces,
} from '@svc/proto';
import type { PlaceRevenue } from '../db/place-revenue.js';
import type { StoredRefund } from '../db/refunds.js';
import { type Money, parseMoney } from '../domain/attribution/money.js';
import type { RefusalCounter } from '../usecases/count-refusal.js';
import type { getRevenue } from '../usecases/get-revenue.js';
import type { ReceivedOrder, recordOrder } from '../usecases/record-order.js';
import type { recordRefund } from '../usecases/record-refund.js';

/** Orders, refunds and revenue. What clients may send wrong was checked by the gateway, with pointers. */
export function createOrderService(use: {
  recordOrder: ReturnType<typeof recordOrder>;
  recordRefund: ReturnType<typeof recordRefund>;
  countRefusal: RefusalCounter['count'];
  getRevenue: ReturnType<typeof getRevenue>;
}) {
  const handlers: Handlers<typeof OrderServiceService> = {
    async recordOrder(request) {
      return { confirmedLines: await use.recordOrder(request.companyId, toReceivedOrder(request)) };
    },
    async recordRefund(request) {
      const { isOrderKnown } = await use.recordRefund(request.companyId, toStoredRefund(request));
      return { isWaiting: !isOrderKnown };
    },
    async countRefusal({ companyId, kind, reason, requests }) {
      if (!isErrorCode(reason)) throw invalid('reason must be the code of an error.');
      await use.countRefusal(companyId, refusalKinds.toName(kind), reason, requests);
      return {};
    },
    async getRevenue({ companyId, companyTimeZone, funnelId, versionId, locale, source, kind, ...query }) {
      const filter = {
        ...query,
        ...(funnelId === undefined ? {} : { funnelId }),
        ...(versionId === undefined ? {} : { versionId }),
        ...(locale === undefined ? {} : { locale }),
        ...(source === undefined ? {} : { source }),
        ...(kind === undefined ? {} : { kind: orderKinds.toName(kind) }),
      };
      const { rows, refused, variants, tabs, rules, ...rest } = await use.getRevenue(
        companyId,
        filter,
        companyTimeZone,
      );
      return {
        rows: rows.map(({ kind, rule, proof, chat, ...row }) => ({
          ...row,
          kind: orderKinds.fromName(kind),
          rule: attributionRules.fromName(rule),
          proof: attributionProofs.fromName(proof),
          chat: chatUses.fromName(chat),
        })),
        variants: variants.map(({ kind, rule, proof, ...row }) => ({
          ...row,
          kind: orderKinds.fromName(kind),
          rule: attributionRules.fromName(rule),
          proof: attributionProofs.fromName(proof),
        })),
        tabs: tabs.map(toPlaceRow),
        rules: rules.map(toPlaceRow),
        refused: refused.map(({ kind, ...one }) => ({ ...one, kind: refusalKinds.fromName(kind) })),
        ...rest,
      };
    },
  };
  return service(OrderServiceService, withoutNul(handlers));
}

const toPlaceRow = ({ place, kind, rule, proof, ...row }: PlaceRevenue): PlaceRevenueRow => ({
  ...row,
  place: revenuePlaces.fromName(place),
  kind: orderKinds.fromName(kind),
  rule: attributionRules.fromName(rule),
  proof: attributionProofs.fromName(proof),
});

function toReceivedOrder({ order, analyses, attributionDays }: RecordOrderRequest): ReceivedOrder {
  if (!order?.createTime || order.lines.length === 0) throw invalid('An order with a time and lines must be given.');
  return {
    orderId: order.orderId,
    kind: orderKinds.toName(order.kind),
    digest: Buffer.from(order.contentHash).toString('hex'),
    currency: order.currency,
    totalsIncludeTax: order.totalsIncludeTax,
    hadChat: order.hadChat ?? null,
    windowDays: attributionDays,
    unreadAnalyses: order.unreadAnalyses ?? 0,
    visitorId: order.visitorId || null,
    order: {
      createdAt: order.createTime.getTime(),
      discount: toMoney(order.discount),
      lines: order.lines.map(toLine),
      recommendations: order.recommendations.map(({ variantId, analysisId, time }) => {
        if (!time) throw invalid('A recommendation must have a time.');
        return { variantId, analysisId, timestamp: time.getTime() };
      }),
    },
    analyses: new Map(
      analyses.map(({ analysisId, funnelId, createTime, isPreview, provenVariantIds, places }) => {
        if (!createTime) throw invalid('An analysis must have a time.');
        return [
          analysisId,
          {
            ...{ funnelId, createdAt: createTime.getTime(), isGenuine: !isPreview },
            provenVariants: new Set(provenVariantIds),
            places: places ? new Map(places.variants.map(({ variantId, ...place }) => [variantId, place])) : null,
          },
        ];
      }),
    ),
  };
}

const toLine = ({ lineId, variantId, productId, quantity, price, discount, analysisId, isForeign }: OrderLine) => ({
  ...{ lineId, variantId, productId: productId ?? null, quantity, isForeign: isForeign === true },
  ...{ price: toMoney(price), discount: toMoney(discount) },
  ...(analysisId === undefined ? {} : { analysisId }),
});

function toStoredRefund({ refund }: RecordRefundRequest): StoredRefund {
  if (!refund?.createTime || refund.lines.length === 0) throw invalid('A refund with a time and lines must be given.');
  return {
    refundId: refund.refundId,
    orderId: refund.orderId,
    digest: Buffer.from(refund.contentHash).toString('hex'),
    refundedAt: refund.createTime,
    lines: refund.lines.map(({ lineId, amount }) => ({ lineId, amount: toMoney(amount) })),
  };
}

function toMoney(text: string): Money {
  const amount = parseMoney(text);
  if (amount === undefined) throw invalid('An amount must be a decimal number.');
  return amount;
}

const invalid = (message: string): ServiceError => new ServiceError('INVALID_REQUEST', message);
