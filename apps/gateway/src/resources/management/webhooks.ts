import { DELIVERY_STATES, DELIVERY_TARGETS, type DeliveryEndpoint, type DeliverySummary } from '@svc/domain';
import { json as encodedJson, ServiceError } from '@svc/kit';
import { ANALYSIS_ID } from '../../openapi/example-ids.js';
import { lookupId } from '../../parse/opaque-id.js';
import { json, page, sendJson, sendPage } from '../../route/answer.js';
import { type Parameter, paging, pathId, text } from '../../route/parameter.js';
import { route } from '../../route/route.js';
import {
  DELIVERY_ID,
  deliveryExample,
  deliverySummaryExample,
  enabledEndpointExample,
  endpointExample,
} from './delivery-examples.js';
import { COMPANY, company, getCompany, management } from './management.js';

const WEBHOOKS = `${COMPANY}/webhooks`;
const delivery = { ...company, deliveryId: pathId('The webhook-id.', DELIVERY_ID) };

/** Unknown values are refused by the service. */
const filter = (description: string, values: readonly string[]) =>
  text(description, values[0] as string, { type: 'string', enum: [...values] });

const listDeliveries = route({
  ...management,
  method: 'GET',
  path: `${WEBHOOKS}/deliveries`,
  id: 'listDeliveries',
  summary: 'Deliveries, newest first',
  description:
    'Deliveries of submissions on funnel hosts to the webhook and the CRM, and their outcome. Kept for 90 days; deliveries of ' +
    'erased analyses are not shown.',
  params: company,
  query: {
    state: filter('Only those in this state.', DELIVERY_STATES),
    target: filter('Only those to this target.', DELIVERY_TARGETS),
    analysisId: text('Only those of this analysis.', ANALYSIS_ID),
    ...paging,
  },
  answers: { 200: page('DeliveryPage', deliverySummaryExample) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const { deliveriesJson, nextCursor } = await clients.delivery.listDeliveries({
        companyId,
        ...query,
        analysisId: query.analysisId ? lookupId(query.analysisId) : '',
      });
      return sendPage(encodedJson.decode<DeliverySummary[]>(deliveriesJson), nextCursor);
    },
});

const getDelivery = route({
  ...management,
  method: 'GET',
  path: `${WEBHOOKS}/deliveries/{deliveryId}`,
  id: 'getDelivery',
  summary: 'A delivery with its attempts',
  description: 'Requests and responses. Bodies are kept for 7 days after the end; they contain contact data.',
  params: delivery,
  answers: { 200: json('The delivery.', 'Delivery', { failed: deliveryExample }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      const { deliveryJson } = await clients.delivery.getDelivery({ companyId, deliveryId: params.deliveryId });
      return sendJson(200, deliveryJson);
    },
});

const redeliver = route({
  ...management,
  method: 'POST',
  path: `${WEBHOOKS}/deliveries/{deliveryId}/redeliver`,
  id: 'redeliver',
  summary: 'Deliver again',
  description:
    'Immediately, whatever the earlier outcome, with the same webhook-id and, as long as it is kept, the same body. It gets ten new ' +
    'attempts. CONFLICT when the endpoint is switched off, or the company no longer has one.',
  params: delivery,
  answers: {
    202: json('It is due.', 'DeliverySummary', {
      due: { ...deliverySummaryExample, nextAttemptAt: '2026-11-21T11:30:00.000Z' },
    }),
  },
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      const { deliveryJson } = await clients.delivery.redeliver({ companyId, deliveryId: params.deliveryId });
      return sendJson(202, deliveryJson);
    },
});

const listEndpoints = route({
  ...management,
  method: 'GET',
  path: `${WEBHOOKS}/endpoints`,
  id: 'listEndpoints',
  summary: 'Endpoints and their state',
  description: 'Those of the company file: the webhook, the CRM.',
  params: company,
  answers: { 200: json('At most one of each target.', 'DeliveryEndpoints', { off: { data: [endpointExample] } }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      const { endpointsJson } = await clients.delivery.listEndpoints({ companyId });
      return sendJson(200, { data: encodedJson.decode<DeliveryEndpoint[]>(endpointsJson) });
    },
});

const target: Parameter<string> = {
  description: 'webhook or crm.',
  example: 'webhook',
  read: ([value = '']) => {
    if (DELIVERY_TARGETS.some((known) => known === value)) return value;
    throw new ServiceError('NOT_FOUND', `There is no such endpoint; it must be one of ${DELIVERY_TARGETS.join(', ')}.`);
  },
};

const enableEndpoint = route({
  ...management,
  method: 'POST',
  path: `${WEBHOOKS}/endpoints/{target}/enable`,
  id: 'enableEndpoint',
  summary: 'Switch an endpoint on again',
  description:
    'Waiting deliveries are sent. Another address or secret in the company file has the same effect. Repeated: nothing changes.',
  params: { ...company, target },
  answers: { 200: json('It is on.', 'DeliveryEndpoint', { on: enabledEndpointExample }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      const { endpointJson } = await clients.delivery.enableEndpoint({ companyId, target: params.target });
      return sendJson(200, endpointJson);
    },
});

/** Deliveries to a company's webhook and CRM. docs/webhooks.md. */
export const webhooks = [listDeliveries, getDelivery, redeliver, listEndpoints, enableEndpoint];
