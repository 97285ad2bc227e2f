import { ServiceError } from '@svc/kit';
import {
  ComponentConfig,
  type RecordFunnelVisitRequest,
  type RecordFunnelVisitsRequest,
  TrackingConsent,
} from '@svc/proto';
import { exposureExamples, funnelVisitExamples, shopVisitExamples } from '../resources/visits/visit-examples.js';
import { type Ask, startGateway, type TestGateway } from './start-gateway.js';

export const PATH = '/api/v1/visits';
export const visit = funnelVisitExamples.shown.value;
export const shopVisit = shopVisitExamples.widget.value;
export const exposure = exposureExamples.exposure.value;

/** Whose the versions are. */
export const target = { companyId: 'company-1', funnelId: 'funnel-1', isPreview: false };

/** A gateway that takes reports of visits, in front of services that store all of them. */
export function createVisitIntake() {
  let current: TestGateway | undefined;
  const getGateway = (): TestGateway => {
    if (!current) throw new Error('The gateway was not started.');
    return current;
  };

  async function start(
    more: Partial<{ isPreview: boolean; trackingConsent: TrackingConsent; keepsVisitors: boolean }> = {},
    env: Record<string, string> = {},
  ) {
    const answer = { ...target, trackingConsent: TrackingConsent.TRACKING_CONSENT_IMPLIED, ...more };
    const gateway = await startGateway({
      handlers: {
        funnelPages: {
          resolveHostVisit: async ({ versionId }) => {
            if (versionId === 'unknown') throw new ServiceError('VERSION_NOT_FOUND', 'No such version.');
            return answer;
          },
        },
        components: {
          getComponentConfig: async ({ company }) => {
            const name = company?.$case === 'host' ? company.value.name?.value : company?.value;
            if (![shopVisit.company, 'shop.glow.example', 'beauty'].includes(name ?? ''))
              throw new ServiceError('NOT_FOUND', 'No company has this key.');
            const { trackingConsent, keepsVisitors = false } = answer;
            const config = ComponentConfig.fromPartial({ trackingConsent, keepsVisitors });
            return { companyId: 'company-1', version: 'v', domains: [], config };
          },
        },
        funnel: {
          getCompanyState: async () =>
            ({ version: 1, language: 'en', funnels: [{ funnelId: 'funnel-1', subdomain: 'beauty' }] }) as never,
        },
        visits: {
          recordFunnelVisit: async () => ({}),
          recordFunnelVisits: async () => ({}),
          recordShopVisit: async () => ({}),
          recordExposure: async () => ({}),
        },
      },
      env,
      logLevel: 'debug',
    });
    current = gateway;
    return gateway;
  }

  const post = (body: unknown, { headers = {}, ...options }: Ask = {}) =>
    getGateway().ask(PATH, {
      method: 'POST',
      host: 'beauty.svc.test',
      headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...options,
    });
  /** Alone, or together with others. */
  const sent = () => {
    const { recordFunnelVisit = [], recordFunnelVisits = [] } = getGateway().services.calls;
    const together = (recordFunnelVisits as RecordFunnelVisitsRequest[]).flatMap(({ reports }) => reports);
    return [...(recordFunnelVisit as RecordFunnelVisitRequest[]), ...together];
  };

  return {
    start,
    post,
    sent,
    /** The one that was started last. */
    get gateway() {
      return getGateway();
    },
    stop: async () => current?.stop(),
  };
}
