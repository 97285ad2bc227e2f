import type { Logger } from '@svc/kit';
import type { AuditLog } from '../audit/audit-log.js';
import type { ComponentFiles } from '../built-files/component-files.js';
import type { PageAssets } from '../built-files/page-assets.js';
import type { Clients } from '../clients.js';
import type { CompanyDomains } from '../hosts/company-domains.js';
import type { PageAddress } from '../hosts/funnel-host.js';
import type { RateLimits } from '../limits/rate-limits.js';
import type { FinishedMatch } from '../match/finished-match.js';
import type { KnownStates } from '../match/known-states.js';
import type { MatchCache } from '../match/match-cache.js';
import type { MatchPurge } from '../match/match-purge.js';
import type { SingleFlight } from '../match/single-flight.js';
import type { ReadChatState } from '../resources/components/chat-state.js';
import type { LoadProductPaths } from '../resources/components/product-paths.js';

/** Everything that guards and handlers of routes use. */
export interface RouteDeps {
  clients: Clients;
  audit: AuditLog;
  /** Whose pages may call a funnel's host. */
  domains: CompanyDomains;
  /** Where the product pages of a company are. */
  productPaths: LoadProductPaths;
  /** For the settings of components. */
  chatState: ReadChatState;
  cache: MatchCache;
  flights: SingleFlight<FinishedMatch>;
  states: KnownStates;
  purge: MatchPurge;
  /** Undefined: RATE_LIMITS=off. */
  limits: RateLimits | undefined;
  /** Those that the management API accepts. */
  platformTokens: readonly string[];
  /** Undefined: no demo pictures. */
  demoDirectory?: string | undefined;
  /** Where shoppers reach the pages of funnels. */
  pageAddress: PageAddress;
  /** The built page of funnel hosts; rejects while it is not there. */
  pageAssets(): Promise<PageAssets>;
  /** The built dashboard; rejects while it is not there. */
  dashboardAssets(): Promise<PageAssets>;
  /** The built browser components; rejects while they are not there. */
  componentFiles(): Promise<ComponentFiles>;
  /** False once the gateway is stopping. */
  readiness: { accepting: boolean };
  log: Logger;
}
