import { ServiceError } from '@svc/kit';
import type { Clients } from '../../clients.js';
import { toFunnelHost } from '../../hosts/funnel-host.js';
import { type Host, parseHost, parseHostName } from '../../parse/host.js';
import { plainContent, sendJson } from '../../route/answer.js';
import { requiredText } from '../../route/parameter.js';
import { route } from '../../route/route.js';
import { system } from './system.js';

/** Which an ingress asks before it has a certificate issued: names that strangers point to it must not use up the limits of the authority. */
export const certificateHost = route({
  ...system,
  method: 'GET',
  path: '/api/certificate-host',
  id: 'certificateHost',
  summary: 'Whether a host is one of the system’s',
  description:
    'For an ingress that gets certificates on demand (`ask` of Caddy). Hosts are the base domain, the dashboard, and those of funnels that are not archived; paused ones and ones without a version count.',
  query: { domain: requiredText('Host name, without a port.', 'beauty.glow.example') },
  answers: {
    200: {
      description: 'A certificate may be issued.',
      content: plainContent('application/json', { domain: 'beauty.glow.example' }),
    },
  },
  errors: ['NOT_FOUND', 'INVALID_QUERY'],
  handler:
    ({ clients, pageAddress }) =>
    async ({ query }) => {
      const domain = parseHostName(query.domain);
      if (domain === undefined || domain !== query.domain.toLowerCase()) {
        throw new ServiceError('INVALID_QUERY', 'domain must be a host name without a port.');
      }
      const baseName = parseHostName(pageAddress.baseDomain) as string;
      const host = parseHost(domain, baseName);
      const isOurs = host?.kind === 'api' ? domain === baseName : host !== undefined && (await isKnown(host, clients));
      if (!isOurs) throw new ServiceError('NOT_FOUND', 'No funnel has this host.');
      return sendJson(200, { domain }, { 'Cache-Control': 'no-store' });
    },
});

async function isKnown(host: Host, { funnelPages }: Pick<Clients, 'funnelPages'>): Promise<boolean> {
  if (host.kind !== 'funnel') return true;
  try {
    await funnelPages.getFunnelPage({ host: toFunnelHost(host), preferredLocales: [] });
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === 'NOT_FOUND') return false;
    if (error.code === 'FUNNEL_NOT_PUBLISHED') return true;
    throw error;
  }
}
