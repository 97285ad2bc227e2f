import type { ChatSettings, ComponentSettings, PageTheme } from '@svc/domain';

export type ComponentFunnelState = 'PUBLISHED' | 'DRAFT' | 'PAUSED';

/** A funnel as shop pages show it. */
export interface ComponentFunnel {
  subdomain: string;
  /** A full host name of its own. */
  host: string | null;
  name: string;
  state: ComponentFunnelState;
  hasSelfie: boolean;
}

/** A test that shows the components to some visitors only. docs/insight.md N14. */
export interface Holdout {
  experimentId: string;
  salt: string;
  /** Of visitors without and with components. */
  weights: number[];
  /** All visitors see the components. */
  isDry: boolean;
}

/** What a company decides about the components on its shop pages. */
export interface ComponentConfig {
  /** Handle of the company. */
  company: string;
  /** BCP 47. */
  language: string;
  settings: ComponentSettings;
  theme: PageTheme;
  privacyUrl: string | null;
  chat: Pick<ChatSettings, 'greeting' | 'starters' | 'contactUrl' | 'model' | 'avoidedWords'>;
  funnels: ComponentFunnel[];
  /** The browser may keep an id of the visitor, once the visitor agreed. */
  keepsVisitors: boolean;
  /** null: none runs. */
  holdout: Holdout | null;
}

/**
 * Whether shoppers reach a funnel: a paused one says so, one without a published version can only be previewed. Null: it has no
 * version at all, so it has no page. docs/components.md B4.
 */
export function getComponentFunnelState(funnel: {
  paused: boolean;
  hasPublished: boolean;
  hasDraft: boolean;
}): ComponentFunnelState | null {
  if (!funnel.hasPublished && !funnel.hasDraft) return null;
  if (funnel.paused) return 'PAUSED';
  return funnel.hasPublished ? 'PUBLISHED' : 'DRAFT';
}

/** Entries of a company's `domains` that a page of this host may belong to. @param domain - host, with its port where it has one. */
export const listDomainEntries = (domain: string): string[] => [
  domain,
  // A page has no port in its address where it is the scheme's usual one; a loopback name without a port allows any.
  ...(/:\d+$/.test(domain) ? [domain.replace(/:\d+$/, '')] : [`${domain}:443`, `${domain}:80`]),
];
