import { DEFAULT_COMPONENT_SETTINGS } from '@svc/domain';
import { type Handlers, ServiceError, service, withoutNul } from '@svc/kit';
import {
  ComponentServiceService,
  componentColorSchemes,
  componentFunnelStates,
  type GetComponentConfigRequest,
  type ComponentConfig as ProtoComponentConfig,
  trackingConsents,
} from '@svc/proto';
import type { ComponentConfig } from '../domain/pages/component-config.js';
import type { ComponentCompanyName, getComponentConfig } from '../usecases/pages/get-component-config.js';
import { toHostName } from './host-name.js';

/** What the browser components on shop pages need. No key: nothing of it is secret. */
export function createComponentService(deps: { getComponentConfig: ReturnType<typeof getComponentConfig> }) {
  const handlers: Handlers<typeof ComponentServiceService> = {
    async getComponentConfig({ company }) {
      const { config, ...found } = await deps.getComponentConfig(toCompanyName(company));
      return { ...found, config: toComponentConfig(config) };
    },
  };
  return service(ComponentServiceService, withoutNul(handlers));
}

function toCompanyName(company: GetComponentConfigRequest['company']): ComponentCompanyName {
  switch (company?.$case) {
    case 'companyKey':
      return { companyKey: company.value };
    case 'domain':
      return { domain: company.value };
    case 'host':
      return { host: toHostName(company.value) };
    default:
      throw new ServiceError('INVALID_REQUEST', 'A company key, a domain or a host must be given.');
  }
}

function toComponentConfig({ settings, theme, ...config }: ComponentConfig): ProtoComponentConfig {
  const { zIndex, tracking } = settings;
  return {
    company: config.company,
    language: config.language,
    // Rows written before a component existed lack it.
    components: { ...DEFAULT_COMPONENT_SETTINGS.components, ...settings.components },
    zIndex: {
      popup: zIndex.popup ?? undefined,
      widget: zIndex.widget ?? undefined,
      floatingActionButton: zIndex.floatingActionButton ?? undefined,
    },
    theme: {
      colorScheme: componentColorSchemes.fromName(theme.colorScheme),
      accentColor: theme.accentColor ?? undefined,
      backgroundColor: theme.backgroundColor ?? undefined,
      textColor: theme.textColor ?? undefined,
      fontFamily: theme.fontFamily ?? undefined,
      cornerRadius: theme.cornerRadius ?? undefined,
    },
    defaultFunnel: settings.defaultFunnel ?? undefined,
    funnels: config.funnels.map((funnel) => ({
      subdomain: funnel.subdomain,
      host: funnel.host ?? undefined,
      name: funnel.name,
      state: componentFunnelStates.fromName(funnel.state),
      hasSelfie: funnel.hasSelfie,
    })),
    isWidgetCollapsed: settings.widget.isCollapsed,
    cart: settings.cart,
    storeContactData: settings.storeContactData,
    privacyUrl: config.privacyUrl ?? undefined,
    trackingConsent: trackingConsents.fromName(tracking.consent),
    attributionDays: tracking.attributionDays,
    trackingParameters: tracking.parameters,
  };
}
