import type { Clients } from '../../clients.js';
import { ANALYSIS_ID } from '../../openapi/example-ids.js';
import { pathId, pathName } from '../../route/parameter.js';

/** What all routes of the management API share. */
export const management = { tag: 'Management' } as const;

export const COMPANY = '/api/admin/v1/companies/{handle}';
export const FUNNEL = `${COMPANY}/funnels/{subdomain}`;

/** The company of a path. */
export const company = { handle: pathName('company with this handle', 'Handle of the company.', 'glow') };
/** A funnel of a company. */
export const funnel = {
  ...company,
  subdomain: pathName('funnel with this sub-domain', 'Sub-domain of the funnel.', 'beauty'),
};
/** An analysis of a company. */
export const analysis = { ...company, analysisId: pathId('Analysis id.', ANALYSIS_ID) };

/** Fails with NOT_FOUND. */
export const getCompany = (
  { funnelAdmin }: { funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'> },
  { handle }: { handle: string },
) => funnelAdmin.getCompany({ handle });
