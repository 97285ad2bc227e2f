import {
  DELIVERY_STATES,
  DELIVERY_TARGETS,
  type DeliveryEndpoint,
  type DeliveryTargetName,
  type DeliveryTargets,
} from '@svc/domain';
import { addJob, type Db, forCompany, type GrpcService, json, ServiceError, service } from '@svc/kit';
import { DeliveryServiceService } from '@svc/proto';
import type { Knex } from 'knex';
import { countPendingOf } from './db/count-pending.js';
import { findEndpoint } from './db/endpoints.js';
import { findDelivery } from './db/find-delivery.js';
import { listDeliveries } from './db/list-deliveries.js';
import { findTargetOf, redeliver } from './db/redeliver.js';
import { readCursor, writeCursor } from './delivery-cursor.js';
import { deliveryJob } from './delivery-job.js';
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
    async listDeliveries({ companyId, state, target, analysisId, limit, cursor }) {
      oneOf('state', state, DELIVERY_STATES);
      oneOf('target', target, DELIVERY_TARGETS);
      const page = {
        limit: Math.min(Math.max(limit, 1), MAX_PAGE),
        after: cursor === '' ? undefined : readCursor(cursor),
      };
      const { deliveries, next } = await forCompany(knex, companyId, (db) =>
        listDeliveries(db, companyId, { state, target, analysisId }, page),
      );
      return { deliveriesJson: json.encode(deliveries), nextCursor: next ? writeCursor(next) : '' };
    },
    async getDelivery({ companyId, deliveryId }) {
      const delivery = await forCompany(knex, companyId, (db) => findDelivery(db, companyId, deliveryId));
      if (!delivery) throw unknownDelivery();
      return { deliveryJson: json.encode(delivery) };
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
      return { deliveryJson: json.encode(delivery) };
    },
    async listEndpoints({ companyId }) {
      return { endpointsJson: json.encode(await endpointsOf(deps, companyId)) };
    },
    async enableEndpoint({ companyId, target }) {
      const before = (await endpointsOf(deps, companyId)).find((endpoint) => endpoint.target === target);
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
      return { endpointJson: json.encode(after) };
    },
  });
}

const unknownDelivery = () => new ServiceError('NOT_FOUND', 'No delivery with this id.');

function oneOf(name: string, value: string, values: readonly string[]): void {
  if (value === '' || values.includes(value)) return;
  throw new ServiceError('INVALID_QUERY', `${name} is one of ${values.join(', ')}.`);
}

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
    disabledAt: state?.disabledAt?.toISOString() ?? null,
    failingSince: state?.failingSince?.toISOString() ?? null,
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
