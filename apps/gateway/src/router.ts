import Router from '@koa/router';
import type { GatewayRouter, GatewayState, Handler } from './context.js';
import { companyDomains } from './funnel-host/company-domains.js';
import { admitted } from './middleware/admitted.js';
import { companyCors, companyPreflight } from './middleware/company-cors.js';
import { preflight } from './middleware/cors.js';
import { limitSource } from './middleware/rate-limit.js';
import { resources } from './resources/resources.js';
import { homeResource } from './resources/system/home.js';
import type { RouteDeps } from './route/deps.js';
import { mount } from './route/mount.js';
import { createGuards } from './route/permission.js';
import { createAnalysis } from './routes/create-analysis.js';
import { getAsset } from './routes/funnel-host/get-asset.js';
import { getPage, getResultPage } from './routes/funnel-host/get-page.js';
import { getResult, getResultCards } from './routes/funnel-host/results.js';
import { submitAnalysis } from './routes/funnel-host/submit-analysis.js';
import { getFunnel } from './routes/get-funnel.js';
import { getMatches } from './routes/get-matches.js';
import { headMatches } from './routes/head-matches.js';
import { recordEvents } from './routes/record-events.js';
import { shopifyCallback } from './routes/shopify/callback.js';
import { shopifyWebhooks } from './routes/shopify/webhooks.js';
import { demoImages } from './routes/system/demo-images.js';
import { docs } from './routes/system/docs.js';
import { openapi } from './routes/system/openapi.js';
import { robots } from './routes/system/robots.js';

const guardsOf = (deps: RouteDeps) => createGuards({ ...deps, domains: companyDomains(deps.clients) });

const KEYED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, X-Request-Id';

/** Strict: a trailing slash or another letter case is another path, which is not there. Reliability M10. */
const newRouter = () => new Router<GatewayState>({ strict: true, sensitive: true });

/** Routes of the API host and the dashboard host: the v1 API, management, documentation. Contract, "Addresses". */
export function apiRouter(deps: RouteDeps): GatewayRouter {
  const router = newRouter();
  v1Routes(router, deps);
  mount(router, resources, deps);
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

function v1Routes(router: GatewayRouter, deps: RouteDeps): void {
  const { clients } = deps;
  const keyed = guardsOf(deps)('funnel.read');
  const byId = guardsOf(deps)('analysisId');
  router.get('/api/v1/funnels/:funnelId', ...keyed, getFunnel(clients));
  router.options('/api/v1/funnels/:funnelId', preflight({ methods: 'GET, HEAD, OPTIONS', headers: KEYED_HEADERS }));
  router.post('/api/v1/analyses', ...keyed, createAnalysis(clients));
  router.options('/api/v1/analyses', preflight({ methods: 'POST, OPTIONS', headers: KEYED_HEADERS }));

  const matches = '/api/v1/analyses/:analysisId/matches';
  const matchDeps = { ...deps, analysis: clients.analysis, matcher: clients.matcher };
  // Before GET: the router would run GET's handler for HEAD as well.
  router.head(matches, ...byId, headMatches(matchDeps));
  router.get(matches, ...byId, getMatches(matchDeps));
  router.options(
    matches,
    preflight({ methods: 'GET, HEAD, OPTIONS', headers: 'Content-Type, If-None-Match, X-Request-Id' }),
  );

  eventRoutes(router, deps);
}

function eventRoutes(router: GatewayRouter, deps: RouteDeps): void {
  router.post('/api/v1/events', ...guardsOf(deps)('analysisId'), recordEvents(deps.clients));
  router.options(
    '/api/v1/events',
    preflight({ methods: 'POST, OPTIONS', headers: 'Content-Type, X-Request-Id', beacons: true }),
  );
}

/** Routes of a funnel's host: its pages, the legacy submission, results, events. Contract, "Addresses". */
export function funnelRouter(deps: RouteDeps): GatewayRouter {
  const router = newRouter();
  pageRoutes(router, deps);
  eventRoutes(router, deps);
  submissionRoutes(router, deps);
  resultRoutes(router, deps);
  return router;
}

function resultRoutes(router: GatewayRouter, deps: RouteDeps): void {
  const byId = [admitted(), ...guardsOf(deps)('analysisId')];
  router.get('/api/results/:analysisId', ...byId, getResult(deps.clients));
  router.get('/api/results/:analysisId/cards', ...byId, getResultCards(deps.clients));
}

function submissionRoutes(router: GatewayRouter, deps: RouteDeps): void {
  const domains = companyDomains(deps.clients);
  const shared = [companyCors(domains), admitted(), limitSource(deps.limits)] as const;
  router.post('/api/analyses', ...shared, submitAnalysis(deps));
  const allowed = { methods: 'POST, OPTIONS', headers: 'Content-Type, Idempotency-Key, X-Request-Id' };
  router.options('/api/analyses', ...shared, companyPreflight(domains, allowed));
}

function pageRoutes(router: GatewayRouter, deps: RouteDeps): void {
  router.get('/', admitted(), limitSource(deps.limits), getPage(deps));
  router.get('/r/:analysisId', admitted(), ...guardsOf(deps)('analysisId'), getResultPage(deps));
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
