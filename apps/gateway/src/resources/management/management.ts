import type { Clients } from '../../clients.js';
import { pathName } from '../../route/parameter.js';

/** What all routes of the management API share. */
export const management = { tag: 'Management', permission: 'platformToken' } as const;

export const COMPANY = '/api/admin/v1/companies/{handle}';

/** The company of a path. */
export const company = { handle: pathName('company with this handle', 'Handle of the company.', 'glow') };
/** A funnel of a company. */
export const funnel = {
  ...company,
  subdomain: pathName('funnel with this sub-domain', 'Sub-domain of the funnel.', 'beauty'),
};

/** Fails with NOT_FOUND. */
export const getCompany = (funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>, { handle }: { handle: string }) =>
  funnelAdmin.getCompany({ handle });
