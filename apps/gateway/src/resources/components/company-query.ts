import { isHostName } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { GetComponentConfigRequest } from '@svc/proto';
import { toFunnelHost } from '../../hosts/funnel-host.js';
import type { Host } from '../../parse/host.js';
import { optional, type ValuesOf } from '../../route/parameter.js';

/** How a shop page names its company. docs/components.md B3. */
export const companyQuery = {
  company: optional(
    { description: 'The company key. Public; it authorizes nothing.', example: 'a1B2c3D4e5F6g7H8i9J0k1L2m' },
    (value) => value,
  ),
  domain: optional(
    {
      description:
        "Host of the shop page, with its port where it is not the scheme's usual one. Read without `company`.",
      example: 'shop.glow.example',
    },
    (value, name) => {
      const domain = value.toLowerCase();
      if (isHostName(domain)) return domain;
      throw new ServiceError('INVALID_QUERY', `${name} must be a host name, for example shop.glow.example.`);
    },
  ),
};

/**
 * The company key decides, else the funnel's host, else the domain.
 * @throws ServiceError INVALID_QUERY when nothing names a company.
 */
export function toCompanyRequest(
  { company, domain }: ValuesOf<typeof companyQuery>,
  host: Host,
): GetComponentConfigRequest {
  if (company !== undefined) return { company: { $case: 'companyKey', value: company } };
  if (host.kind === 'funnel') return { company: { $case: 'host', value: toFunnelHost(host) } };
  if (domain !== undefined) return { company: { $case: 'domain', value: domain } };
  throw new ServiceError(
    'INVALID_QUERY',
    'Either company, the company key, or domain, the host of the page, must be given.',
  );
}
