import { isAllowedOrigin } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { RouteContext } from '../../context.js';
import { knownHost } from '../../middleware/known-host.js';
import { json, sendJson } from '../../route/answer.js';
import { locale, optional } from '../../route/parameter.js';
import { preflight } from '../../route/preflight.js';
import { route } from '../../route/route.js';
import { CHAT_CHECK_MS } from './chat-state.js';
import { companyQuery, toCompanyRequest } from './company-query.js';
import { configExample } from './config-examples.js';
import { presentConfig } from './present-config.js';

const CACHE_CONTROL = 'public, max-age=60, s-maxage=60, stale-while-revalidate=300';
/** Of an answer without the chat that the company has: as long as the gateway itself remembers that the chat does not answer. */
const CHAT_OUTAGE_CACHE_CONTROL = `public, max-age=${CHAT_CHECK_MS / 1_000}, s-maxage=${CHAT_CHECK_MS / 1_000}`;
const CORS = { 'Access-Control-Allow-Origin': '*' };

const drafts = optional(
  {
    description: '1: with funnels that are drafts or paused.',
    example: '1',
    schema: { type: 'string', enum: ['0', '1'], default: '0' },
  },
  (value, name) => {
    if (value === '0' || value === '1') return value === '1';
    throw new ServiceError('INVALID_QUERY', `${name} must be 0 or 1.`);
  },
);

const funnel = optional(
  { description: 'Sub-domain of a funnel that must be among the funnels of the answer.', example: 'beauty' },
  (value, name) => {
    if (/^[a-z0-9-]{2,40}$/.test(value)) return value;
    throw new ServiceError('INVALID_QUERY', `${name} must be a sub-domain: 2 to 40 letters, digits and hyphens.`);
  },
);

const getComponentConfig = route({
  method: 'GET',
  path: '/api/components/v1/config',
  id: 'getComponentConfig',
  tag: 'Components',
  summary: 'Settings of the browser components',
  description:
    'What the components of one shop page need: funnels, look, texts. Without `company`, a funnel’s host or `domain` names the ' +
    'company. Nothing of it is secret; the company key authorizes nothing. While the catalog cannot be read, productPaths is empty and ' +
    'the answer is not cached. While the chat does not answer, `components.chat` is false and the answer is cached for 5 s. Of very many funnels, the answer has those that fit into 4 kB; `funnel` names one that must be among them.',
  permission: 'source',
  middleware: ({ domains }) => knownHost(domains),
  query: { ...companyQuery, locale: locale('BCP 47, of the texts. Default: company language.'), drafts, funnel },
  answers: {
    200: json(
      'The settings.',
      'ComponentConfig',
      { config: configExample },
      {
        'Cache-Control': CACHE_CONTROL,
        ETag: 'Of this answer.',
        ...CORS,
      },
    ),
  },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients, chatState, pageAddress, productPaths }) =>
    async ({ query, ctx }) => {
      const found = await clients.components.getComponentConfig(toCompanyRequest(query, ctx.state.host));
      if (!found.config) throw new ServiceError('UNAVAILABLE', 'The settings could not be read. Please try again.');
      const wantsChat = found.config.components?.chat === true;
      const [paths, chat] = await Promise.all([
        productPaths(found.companyId),
        // Of a company without a chat nothing is asked.
        wantsChat ? chatState() : undefined,
      ]);
      const body = presentConfig({
        config: found.config,
        chat,
        domainAllowed: isDomainAllowed(ctx, query.domain, found.domains),
        locale: query.locale,
        includeDrafts: query.drafts === true,
        funnel: query.funnel,
        productPaths: paths ?? [],
        pageAddress,
      });
      // What could not be read is not kept.
      const cacheControl = wantsChat === Boolean(chat?.isServing) ? CACHE_CONTROL : CHAT_OUTAGE_CACHE_CONTROL;
      const caching: Record<string, string> = paths
        ? { 'Cache-Control': cacheControl, ETag: `"${body.version}"` }
        : { 'Cache-Control': 'no-store' };
      return { ...sendJson(200, body, { ...caching, Vary: 'Origin', ...CORS }), compression: 'onTheFly' };
    },
});

/** What the components of a shop page need to know of its company. docs/components.md B4. */
export const componentConfig = [
  getComponentConfig,
  preflight('preflightComponentConfig', [getComponentConfig], { headers: 'Content-Type, If-None-Match, X-Request-Id' }),
];

/** The page is named by the query, else by the browser. Without either, no page is refused. */
function isDomainAllowed(ctx: RouteContext, domain: string | undefined, domains: readonly string[]): boolean {
  const origin = ctx.get('Origin');
  if (domain === undefined) return origin === '' || isAllowedOrigin(origin, domains);
  return ['https', 'http'].some((scheme) => isAllowedOrigin(`${scheme}://${domain}`, domains));
}
