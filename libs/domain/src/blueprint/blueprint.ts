import type { ChatSettings } from '../chat/chat-settings.js';
import type { ComponentSettings } from '../components/component-settings.js';
import type { AnalysisSettings } from '../funnel/analysis-settings.js';
import type { Step } from '../funnel/steps.js';
import type {
  Assortment,
  MatchingConfig,
  MatchingSettings,
  ProductSet,
  ResultPage,
  Tagging,
} from '../matching/matching-settings.js';
import type { TaggingOperation } from '../matching/tagging-operations.js';
import type { PageTheme } from '../page/page-theme.js';
import type { CatalogProduct } from './catalog.js';
import type { CrmAccount, WebhookEndpoint } from './deliveries.js';
import type { FeedFormatName } from './feed-formats.js';

export interface CompanySettings extends AnalysisSettings, ComponentSettings {
  /** How the pages of its funnels look. */
  theme: PageTheme;
  /** Its privacy notice, to which the pages link. */
  privacyUrl: string | null;
  /** Of days in reports; IANA. */
  timeZone: string;
  chat: ChatSettings;
  /** Days after which its analyses are deleted, `ANALYSIS_RETENTION_DAYS` at most; null: then only. */
  analysisRetentionDays: number | null;
}

export interface Feed {
  url: string;
  format: FeedFormatName;
  everyHours: number;
}

/** One funnel of a blueprint. An absent key is left alone; what is given replaces what was there. */
export interface FunnelBlueprint {
  subdomain: string;
  /** A full host name of the funnel's own, in addition to its sub-domain. */
  host?: string | null;
  name?: string;
  /** `funnel_value` of the webhook; null: the name. */
  value?: string | null;
  paused?: boolean;
  /** Removes the funnel. */
  archived?: boolean;
  assortment?: Assortment;
  matching?: MatchingSettings;
  resultPage?: ResultPage;
  published?: { steps: Step[] };
  /** null: no draft. */
  draft?: { steps: Step[] } | null;
}

/**
 * A company as code. docs/management.md "Applying": an absent key is left alone, a cleared one is given as its empty
 * value; everything below a given key is complete, defaults filled in.
 */
export interface Blueprint {
  handle?: string;
  name?: string;
  /** Company language, BCP 47. */
  language?: string;
  /** ISO 4217; the currency of catalog rows that name none. */
  currency?: string;
  domains?: string[];
  /** 25 characters; null: keep or generate. */
  companyKey?: string | null;
  settings?: CompanySettings;
  webhook?: WebhookEndpoint | null;
  /** Receives finished analyses of the legacy route in addition to the webhook. Contains a secret. */
  crm?: CrmAccount | null;
  tagging?: Tagging;
  sets?: ProductSet[];
  catalog?: { products: CatalogProduct[] };
  feed?: Feed | null;
  funnels?: FunnelBlueprint[];
}

/** The part of a blueprint that matcher-svc applies. Absent keys are left alone; funnels are keyed by funnel id. */
export interface MatchingConfigPatch {
  tagging?: Tagging;
  /** Applied to the tagging in force, or to the one above. docs/adr/0087-tags-are-changed-by-operations.md. */
  taggingOperations?: TaggingOperation[];
  sets?: ProductSet[];
  funnels?: Record<string, Partial<MatchingConfig['funnels'][string]>>;
}

/** The part of a blueprint that catalog-sync applies. Absent keys are left alone. */
export interface CatalogSection {
  /** Currency of variants that name none. */
  currency?: string;
  catalog?: { products: CatalogProduct[] };
  feed?: Feed | null;
}
