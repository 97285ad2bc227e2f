import { DEFAULT_COMPONENT_SETTINGS, toChatText } from '@svc/domain';
import { type Handlers, service, withoutNul } from '@svc/kit';
import {
  ComponentServiceService,
  componentColorSchemes,
  componentFunnelStates,
  type ComponentConfig as ProtoComponentConfig,
  trackingConsents,
} from '@svc/proto';
import type { ComponentConfig } from '../domain/pages/component-config.js';
import type { getComponentConfig } from '../usecases/pages/get-component-config.js';
import { toCompanyName } from './company-name.js';

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

function toComponentConfig({ settings, theme, chat, ...config }: ComponentConfig): ProtoComponentConfig {
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
    chatGreeting: chat.greeting ? toChatText(chat.greeting, config.language) : undefined,
    chatStarters: chat.starters.map((text) => toChatText(text, config.language)),
    chatContactUrl: chat.contactUrl ?? undefined,
    chatModel: chat.model,
    chatAvoidedWords: chat.avoidedWords,
    keepsVisitors: config.keepsVisitors,
    holdout: config.holdout ?? undefined,
  };
}
