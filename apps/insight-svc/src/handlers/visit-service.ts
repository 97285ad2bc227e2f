import { type Handlers, ServiceError, service, withoutNul } from '@svc/kit';
import { funnelVisitEventTypes, VisitServiceService, visitDevices } from '@svc/proto';
import type { recordFunnelVisit } from '../usecases/record-funnel-visit.js';

/** What happened on pages. */
export function createVisitService(use: { recordFunnelVisit: ReturnType<typeof recordFunnelVisit> }) {
  const handlers: Handlers<typeof VisitServiceService> = {
    async recordFunnelVisit({ companyId, visit, events }) {
      if (!visit || events.length === 0)
        throw new ServiceError('INVALID_REQUEST', 'A visit with events must be given.');
      const { device, experiment, ...rest } = visit;
      await use.recordFunnelVisit(
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
      return {};
    },
  };
  return service(VisitServiceService, withoutNul(handlers));
}
