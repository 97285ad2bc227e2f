import { type FunnelPage, type PageTheme, renderSteps, type Step, type TrackingConsent } from '@svc/domain';
import { chooseLocale, pageLocales } from './page-locales.js';

/** Properties of a page other than its steps. */
export interface PageFacts {
  funnel: FunnelPage['funnel'];
  company: { name: string; privacyUrl: string | null; language: string };
  paused: boolean;
  isPreview: boolean;
  domains: string[];
  theme: PageTheme;
  requireSelfieConsent: boolean;
  trackingConsent: TrackingConsent;
  keepsVisitors: boolean;
}

/** The language that was asked for, or those that the visitor would like. */
export interface WantedLocale {
  /** BCP 47. */
  locale: string | undefined;
  /** BCP 47, most wanted first; read where `locale` is undefined. */
  preferredLocales: readonly string[];
}

/** A version as the page of its funnel needs it, localized and sorted. Former keys and tags stay inside. */
export function renderPage(
  version: { id: string; number: number; steps: readonly Step[] },
  facts: PageFacts,
  wanted: WantedLocale,
): FunnelPage {
  const { language, ...company } = facts.company;
  const locales = pageLocales(version.steps, language);
  const locale = wanted.locale ?? chooseLocale(locales, wanted.preferredLocales);
  return {
    funnel: facts.funnel,
    company,
    paused: facts.paused,
    version: { id: version.id, number: version.number },
    isPreview: facts.isPreview,
    locale: Intl.getCanonicalLocales(locale)[0] as string,
    locales,
    domains: facts.domains,
    theme: facts.theme,
    selfie: { requireConsent: facts.requireSelfieConsent },
    trackingConsent: facts.trackingConsent,
    ...(facts.keepsVisitors ? { keepsVisitors: true as const } : {}),
    steps: renderSteps(version.steps, locale, language),
  };
}
