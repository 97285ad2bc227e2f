import { generateApiKey, ServiceError, sha256 } from '@svc/kit';
import {
  ComponentConfig,
  type ConfirmedLine,
  MatchExplanation,
  type RecordOrderRequest,
  TrackingConsent,
} from '@svc/proto';
import type { FakeHandlers } from './fake-services.js';
import { ANALYSIS_ID, matchingFakes, matchingInput } from './fixtures.js';
import { type Ask, startGateway, type TestGateway } from './start-gateway.js';

export const KEY = `Bearer ${generateApiKey()}`;
export const COMPANY_KEY = 'k3J9sPq0Zr7Wn2Vt5Yb8Xc1Md';
const REPORTED = `/api/v1/orders?company=${COMPANY_KEY}`;
export const ORIGIN = 'https://shop.glow.example';
const now = () => new Date(Math.floor(Date.now() / 1_000) * 1_000);
export const createdAt = now();

export const order = {
  ...{ orderId: '4711', createdAt: createdAt.toISOString(), currency: 'EUR' },
  lines: [{ lineId: '1', variantId: 'V1', quantity: 2, price: '29.90', analysisId: ANALYSIS_ID }],
};
export const confirmed: ConfirmedLine = { lineId: '1', variantId: 'V1', analysisIdHash: sha256(ANALYSIS_ID) };

const EXPLAINED = new Map([
  [
    'V1',
    {
      ...{ variantId: 'V1', tabs: ['FACE', 'NEW'], pin: { rule: 'first' } },
      score: { boosts: [{ rule: 'spring' }, { rule: 'first' }] },
    },
  ],
]);

/** A gateway that takes orders and refunds, in front of services that know one analysis and store everything. */
export function createOrderIntake() {
  let current: TestGateway | undefined;
  const getGateway = (): TestGateway => {
    if (!current) throw new Error('The gateway was not started.');
    return current;
  };

  async function start(
    given: {
      consent?: TrackingConsent;
      isPreview?: boolean;
      confirmedLines?: ConfirmedLine[];
      handlers?: FakeHandlers;
      env?: Record<string, string>;
    } = {},
  ) {
    const {
      consent = TrackingConsent.TRACKING_CONSENT_IMPLIED,
      isPreview = false,
      confirmedLines = [confirmed],
    } = given;
    const gateway = await startGateway({
      handlers: {
        ...matchingFakes(matchingInput({ isPreview }), createdAt),
        funnel: { resolveOrderKey: async () => ({ companyId: 'company-1', attributionDays: 14 }) },
        components: {
          getComponentConfig: async ({ company }) => {
            if (![COMPANY_KEY, 'shop.glow.example'].includes(company?.value as string))
              throw new ServiceError('NOT_FOUND', 'No company has this company key.');
            return {
              ...{ companyId: 'company-1', version: 'v', domains: ['shop.glow.example'] },
              config: ComponentConfig.fromPartial({ trackingConsent: consent, attributionDays: 7 }),
            };
          },
        },
        events: {
          recordEvents: async () => ({ accepted: 1, duplicates: 0 }),
          listInteractedVariants: async ({ variantIds }) => ({ variantIds: variantIds.filter((id) => id === 'V7') }),
        },
        matcherAdmin: {
          explainMatch: async ({ variantIds }) => ({
            explanation: MatchExplanation.fromPartial({
              variants: variantIds.map((variantId) => EXPLAINED.get(variantId) ?? { variantId }),
            }),
          }),
        },
        orders: {
          recordOrder: async () => ({ confirmedLines }),
          recordRefund: async () => ({ isWaiting: true }),
          countRefusal: async () => ({}),
        },
        variants: {
          getVariants: async ({ variantIds }) => ({
            variants: variantIds.filter((id) => id !== 'foreign').map((variantId) => ({ variantId })) as never,
          }),
        },
        ...given.handlers,
      },
      env: given.env ?? {},
      logLevel: 'debug',
    });
    current = gateway;
    return gateway;
  }

  const post = (path: string, body: unknown, { headers = {}, ...options }: Ask = {}) =>
    getGateway().ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      ...options,
    });
  const verified = (body: unknown, path = '/api/v1/orders') => post(path, body, { headers: { authorization: KEY } });
  const reported = (body: unknown, { headers = {}, ...rest }: Ask = {}) =>
    post(REPORTED, body, {
      headers: { origin: ORIGIN, 'content-type': 'text/plain;charset=UTF-8', ...headers },
      ...rest,
    });
  const sent = () => (getGateway().services.calls.recordOrder ?? []) as RecordOrderRequest[];

  return {
    start,
    ...{ post, verified, reported, sent },
    /** The one that was started last. */
    get gateway() {
      return getGateway();
    },
    stop: async () => current?.stop(),
  };
}
