import { ServiceError } from '@svc/kit';
import {
  ComponentColorScheme,
  type ComponentConfig,
  ComponentFunnelState,
  type GetComponentConfigRequest,
  TrackingConsent,
} from '@svc/proto';
import { componentConfig } from '../resources/components/config-schema.js';
import { pageFakes } from './fixtures.js';
import { startGateway, type TestGateway } from './start-gateway.js';

export const PATH = '/api/components/v1/config';
export const KEY = 'a1B2c3D4e5F6g7H8i9J0k1L2m';

export const CONFIG: ComponentConfig = {
  company: 'glow',
  language: 'en',
  components: { popup: true, widget: true, floatingActionButton: false, chat: true },
  zIndex: { widget: 900 },
  theme: { colorScheme: ComponentColorScheme.COMPONENT_COLOR_SCHEME_AUTO, accentColor: '#7D3552', cornerRadius: 16 },
  defaultFunnel: 'beauty',
  funnels: [
    {
      subdomain: 'beauty',
      name: 'Find your glow',
      state: ComponentFunnelState.COMPONENT_FUNNEL_STATE_PUBLISHED,
      hasSelfie: true,
    },
    {
      subdomain: 'next',
      host: 'quiz.glow.example',
      name: 'Next',
      state: ComponentFunnelState.COMPONENT_FUNNEL_STATE_DRAFT,
      hasSelfie: false,
    },
    {
      subdomain: 'old',
      name: 'Old',
      state: ComponentFunnelState.COMPONENT_FUNNEL_STATE_PAUSED,
      hasSelfie: false,
    },
  ],
  isWidgetCollapsed: true,
  cart: true,
  storeContactData: true,
  privacyUrl: 'https://glow.example/privacy',
  trackingConsent: TrackingConsent.TRACKING_CONSENT_REQUIRED,
  attributionDays: 14,
  trackingParameters: [],
  chatStarters: [],
  keepsVisitors: false,
  chatModel: false,
  chatAvoidedWords: [],
};

/** A gateway in front of a company that has this configuration of components. */
export function createConfigReader() {
  let current: TestGateway | undefined;
  const getGateway = (): TestGateway => {
    if (!current) throw new Error('The gateway was not started.');
    return current;
  };

  async function start(changes: Partial<ComponentConfig> = {}) {
    const gateway = await startGateway({
      handlers: {
        ...pageFakes(),
        components: {
          getComponentConfig: async ({ company }) => {
            if (company?.$case === 'companyKey' && company.value !== KEY) {
              throw new ServiceError('NOT_FOUND', 'No company has this company key.');
            }
            const domains = ['shop.glow.example', 'dev.glow.example:8443', 'localhost'];
            return { companyId: 'company-1', version: '7', domains, config: { ...CONFIG, ...changes } };
          },
        },
        catalog: { listProductPaths: async () => ({ paths: ['/p/'] }) },
      },
    });
    current = gateway;
    return gateway;
  }

  const asked = () => (getGateway().services.calls.getComponentConfig ?? []) as GetComponentConfigRequest[];
  const read = async (query: string, headers: Record<string, string> = {}) => {
    const { json } = await getGateway().ask(`${PATH}?company=${KEY}&${query}`, { headers });
    return componentConfig.parse(json);
  };

  return {
    ...{ start, asked, read },
    /** The one that was started last. */
    get gateway() {
      return getGateway();
    },
    stop: async () => current?.stop(),
  };
}
