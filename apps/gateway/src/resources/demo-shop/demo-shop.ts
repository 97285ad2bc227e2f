import { ServiceError } from '@svc/kit';
import { loadOnce } from '../../load-once.js';
import { getRawQuery } from '../../parse/raw-query.js';
import { plainContent, sendBody } from '../../route/answer.js';
import { text } from '../../route/parameter.js';
import { route } from '../../route/route.js';
import { system } from '../system/system.js';
import { loadShopFiles, type ShopFiles } from './shop-files.js';
import { renderShopPage, type ShopPage } from './shop-page.js';
import { readSwitches } from './switches.js';

const CACHE = { 'Cache-Control': 'no-cache' };

const PAGES: Readonly<Record<string, ShopPage>> = {
  '': { template: 'home', title: 'Color that knows you' },
  quiz: { template: 'quiz', title: 'Find your shade' },
  chat: { template: 'chat', title: 'Ask about our products' },
  cart: { template: 'cart', title: 'Cart' },
  thanks: { template: 'thanks', title: 'Thank you' },
};
/** Each element by itself, with controls: docs/components links to these pages. */
const ELEMENTS = ['svc-analysis', 'svc-analysis-popup', 'svc-floating-action-button', 'svc-widget', 'svc-chat'];
/** The product of the page about the widget. */
const PRODUCT = 'velvet-hour-foundation';
const SINGLE_PAGE: ShopPage = { template: 'spa', title: 'Single-page shop', base: '/spa' };
const MISSING: ShopPage = { template: 'missing', title: 'Not found' };

/**
 * The demo shop: pages of an invented merchant that use the components as docs/components-guide.md describes. Not in the OpenAPI
 * document: without DEMO_DIRECTORY there is no such host. ADR 51.
 */
export const demoShop = route({
  ...system,
  method: 'GET',
  path: '/{*path}',
  id: 'demoShop',
  summary: 'A page or file of the demo shop',
  params: { path: text('Within the shop.', 'p/velvet-hour-foundation') },
  answers: {
    200: { description: 'The page or file.', content: plainContent('text/html', '<!doctype html>…') },
    404: { description: 'A page that says so.', content: plainContent('text/html', '<!doctype html>…') },
  },
  errors: ['NOT_FOUND'],
  handler: ({ demoDirectory, pageAddress }) => {
    const load = loadOnce(async () => {
      if (demoDirectory === undefined) throw new ServiceError('NOT_FOUND', 'No such host.');
      return loadShopFiles(demoDirectory, pageAddress);
    });
    return async ({ params: { path }, ctx }) => {
      const files = await load();
      const asset = path.startsWith('shop/') ? files.assets.get(path.slice('shop/'.length)) : undefined;
      if (asset) return { ...sendBody(200, asset.type, asset.body, CACHE), compression: 'onTheFly' as const };
      const page = findPage(files, path);
      const switches = readSwitches(new URLSearchParams(getRawQuery(ctx.req.url as string)));
      const { html, headers } = renderShopPage(page ?? MISSING, { files, address: pageAddress, switches });
      const reply = sendBody(page ? 200 : 404, 'text/html; charset=utf-8', Buffer.from(html), { ...CACHE, ...headers });
      return { ...reply, compression: 'onTheFly' as const };
    };
  },
});

/** @param path - without the slash at its beginning. */
function findPage({ products }: ShopFiles, path: string): ShopPage | undefined {
  if (Object.hasOwn(PAGES, path)) return PAGES[path];
  if (path.startsWith('spa/')) return SINGLE_PAGE;
  const tag = /^elements\/([a-z-]+)$/.exec(path)?.[1] ?? '';
  if (ELEMENTS.includes(tag)) {
    const shown = products.get(PRODUCT);
    return {
      template: 'element',
      element: tag,
      title: tag,
      ...(tag === 'svc-widget' && shown && { product: { ...shown, slug: PRODUCT } }),
    };
  }
  const slug = /^p\/([a-z0-9-]+)$/.exec(path)?.[1];
  const product = slug === undefined ? undefined : products.get(slug);
  return product && { template: 'product', title: product.name, product: { slug: slug as string, id: product.id } };
}
