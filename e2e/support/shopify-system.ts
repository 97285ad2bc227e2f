import { type ShopifyStandIn, type StandInShop, sampleProduct, startShopify } from '@svc/shopify-stand-in';
import { repeatWhileUnavailable, send } from './http.js';
import { admin, type Cluster, startCluster } from './services.js';

export const SHOPIFY_APP = { apiKey: 'client-id', apiSecret: 'client-secret' };
export const SHOP = 'glow.myshopify.com';

/** One replica of each service, connected to a stand-in of Shopify with one shop. */
export interface ShopifySystem {
  cluster: Cluster;
  shopify: ShopifyStandIn;
  shop: StandInShop;
  management: ReturnType<typeof admin>;
  /** Where Shopify sends a merchant who has consented to the installation of a company. */
  consent(company: string): Promise<URL>;
  /** Consents and goes there; where that page asks to try again, from the start. Returns the last page's answer. */
  connect(company: string): ReturnType<typeof send>;
  stop(): Promise<void>;
}

/**
 * @param products - of the shop, three variants each.
 * @param points - that queries may cost in a second.
 */
export async function startShopifySystem(products: number, points = 10_000): Promise<ShopifySystem> {
  const shopify = await startShopify({ ...SHOPIFY_APP, points: { maximum: points, restoreRate: points } });
  shopify.faults.bulkPolls = 0;
  const shop = shopify.shop(SHOP);
  for (let id = 1; id <= products; id += 1) shop.putProduct(sampleProduct(id, 3));
  const cluster = await startCluster({
    replicas: 1,
    environment: (publicUrl) => ({
      ALLOW_PRIVATE_NETWORK: 'true',
      SHOPIFY_API_KEY: SHOPIFY_APP.apiKey,
      SHOPIFY_API_SECRET: SHOPIFY_APP.apiSecret,
      SHOPIFY_API_BASE: shopify.base,
      SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
      PUBLIC_URL: publicUrl,
    }),
  });
  const { origin } = cluster.gateways[0]!;
  const management = admin(origin, cluster.platformToken);
  const consent = async (company: string): Promise<URL> => {
    const install = () => management.call('POST', `/companies/${company}/shopify/install`, { shop: SHOP });
    const { url } = (await repeatWhileUnavailable(install)).body;
    return new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '');
  };
  return {
    ...{ cluster, shopify, shop, management, consent },
    connect: (company) =>
      repeatWhileUnavailable(async () => {
        const callback = await consent(company);
        return send(origin, callback.pathname + callback.search);
      }),
    async stop() {
      await cluster.stop();
      await shopify.stop();
    },
  };
}
