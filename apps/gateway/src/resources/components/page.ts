import { MAX_PAGE_URL_LENGTH } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { knownHost } from '../../middleware/known-host.js';
import { json, sendJson } from '../../route/answer.js';
import type { Parameter } from '../../route/parameter.js';
import { preflight } from '../../route/preflight.js';
import { route } from '../../route/route.js';
import { companyQuery, toCompanyRequest } from './company-query.js';
import { pageExamples } from './page-examples.js';
import type { ShopPage } from './page-schema.js';

const CACHE_CONTROL = 'public, max-age=300';
const CORS = { 'Access-Control-Allow-Origin': '*' };

/** Address of a page without what may be personal: of its query only `variant` is kept. */
const pageUrl: Parameter<string> = {
  description: 'Address of the page. Of its query only `variant` is read.',
  example: 'https://shop.glow.example/products/velvet-blush?variant=4711',
  schema: { type: 'string', format: 'uri', maxLength: MAX_PAGE_URL_LENGTH },
  required: true,
  read: ([value = '', ...others], name) => {
    if (others.length > 0) throw new ServiceError('INVALID_QUERY', `${name} must be given at most once.`);
    if (value.length > MAX_PAGE_URL_LENGTH)
      throw new ServiceError('INVALID_QUERY', `${name} must have at most ${MAX_PAGE_URL_LENGTH} characters.`);
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
      throw new ServiceError('INVALID_QUERY', `${name} must be an address that starts with https:// or http://.`);
    const variant = url.searchParams.get('variant');
    return `${url.origin}${url.pathname}${variant === null ? '' : `?${new URLSearchParams({ variant })}`}`;
  },
};

const getShopPage = route({
  method: 'GET',
  path: '/api/components/v1/page',
  id: 'getShopPage',
  tag: 'Components',
  summary: 'The product that a shop page shows',
  description:
    'For pages that do not name their product: the address is compared with those of the catalog, without scheme, `www.`, the slash ' +
    'at the end, letter case of the host and percent-encoding. If the matcher does not answer, isSet is false and the answer is not cached.',
  permission: 'source',
  middleware: ({ domains }) => knownHost(domains),
  query: { ...companyQuery, url: pageUrl },
  answers: {
    200: json('What the page shows.', 'ShopPage', pageExamples, { 'Cache-Control': CACHE_CONTROL, ...CORS }),
  },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients, log }) =>
    async ({ query, ctx }) => {
      const { companyId } = await clients.components.getComponentConfig(toCompanyRequest(query, ctx.state.host));
      const { productId } = await clients.catalog.findProductByUrl({ companyId, url: query.url });
      if (productId === undefined) return reply({ product: null }, CACHE_CONTROL);
      const described = await clients.presentation
        .describeProduct({ companyId, productId })
        .catch((error: unknown) => void log.warn({ err: error }, 'a product page is answered without its sets'));
      const product = { id: productId, isSet: described?.isSet ?? false };
      return reply({ product }, described ? CACHE_CONTROL : 'no-store');
    },
});

/** What a shop page shows. docs/components.md B10.12. */
export const shopPage = [
  getShopPage,
  preflight('preflightShopPage', [getShopPage], { headers: 'Content-Type, X-Request-Id' }),
];

const reply = (page: ShopPage, cacheControl: string) => sendJson(200, page, { 'Cache-Control': cacheControl, ...CORS });
