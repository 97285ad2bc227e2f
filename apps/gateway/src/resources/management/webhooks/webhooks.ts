import { ServiceError } from '@svc/kit';
import { type DeliveryTarget, deliveryStates, deliveryTargets, type EnumNames } from '@svc/proto';
import { hasActorPermission } from '../../../access/actor.js';
import { TIMEOUT_MS } from '../../../clients.js';
import { requirePart } from '../../../messages/require-part.js';
import { ANALYSIS_ID } from '../../../openapi/example-ids.js';
import { toLookupId } from '../../../parse/opaque-id.js';
import { json, page, sendJson, sendPage } from '../../../route/answer.js';
import { jsonBody } from '../../../route/body.js';
import { type Parameter, paging, pathId, text, toPage } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { sendShortList, shortListPaging } from '../../../route/short-list.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import { changeSecret } from './change-secret.js';
import {
  DELIVERY_ID,
  deliveryExample,
  deliverySummaryExample,
  enabledEndpointExample,
  endpointExample,
  webhookTestExample,
} from './delivery-examples.js';
import { redeliveryRequest, webhookTestRequest } from './delivery-schema.js';
import {
  presentDelivery,
  presentDeliveryRecord,
  presentEndpoint,
  presentTest,
  withoutBodies,
} from './present-delivery.js';

const WEBHOOKS = `${COMPANY}/webhooks`;
const delivery = { ...company, deliveryId: pathId('The webhook-id.', DELIVERY_ID) };

/** One value of an enum; without it, or with an empty one, all. */
const filter = <E extends string>(description: string, names: EnumNames<E, string>): Parameter<E> => ({
  description,
  example: names.all[0],
  schema: { type: 'string', enum: [...names.all] },
  read: ([value = ''], name) => {
    if (value === '' || names.isName(value)) return names.fromNullable(value);
    throw new ServiceError('INVALID_QUERY', `${name} must be one of ${names.all.join(', ')}.`);
  },
});

const listDeliveries = route({
  ...management,
  method: 'GET',
  path: `${WEBHOOKS}/deliveries`,
  id: 'listDeliveries',
  permission: 'manage:delivery.read',
  summary: 'Deliveries, newest first',
  description:
    'Deliveries of submissions on funnel hosts to the webhook and the CRM, and their outcome. Kept for 90 days; deliveries of ' +
    'erased analyses are not shown.',
  params: company,
  query: {
    state: filter('Only those in this state.', deliveryStates),
    target: filter('Only those to this target.', deliveryTargets),
    analysisId: text('Only those of this analysis.', ANALYSIS_ID),
    ...paging,
  },
  answers: { 200: page('DeliveryPage', deliverySummaryExample) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const { state, target } = query;
      const analysisId = query.analysisId ? toLookupId(query.analysisId) : '';
      const request = { companyId, state, target, analysisId, ...toPage(query) };
      const { deliveries, nextPageToken } = await clients.delivery.listDeliveries(request);
      return sendPage(deliveries.map(presentDelivery), nextPageToken);
    },
});

const getDelivery = route({
  ...management,
  method: 'GET',
  path: `${WEBHOOKS}/deliveries/{deliveryId}`,
  id: 'getDelivery',
  audit: 'always',
  permission: 'manage:delivery.read',
  summary: 'A delivery with its attempts',
  description:
    'Requests and responses. Bodies are kept for 7 days after the end; they contain contact data and are null for the role ANALYST.',
  params: delivery,
  answers: { 200: json('The delivery.', 'Delivery', { failed: deliveryExample }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const record = await clients.delivery.getDelivery({ companyId, deliveryId: params.deliveryId });
      const mayReadBodies = hasActorPermission(ctx.state.actor, companyId, 'delivery.redeliver');
      return sendJson(200, presentDeliveryRecord(mayReadBodies ? record : withoutBodies(record)));
    },
});

const redeliver = route({
  ...management,
  method: 'POST',
  path: `${WEBHOOKS}/deliveries/{deliveryId}/redeliver`,
  id: 'redeliver',
  permission: 'manage:delivery.redeliver',
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
      const { delivery } = await clients.delivery.redeliver({ companyId, deliveryId: params.deliveryId });
      return sendJson(202, presentDelivery(requirePart(delivery)));
    },
});

const redeliverPeriod = route({
  ...management,
  method: 'POST',
  path: `${WEBHOOKS}/redeliver`,
  id: 'redeliverPeriod',
  permission: 'manage:delivery.redeliver',
  summary: 'Deliver everything of a period again',
  description:
    'What was submitted in it and is in one of the states, oldest first, as *Deliver again* does each. At most 10,000 in a call. ' +
    'CONFLICT when the endpoint is switched off, or the company no longer has one.',
  params: company,
  body: jsonBody({
    schema: redeliveryRequest,
    schemaId: 'RedeliveryRequest',
    examples: {
      outage: { target: 'webhook', from: '2026-11-21T08:00:00Z', to: '2026-11-21T12:00:00Z', states: ['DEAD'] },
    },
    refused: 'Nothing is delivered again',
  }),
  answers: { 202: json('How many are due.', 'Redelivery', { outage: { count: 214 } }) },
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body }) => {
      const { companyId } = await getCompany(clients, params);
      const { count } = await clients.delivery.redeliverPeriod({
        companyId,
        target: deliveryTargets.fromName(body.target),
        startTime: new Date(body.from),
        endTime: new Date(body.to),
        states: body.states.map(deliveryStates.fromName),
      });
      return sendJson(202, { count });
    },
});

const listEndpoints = route({
  ...management,
  method: 'GET',
  path: `${WEBHOOKS}/endpoints`,
  id: 'listEndpoints',
  permission: 'manage:delivery.read',
  summary: 'Endpoints and their state',
  description: 'Those of the company file: the webhook, the CRM. At most one of each target.',
  params: company,
  query: shortListPaging,
  answers: { 200: page('DeliveryEndpoints', endpointExample) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const { endpoints } = await clients.delivery.listEndpoints({ companyId });
      return sendShortList(endpoints.map(presentEndpoint), query);
    },
});

const target: Parameter<DeliveryTarget> = {
  description: 'webhook or crm.',
  example: 'webhook',
  read: ([value = '']) => {
    if (deliveryTargets.isName(value)) return deliveryTargets.fromName(value);
    const names = deliveryTargets.all.join(', ');
    throw new ServiceError('NOT_FOUND', `There is no such endpoint; it must be one of ${names}.`);
  },
};

const enableEndpoint = route({
  ...management,
  method: 'POST',
  path: `${WEBHOOKS}/endpoints/{target}/enable`,
  id: 'enableEndpoint',
  permission: 'manage:integration.write',
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
      const { endpoint } = await clients.delivery.enableEndpoint({ companyId, target: params.target });
      return sendJson(200, presentEndpoint(requirePart(endpoint)));
    },
});

const sendTest = route({
  ...management,
  method: 'POST',
  path: `${WEBHOOKS}/test`,
  id: 'testWebhook',
  permission: 'manage:delivery.redeliver',
  summary: 'Send an example to the webhook',
  description:
    'Once and immediately, signed like a delivery, with a webhook-id that starts with `test_`; also to an endpoint that is switched off. ' +
    'The answer shows what was sent and what came back; nothing is logged, and no state changes. CONFLICT: the company has no webhook.',
  params: company,
  body: jsonBody({
    schema: webhookTestRequest,
    schemaId: 'WebhookTestRequest',
    examples: { webhook: { target: 'webhook' } },
    refused: 'Nothing was sent',
  }),
  answers: { 200: json('The outcome, whatever the endpoint answered.', 'WebhookTest', { failed: webhookTestExample }) },
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      const answer = await clients.delivery.testWebhook({ companyId }, { timeoutMs: TIMEOUT_MS.webhookTest });
      return sendJson(200, presentTest(answer));
    },
});

/** Deliveries to a company's webhook and CRM. docs/webhooks.md. */
export const webhooks = [
  listDeliveries,
  getDelivery,
  redeliver,
  redeliverPeriod,
  listEndpoints,
  enableEndpoint,
  sendTest,
  changeSecret,
];
