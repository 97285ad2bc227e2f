import { DELIVERY_TARGETS, type DeliveryTargetName, type DeliveryTargets } from '@svc/domain';
import { addJob, addJobs, type Db, forCompany, type GrpcService, ServiceError, service } from '@svc/kit';
import { DeliveryServiceService, deliveryStates, deliveryTargets } from '@svc/proto';
import type { Knex } from 'knex';
import { countCompanyPending } from './db/count-pending.js';
import { findEndpoint } from './db/endpoints.js';
import { findDelivery } from './db/find-delivery.js';
import { listDeliveries } from './db/list-deliveries.js';
import { findDeliveryTarget, redeliver, redeliverPeriod } from './db/redeliver.js';
import type { DeliveryEndpoint } from './delivery.js';
import { formatCursor, parseCursor } from './delivery-cursor.js';
import { toAttemptMessage, toDeliveryMessage, toEndpointMessage, toGetDeliveryResponse } from './delivery-message.js';
import { deliveryJob } from './jobs/delivery-job.js';
import { enableEndpoint } from './jobs/release-task.js';
import { createEndpoint, type Endpoint } from './sending/endpoint.js';
import type { SenderDeps } from './sending/sender-deps.js';
import { testWebhook } from './sending/test-webhook.js';

export interface DeliveryServiceDeps extends SenderDeps {
  db: Knex;
  getTargets(companyId: string): Promise<DeliveryTargets>;
  /** Makes the worker check for due deliveries immediately. */
  wake(): void;
}

const MAX_PAGE = 100;
/** Of one call. 10,000 take about a second. docs/webhooks.md "Delivering a period again". */
const MAX_REDELIVERIES = 10_000;

/** svc.analysis.v1.DeliveryService: the log of deliveries, redelivery, and the state of endpoints. */
export function createDeliveryService(deps: DeliveryServiceDeps): GrpcService {
  const { db } = deps;
  return service(DeliveryServiceService, {
    async listDeliveries({ companyId, state, target, analysisId, pageSize, pageToken }) {
      const filter = {
        state: deliveryStates.toNullable(state),
        target: deliveryTargets.toNullable(target),
        analysisId,
      };
      const page = {
        limit: Math.min(Math.max(pageSize, 1), MAX_PAGE),
        after: pageToken === '' ? undefined : parseCursor(pageToken),
      };
      const { deliveries, next } = await forCompany(db, companyId, (trx) =>
        listDeliveries(trx, companyId, filter, page),
      );
      return { deliveries: deliveries.map(toDeliveryMessage), nextPageToken: next ? formatCursor(next) : '' };
    },
    async getDelivery({ companyId, deliveryId }) {
      const delivery = await forCompany(db, companyId, (trx) => findDelivery(trx, companyId, deliveryId));
      if (!delivery) throw unknownDelivery();
      return toGetDeliveryResponse(delivery);
    },
    async redeliver({ companyId, deliveryId }) {
      const target = await forCompany(db, companyId, (trx) => findDeliveryTarget(trx, companyId, deliveryId));
      if (target === undefined) throw unknownDelivery();
      await requireEnabledEndpoint(deps, companyId, target);
      const delivery = await forCompany(db, companyId, async (trx) => {
        const due = await redeliver(trx, companyId, deliveryId);
        if (due) await addJob(trx, deliveryJob({ id: deliveryId, companyId, target }));
        return due;
      });
      if (!delivery) throw unknownDelivery();
      deps.wake();
      return { delivery: toDeliveryMessage(delivery) };
    },
    async redeliverPeriod({ companyId, target, startTime, endTime, states }) {
      const period = {
        target: deliveryTargets.toName(target),
        from: startTime as Date,
        to: endTime as Date,
        states: states.map(deliveryStates.toName),
      };
      await requireEnabledEndpoint(deps, companyId, period.target);
      const ids = await forCompany(db, companyId, async (trx) => {
        const due = await redeliverPeriod(trx, companyId, period, MAX_REDELIVERIES + 1);
        if (due.length > MAX_REDELIVERIES) throw tooManyRedeliveries();
        await addJobs(
          trx,
          due.map((id) => deliveryJob({ id, companyId, target: period.target })),
        );
        return due;
      });
      deps.wake();
      return { count: ids.length };
    },
    async listEndpoints({ companyId }) {
      return { endpoints: (await loadEndpoints(deps, companyId)).map(toEndpointMessage) };
    },
    async enableEndpoint({ companyId, target }) {
      const name = deliveryTargets.toNullable(target);
      const before = (await loadEndpoints(deps, companyId)).find((endpoint) => endpoint.target === name);
      if (!before)
        throw new ServiceError(
          'NOT_FOUND',
          'The company has no such endpoint. It must be configured in the company’s blueprint first.',
        );
      await enableEndpoint(db, { companyId, target: before.target });
      deps.wake();
      const after: DeliveryEndpoint = {
        ...before,
        state: 'ENABLED',
        disabledReason: null,
        disabledAt: null,
        failingSince: null,
      };
      return { endpoint: toEndpointMessage(after) };
    },
    async testWebhook({ companyId }, { signal }) {
      const { webhook } = await deps.getTargets(companyId);
      if (!webhook) throw new ServiceError('CONFLICT', 'The company has no webhook. It must be configured first.');
      const { attempt, ...sent } = await testWebhook(deps, webhook, signal);
      return { ...sent, attempt: toAttemptMessage(attempt) };
    },
  });
}

const tooManyRedeliveries = () =>
  new ServiceError(
    'INVALID_REQUEST',
    `The period has more than ${MAX_REDELIVERIES} such deliveries. Nothing is sent again. Choose a shorter period.`,
  );

const unknownDelivery = () => new ServiceError('NOT_FOUND', 'No delivery with this id.');

/** The company's endpoints, those that it has switched on in its blueprint. */
async function loadEndpoints(deps: DeliveryServiceDeps, companyId: string): Promise<DeliveryEndpoint[]> {
  const targets = await deps.getTargets(companyId);
  return forCompany(deps.db, companyId, async (trx) => {
    const pending = await countCompanyPending(trx, companyId);
    const shown: DeliveryEndpoint[] = [];
    for (const target of DELIVERY_TARGETS) {
      const endpoint = createEndpoint(deps, targets, target);
      if (endpoint) shown.push(await toEndpoint(trx, companyId, target, endpoint, pending[target] ?? 0));
    }
    return shown;
  });
}

async function toEndpoint(
  db: Db,
  companyId: string,
  target: DeliveryTargetName,
  { url, fingerprint }: Endpoint,
  pending: number,
): Promise<DeliveryEndpoint> {
  const known = await findEndpoint(db, { companyId, target });
  const state = known?.fingerprint.equals(fingerprint) ? known : undefined;
  return {
    target,
    url,
    state: state?.disabledAt ? 'DISABLED' : 'ENABLED',
    disabledReason: state?.disabledReason ?? null,
    disabledAt: state?.disabledAt ?? null,
    failingSince: state?.failingSince ?? null,
    pending,
  };
}

async function requireEnabledEndpoint(
  deps: DeliveryServiceDeps,
  companyId: string,
  target: DeliveryTargetName,
): Promise<void> {
  const endpoint = (await loadEndpoints(deps, companyId)).find((one) => one.target === target);
  if (!endpoint) {
    throw new ServiceError(
      'CONFLICT',
      `The company has no ${target}. It must be configured in the company’s blueprint first.`,
    );
  }
  if (endpoint.state === 'DISABLED') {
    throw new ServiceError(
      'CONFLICT',
      'The endpoint is disabled and must be enabled first. Its held deliveries are then sent automatically.',
    );
  }
}
