import { DELIVERY_TARGETS, type DeliveryTargetName, type DeliveryTargets } from '@svc/domain';
import { addJob, type Db, forCompany, type GrpcService, ServiceError, service } from '@svc/kit';
import { DeliveryServiceService, deliveryStates, deliveryTargets } from '@svc/proto';
import type { Knex } from 'knex';
import { countPendingOf } from './db/count-pending.js';
import { findEndpoint } from './db/endpoints.js';
import { findDelivery } from './db/find-delivery.js';
import { listDeliveries } from './db/list-deliveries.js';
import { findTargetOf, redeliver } from './db/redeliver.js';
import type { DeliveryEndpoint } from './delivery.js';
import { readCursor, writeCursor } from './delivery-cursor.js';
import { deliveryJob } from './delivery-job.js';
import { toDeliveryMessage, toEndpointMessage, toGetDeliveryResponse } from './delivery-message.js';
import { type Endpoint, endpointOf, type SenderDeps } from './endpoint.js';
import { switchOn } from './release-held.js';

export interface DeliveryServiceDeps extends SenderDeps {
  knex: Knex;
  getTargets(companyId: string): Promise<DeliveryTargets>;
  /** Looks for due deliveries now. */
  wake(): void;
}

const MAX_PAGE = 100;

/** The log of deliveries, and what a merchant can do about it. */
export function deliveryService(deps: DeliveryServiceDeps): GrpcService {
  const { knex } = deps;
  return service(DeliveryServiceService, {
    async listDeliveries({ companyId, state, target, analysisId, pageSize, pageToken }) {
      const filter = {
        state: deliveryStates.toNullable(state),
        target: deliveryTargets.toNullable(target),
        analysisId,
      };
      const page = {
        limit: Math.min(Math.max(pageSize, 1), MAX_PAGE),
        after: pageToken === '' ? undefined : readCursor(pageToken),
      };
      const { deliveries, next } = await forCompany(knex, companyId, (db) =>
        listDeliveries(db, companyId, filter, page),
      );
      return { deliveries: deliveries.map(toDeliveryMessage), nextPageToken: next ? writeCursor(next) : '' };
    },
    async getDelivery({ companyId, deliveryId }) {
      const delivery = await forCompany(knex, companyId, (db) => findDelivery(db, companyId, deliveryId));
      if (!delivery) throw unknownDelivery();
      return toGetDeliveryResponse(delivery);
    },
    async redeliver({ companyId, deliveryId }) {
      const target = await forCompany(knex, companyId, (db) => findTargetOf(db, companyId, deliveryId));
      if (target === undefined) throw unknownDelivery();
      await requireOn(deps, companyId, target);
      const delivery = await forCompany(knex, companyId, async (transaction) => {
        const due = await redeliver(transaction, companyId, deliveryId);
        if (due) await addJob(transaction, deliveryJob({ id: deliveryId, companyId, target }));
        return due;
      });
      if (!delivery) throw unknownDelivery();
      deps.wake();
      return { delivery: toDeliveryMessage(delivery) };
    },
    async listEndpoints({ companyId }) {
      return { endpoints: (await endpointsOf(deps, companyId)).map(toEndpointMessage) };
    },
    async enableEndpoint({ companyId, target }) {
      const name = deliveryTargets.toNullable(target);
      const before = (await endpointsOf(deps, companyId)).find((endpoint) => endpoint.target === name);
      if (!before)
        throw new ServiceError('NOT_FOUND', 'The company has no such endpoint; apply one with its blueprint.');
      await switchOn(knex, { companyId, target: before.target });
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
  });
}

const unknownDelivery = () => new ServiceError('NOT_FOUND', 'No delivery with this id.');

/** The company's endpoints, those that it has switched on in its blueprint. */
async function endpointsOf(deps: DeliveryServiceDeps, companyId: string): Promise<DeliveryEndpoint[]> {
  const targets = await deps.getTargets(companyId);
  return forCompany(deps.knex, companyId, async (db) => {
    const pending = await countPendingOf(db, companyId);
    const shown: DeliveryEndpoint[] = [];
    for (const target of DELIVERY_TARGETS) {
      const endpoint = endpointOf(deps, targets, target);
      if (endpoint) shown.push(await present(db, companyId, target, endpoint, pending[target] ?? 0));
    }
    return shown;
  });
}

async function present(
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

async function requireOn(deps: DeliveryServiceDeps, companyId: string, target: DeliveryTargetName): Promise<void> {
  const endpoint = (await endpointsOf(deps, companyId)).find((one) => one.target === target);
  if (!endpoint) {
    throw new ServiceError('CONFLICT', `The company has no ${target}; apply one with its blueprint, then redeliver.`);
  }
  if (endpoint.state === 'DISABLED') {
    throw new ServiceError('CONFLICT', 'The endpoint is switched off; enable it, and what waits goes out by itself.');
  }
}
