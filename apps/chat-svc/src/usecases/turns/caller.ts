import { isAllowedOrigin } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { Companies } from '../companies/companies.js';
import type { CompanyName, CompanyProfile, FunnelHost } from '../companies/ports.js';
import { threadNotFound } from './thread-errors.js';

/** Whose chat a request is for. */
export interface Caller {
  readonly companyKey: string | undefined;
  /** The request came to the host of this funnel. */
  readonly host: FunnelHost | undefined;
  /** Empty: none. */
  readonly origin: string;
  /** The origin is the host of a funnel, of any company. */
  readonly originFunnel: FunnelHost | undefined;
}

export type CallerCompanies = ReturnType<typeof createCallerCompanies>;

/** Companies of requests. Every refusal is the same NOT_FOUND. docs/chat.md T7.2, T7.3. */
export function createCallerCompanies(companies: Companies) {
  const find = async (name: CompanyName): Promise<CompanyProfile> => {
    try {
      const profile = await companies.find(name);
      if (profile.isEnabled) return profile;
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'NOT_FOUND')) throw error;
    }
    throw threadNotFound();
  };
  return {
    /** The company in whose name a page begins a thread: the page must be one of its domains or of its funnels. */
    async requireOrigin(caller: Caller): Promise<CompanyProfile> {
      const name = toName(caller) ?? nameDomain(caller.origin);
      const profile = name && (await find(name));
      if (!profile || !isOwnPage(caller, profile)) throw threadNotFound();
      return profile;
    },
    /** The company of a thread. @throws ServiceError NOT_FOUND also where the request names another company. */
    async requireThread(companyId: string | undefined, caller: Caller): Promise<CompanyProfile> {
      if (companyId === undefined) throw threadNotFound();
      const name = toName(caller);
      const [profile, named] = await Promise.all([find({ id: companyId }), name && find(name)]);
      if (named && named.id !== companyId) throw threadNotFound();
      return profile;
    },
  };
}

function toName({ companyKey, host }: Caller): CompanyName | undefined {
  if (companyKey !== undefined) return { key: companyKey };
  return host && { funnelHost: host };
}

function nameDomain(origin: string): CompanyName | undefined {
  const domain = /^https?:\/\/(.+)$/.exec(origin)?.[1];
  return domain === undefined ? undefined : { domain };
}

function isOwnPage({ origin, originFunnel }: Caller, { domains, funnels }: CompanyProfile): boolean {
  if (isAllowedOrigin(origin, domains)) return true;
  if (!originFunnel) return false;
  return funnels.some(({ subdomain, host }) =>
    'host' in originFunnel ? host === originFunnel.host : subdomain === originFunnel.subdomain,
  );
}
