import Router from '@koa/router';
import type { GatewayRouter, GatewayState, Handler } from './context.js';
import { admitted } from './middleware/admitted.js';
import { limitSource } from './middleware/rate-limit.js';
import { apiHost, funnelHost } from './resources/resources.js';
import { homeResource } from './resources/system/home.js';
import type { RouteDeps } from './route/deps.js';
import { mount } from './route/mount.js';
import { createGuards } from './route/permission.js';
import { getAsset } from './routes/funnel-host/get-asset.js';
import { getPage, getResultPage } from './routes/funnel-host/get-page.js';
import { getResult, getResultCards } from './routes/funnel-host/results.js';
import { shopifyCallback } from './routes/shopify/callback.js';
import { shopifyWebhooks } from './routes/shopify/webhooks.js';
import { demoImages } from './routes/system/demo-images.js';
import { docs } from './routes/system/docs.js';
import { openapi } from './routes/system/openapi.js';
import { robots } from './routes/system/robots.js';

/** Strict: a trailing slash or another letter case is another path, which is not there. docs/reliability.md R0.10. */
const newRouter = () => new Router<GatewayState>({ strict: true, sensitive: true });

/** Routes of the API host and the dashboard host: the v1 API, management, documentation. docs/contract.md C2. */
export function apiRouter(deps: RouteDeps): GatewayRouter {
  const router = newRouter();
  mount(router, apiHost, deps);
  mount(router, homeResource, deps);
  router.get('/shopify/callback', limitSource(deps.limits), shopifyCallback(deps.clients));
  router.post('/shopify/webhooks', shopifyWebhooks(deps.clients));
  const reference = docs();
  router.get('/openapi.json', openapi());
  router.get('/docs', reference.page);
  router.get('/docs/:hash/reference.js', reference.script);
  router.get('/robots.txt', robots());
  if (deps.demoDirectory !== undefined) router.get('/demo/images/{*path}', demoImages(deps.demoDirectory));
  return router;
}

/** Routes of a funnel's host: its pages, the legacy submission, results, events. docs/contract.md C2. */
export function funnelRouter(deps: RouteDeps): GatewayRouter {
  const router = newRouter();
  pageRoutes(router, deps);
  mount(router, funnelHost, deps);
  resultRoutes(router, deps);
  return router;
}

function resultRoutes(router: GatewayRouter, deps: RouteDeps): void {
  const byId = createGuards(deps)('analysisId');
  router.get('/api/results/:analysisId', ...byId, getResult(deps.clients));
  router.get('/api/results/:analysisId/cards', ...byId, getResultCards(deps.clients));
}

function pageRoutes(router: GatewayRouter, deps: RouteDeps): void {
  router.get('/', admitted(), limitSource(deps.limits), getPage(deps));
  router.get('/r/:analysisId', ...createGuards(deps)('analysisId'), getResultPage(deps));
  router.get('/assets/:file', getAsset(deps.pageAssets));
  router.get('/robots.txt', robots());
}

/** Probes, which every host answers. */
export function probeRouter(routes: { healthz: Handler; readyz: Handler }): GatewayRouter {
  const router = newRouter();
  router.get('/healthz', routes.healthz);
  router.get('/readyz', routes.readyz);
  return router;
}
