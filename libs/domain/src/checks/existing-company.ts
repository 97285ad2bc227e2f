import type { Step } from '../funnel/steps.js';

/** A funnel of the company that is there before the blueprint is applied; archived ones are left out. */
export interface ExistingFunnel {
  subdomain: string;
  host?: string | null;
  /** Steps of the current published version. */
  published?: readonly Step[] | null;
  /** Steps of the current draft. */
  draft?: readonly Step[] | null;
}

/** What a check needs in addition to the blueprint. */
export interface ExistingCompany {
  /** Handle of the request's path. */
  handle?: string;
  funnels: readonly ExistingFunnel[];
  setKeys: readonly string[];
  /** Absent: none. */
  domains?: readonly string[];
  /** BCP 47; absent: that of a new company. */
  language?: string;
  /** What other companies have; only what the blueprint names need be looked up. */
  taken?: { subdomains?: readonly string[]; hosts?: readonly string[]; companyKeys?: readonly string[] };
}

export const NO_COMPANY: ExistingCompany = { funnels: [], setKeys: [] };
