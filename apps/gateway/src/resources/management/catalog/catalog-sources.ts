import { ServiceError } from '@svc/kit';
import type { GetShopResponse } from '@svc/proto';
import { json, sendJson } from '../../../route/answer.js';
import { route } from '../../../route/route.js';
import { shopExample } from '../../shopify/shop-examples.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import { feedStateExample } from './catalog-examples.js';
import { toFeedStateOrNull } from './feed-state.js';
import { toShop } from './shopify.js';

const getCatalogSources = route({
  ...management,
  method: 'GET',
  path: `${COMPANY}/catalog/sources`,
  id: 'getCatalogSources',
  permission: 'manage:settings.read',
  summary: 'The feed and the Shopify shop',
  description: 'What the company does not have is null, where the routes of feed and shop are NOT_FOUND.',
  params: company,
  answers: {
    200: json('Feed and shop.', 'CatalogSources', {
      none: { feed: null, shop: null },
      feed: { feed: feedStateExample, shop: null },
      shop: { feed: null, shop: shopExample },
    }),
  },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      const [feed, shop] = await Promise.all([
        clients.catalogAdmin.getFeed({ companyId }),
        clients.shopify.getShop({ companyId }).catch(toNull),
      ]);
      return sendJson(200, { feed: toFeedStateOrNull(feed), shop: shop && toShop(shop) });
    },
});

/** Where the catalog of a company comes from by itself. docs/catalog.md "Feeds". */
export const catalogSources = [getCatalogSources];

/** A company without a shop, and an installation without the Shopify app, have none. */
function toNull(error: unknown): GetShopResponse | null {
  if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
  throw error;
}
