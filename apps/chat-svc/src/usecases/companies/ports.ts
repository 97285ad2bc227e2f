import type { ChatLanguage } from '@svc/domain';
import type { Caption, ChatVariant } from '../../domain/catalog/chat-catalog.js';
import type { ColorType } from '../../domain/grounding/blocks.js';
import type { CompanyChatSettings } from '../../domain/settings/chat-settings.js';
import type { ScopeSet } from '../../domain/thread/compile-scope.js';

/** A funnel's host: its sub-domain, or a host name of its own. */
export type FunnelHost = { readonly subdomain: string } | { readonly host: string };

/** How a request names a company. */
export type CompanyName =
  | { readonly key: string }
  | { readonly domain: string }
  | { readonly funnelHost: FunnelHost }
  | { readonly id: string };

/** What the chat knows of a company. */
export interface CompanyProfile {
  readonly id: string;
  /** Changes with the company and its funnels. */
  readonly version: string;
  readonly isEnabled: boolean;
  readonly domains: readonly string[];
  readonly language: ChatLanguage;
  readonly defaultFunnelId: string | undefined;
  readonly funnels: readonly {
    readonly id: string;
    readonly subdomain: string;
    readonly host: string | undefined;
    readonly isOpen: boolean;
  }[];
  readonly settings: CompanyChatSettings;
  readonly captions: readonly Caption[];
}

export interface CompanySource {
  /**
   * @param known - what is returned again where it is in force.
   * @throws ServiceError NOT_FOUND: no such company.
   */
  load(name: CompanyName, known: CompanyProfile | undefined): Promise<CompanyProfile>;
}

/** The catalog of a company with what was added to it. */
export interface LoadedCatalog {
  readonly variants: readonly ChatVariant[];
  /** Names of tabs. */
  readonly captions: readonly Caption[];
  /** Of the feed and of the matching settings. */
  readonly version: string;
}

export interface CatalogSource {
  load(companyId: string): Promise<LoadedCatalog>;
  /** The version that `load` would return. */
  getVersion(companyId: string): Promise<string>;
}

/** Which variants a thread may show. */
export interface LoadedScope {
  /** Changes whenever the lists could. */
  readonly state: string;
  readonly eligible: readonly string[];
  readonly matched: readonly string[];
  /** Kept out by rules in force. Never named: only that a page is about one of them may be said. */
  readonly excluded: readonly string[];
  /** The best of each tab of the result page. */
  readonly firstOfTabs: readonly string[];
  readonly sets: readonly ScopeSet[];
  /** As in `LoadedCatalog`. */
  readonly catalogVersion: string;
}

/** An analysis that was found. */
export interface FoundAnalysis {
  readonly companyId: string;
  readonly colorType: ColorType | undefined;
  /** @param known - what is returned again where it is in force. */
  loadScope(known: LoadedScope | undefined): Promise<LoadedScope>;
  /** Why variants suit, in words for the shopper; those that do not suit are left out. At most 500. */
  describe(variantIds: readonly string[], language: ChatLanguage): Promise<ReadonlyMap<string, readonly string[]>>;
}

export interface ScopeSource {
  /** Undefined: unknown or erased. */
  findAnalysis(analysisId: string): Promise<FoundAnalysis | undefined>;
  /** The assortment of a funnel, for a thread without an analysis. */
  loadFunnelScope(companyId: string, funnelId: string, known: LoadedScope | undefined): Promise<LoadedScope>;
}
