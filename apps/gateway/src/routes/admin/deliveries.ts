import { DELIVERY_TARGETS, type DeliveryEndpoint, type DeliverySummary } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import type { Clients } from '../../clients.js';
import type { Handler, RouteContext } from '../../context.js';
import { lookupId } from '../../parse/opaque-id.js';
import { parsePage } from '../../parse/pagination.js';
import { companyOf } from './company-id.js';
import { queryOf, sendJson, sendPage } from './send.js';

type Deps = {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>;
  delivery: Pick<
    Clients['delivery'],
    'listDeliveries' | 'getDelivery' | 'redeliver' | 'listEndpoints' | 'enableEndpoint'
  >;
};

/** GET …/webhooks/deliveries?state=&target=&analysisId=: newest first. Fails with INVALID_QUERY. */
export function listDeliveries(deps: Deps): Handler {
  return async (ctx) => {
    const query = queryOf(ctx);
    const page = parsePage(query);
    const analysisId = query.get('analysisId');
    const { companyId } = await companyOf(deps, ctx);
    const { deliveriesJson, nextCursor } = await deps.delivery.listDeliveries({
      companyId,
      state: query.get('state') ?? '',
      target: query.get('target') ?? '',
      analysisId: analysisId ? lookupId(analysisId) : '',
      ...page,
    });
    sendPage(ctx, json.decode<DeliverySummary[]>(deliveriesJson), nextCursor);
  };
}

/** GET …/webhooks/deliveries/{deliveryId}: with what was sent and what was answered. */
export function getDelivery(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    const { deliveryJson } = await deps.delivery.getDelivery({ companyId, deliveryId: deliveryIdOf(ctx) });
    sendJson(ctx, 200, asBuffer(deliveryJson));
  };
}

/** POST …/webhooks/deliveries/{deliveryId}/redeliver: 202. CONFLICT when the endpoint is off, or there is none. */
export function redeliver(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    const { deliveryJson } = await deps.delivery.redeliver({ companyId, deliveryId: deliveryIdOf(ctx) });
    sendJson(ctx, 202, asBuffer(deliveryJson));
  };
}

/** GET …/webhooks/endpoints: at most one of each target. */
export function listEndpoints(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    const { endpointsJson } = await deps.delivery.listEndpoints({ companyId });
    sendJson(ctx, 200, { data: json.decode<DeliveryEndpoint[]>(endpointsJson) });
  };
}

/** POST …/webhooks/endpoints/{target}/enable: what waited goes out. An endpoint that is on stays on. */
export function enableEndpoint(deps: Deps): Handler {
  return async (ctx) => {
    const { target } = ctx.params as { target: string };
    if (!(DELIVERY_TARGETS as readonly string[]).includes(target)) {
      throw new ServiceError('NOT_FOUND', `No such endpoint; there are ${DELIVERY_TARGETS.join(' and ')}.`);
    }
    const { companyId } = await companyOf(deps, ctx);
    const { endpointJson } = await deps.delivery.enableEndpoint({ companyId, target });
    sendJson(ctx, 200, asBuffer(endpointJson));
  };
}

const deliveryIdOf = (ctx: RouteContext): string => lookupId((ctx.params as { deliveryId: string }).deliveryId);

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
