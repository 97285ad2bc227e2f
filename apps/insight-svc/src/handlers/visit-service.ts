import { type Handlers, ServiceError, service, withoutNul } from '@svc/kit';
import {
  funnelVisitEventTypes,
  type RecordFunnelVisitRequest,
  shopVisitEventTypes,
  VisitServiceService,
  visitDevices,
} from '@svc/proto';
import type { recordExposure } from '../usecases/record-exposure.js';
import type { recordFunnelVisit } from '../usecases/record-funnel-visit.js';
import type { recordShopVisit } from '../usecases/record-shop-visit.js';

/** What happened on pages. */
export function createVisitService(use: {
  recordFunnelVisit: ReturnType<typeof recordFunnelVisit>;
  recordShopVisit: ReturnType<typeof recordShopVisit>;
  recordExposure: ReturnType<typeof recordExposure>;
}) {
  const record = ({ companyId, visit, events }: RecordFunnelVisitRequest): Promise<void> => {
    if (!visit || events.length === 0) throw new ServiceError('INVALID_REQUEST', 'A visit with events must be given.');
    const { device, experiment, ...rest } = visit;
    return use.recordFunnelVisit(
      companyId,
      {
        ...rest,
        device: visitDevices.toName(device),
        ...(experiment ? { experiment: { id: experiment.experimentId, arm: experiment.arm } } : {}),
      },
      events.map(({ number, type, stepId, atMs }) => ({
        n: number,
        type: funnelVisitEventTypes.toName(type),
        stepId,
        atMs,
      })),
    );
  };
  const handlers: Handlers<typeof VisitServiceService> = {
    async recordFunnelVisit(request) {
      await record(request);
      return {};
    },
    async recordFunnelVisits({ reports }) {
      await Promise.all(reports.map(record));
      return {};
    },
    async recordShopVisit({ companyId, visitId, events }) {
      if (visitId === '' || events.length === 0)
        throw new ServiceError('INVALID_REQUEST', 'A visit with events must be given.');
      const read = events.map(({ type, funnelId }) => ({ type: shopVisitEventTypes.toName(type), funnelId }));
      await use.recordShopVisit(companyId, visitId, read);
      return {};
    },
    async recordExposure({ companyId, experimentId, visitorId }) {
      if (experimentId === '' || visitorId === '')
        throw new ServiceError('INVALID_REQUEST', 'A test and a visitor must be given.');
      await use.recordExposure(companyId, experimentId, visitorId);
      return {};
    },
  };
  return service(VisitServiceService, withoutNul(handlers));
}
