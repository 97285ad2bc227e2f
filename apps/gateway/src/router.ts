import Router from '@koa/router';
import type { Logger } from '@svc/kit';
import type { Clients } from './clients.js';
import type { GatewayRouter, GatewayState, Handler } from './context.js';
import { companyDomains } from './funnel-host/company-domains.js';
import type { PageAddress } from './funnel-host/funnel-host.js';
import type { PageAssets } from './funnel-host/page-assets.js';
import type { RateLimits } from './limits/rate-limits.js';
import type { FinishedMatch } from './match/finished-match.js';
import type { KnownStates } from './match/known-states.js';
import type { MatchCache } from './match/match-cache.js';
import type { MatchPurge } from './match/match-purge.js';
import type { SingleFlight } from './match/single-flight.js';
import { admitted } from './middleware/admitted.js';
import { companyCors, companyPreflight } from './middleware/company-cors.js';
import { preflight } from './middleware/cors.js';
import { platformToken } from './middleware/platform-token.js';
import { limitSource } from './middleware/rate-limit.js';
import { resources } from './resources/resources.js';
import { homeResource } from './resources/system/home.js';
import { mount } from './route/mount.js';
import { guards } from './route/permission.js';
import { applyBlueprint } from './routes/admin/apply-blueprint.js';
import { getFeed, syncCatalog } from './routes/admin/catalog-feed.js';
import { checkFunnel } from './routes/admin/check-funnel.js';
import { deleteColumnMapping, getColumnMapping, setColumnMapping } from './routes/admin/column-mapping.js';
import { createImport } from './routes/admin/create-import.js';
import { enableEndpoint, getDelivery, listDeliveries, listEndpoints, redeliver } from './routes/admin/deliveries.js';
import { eraseAnalysesByEmail, eraseAnalysis } from './routes/admin/erase-analyses.js';
import { explainAnalysis } from './routes/admin/explain-analysis.js';
import { listVersions, publishDraft } from './routes/admin/funnel-versions.js';
import { getAnalysis } from './routes/admin/get-analysis.js';
import { getBlueprint } from './routes/admin/get-blueprint.js';
import { applyImport, discardImport } from './routes/admin/held-imports.js';
import { getRejectedRows } from './routes/admin/import-report.js';
import { activateModel, buildModel, getLearningReport, listModels } from './routes/admin/learning.js';
import { listCompanies } from './routes/admin/list-companies.js';
import { getImport, listImports, listProducts } from './routes/admin/read-catalog.js';
import { replayFunnel } from './routes/admin/replay-funnel.js';
import { rollbackFunnel } from './routes/admin/rollback-funnel.js';
import { rollbackSettings } from './routes/admin/rollback-settings.js';
import { getSettingsVersion, listSettingsVersions } from './routes/admin/settings-versions.js';
import { disconnectShop, getShop, installShop, syncShop } from './routes/admin/shopify.js';
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

/** Everything that routes use. */
export interface RouteDeps {
  clients: Clients;
  cache: MatchCache;
  flights: SingleFlight<FinishedMatch>;
  states: KnownStates;
  purge: MatchPurge;
  /** Undefined: RATE_LIMITS=off. */
  limits: RateLimits | undefined;
  platformToken: string;
  /** Undefined: no demo pictures. */
  demoDirectory?: string | undefined;
  /** Where shoppers reach the pages of funnels. */
  pageAddress: PageAddress;
  /** The built page of funnel hosts; rejects while it is not there. */
  pageAssets(): Promise<PageAssets>;
  log: Logger;
}

const KEYED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, X-Request-Id';

/** Strict: a trailing slash or another letter case is another path, which is not there. Reliability M10. */
const newRouter = () => new Router<GatewayState>({ strict: true, sensitive: true });

/** Routes of the API host and the dashboard host: the v1 API, management, documentation. Contract, "Addresses". */
export function apiRouter(deps: RouteDeps): GatewayRouter {
  const router = newRouter();
  v1Routes(router, deps);
  adminRoutes(router, deps);
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
  const keyed = guards('companyApiKey', deps);
  const byId = guards('analysisId', deps);
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
  router.post('/api/v1/events', ...guards('analysisId', deps), recordEvents(deps.clients));
  router.options(
    '/api/v1/events',
    preflight({ methods: 'POST, OPTIONS', headers: 'Content-Type, X-Request-Id', beacons: true }),
  );
}

function adminRoutes(
  router: GatewayRouter,
  { clients, purge, pageAddress, platformToken: token, limits }: RouteDeps,
): void {
  const admin = platformToken(token, limits);
  const company = '/api/admin/v1/companies/:handle';
  const erasure = { ...clients, purge };
  router.get('/api/admin/v1/companies', admin, listCompanies(clients));
  router.put(`${company}/blueprint`, admin, applyBlueprint({ ...clients, pageAddress }));
  router.get(`${company}/blueprint`, admin, getBlueprint(clients));
  router.get(`${company}/funnels/:subdomain/versions`, admin, listVersions(clients));
  router.post(`${company}/funnels/:subdomain/publish`, admin, publishDraft(clients));
  router.post(`${company}/funnels/:subdomain/check`, admin, checkFunnel(clients));
  router.post(`${company}/funnels/:subdomain/replay`, admin, replayFunnel(clients));
  router.post(`${company}/funnels/:subdomain/rollback`, admin, rollbackFunnel(clients));
  router.get(`${company}/funnels/:subdomain/learning`, admin, getLearningReport(clients));
  router.get(`${company}/funnels/:subdomain/models`, admin, listModels(clients));
  router.post(`${company}/funnels/:subdomain/models`, admin, buildModel(clients));
  router.post(`${company}/funnels/:subdomain/models/:version/activate`, admin, activateModel(clients));
  router.get(`${company}/settings/versions`, admin, listSettingsVersions(clients));
  router.get(`${company}/settings/versions/:version`, admin, getSettingsVersion(clients));
  router.post(`${company}/settings/rollback`, admin, rollbackSettings(clients));
  router.post(`${company}/catalog/imports`, admin, createImport(clients));
  router.get(`${company}/catalog/imports`, admin, listImports(clients));
  router.get(`${company}/catalog/imports/:importId`, admin, getImport(clients));
  router.post(`${company}/catalog/imports/:importId/apply`, admin, applyImport(clients));
  router.delete(`${company}/catalog/imports/:importId`, admin, discardImport(clients));
  router.get(`${company}/catalog/imports/:importId/rejected.csv`, admin, getRejectedRows(clients));
  router.post(`${company}/catalog/sync`, admin, syncCatalog(clients));
  router.get(`${company}/catalog/feed`, admin, getFeed(clients));
  router.get(`${company}/catalog/mapping`, admin, getColumnMapping(clients));
  router.put(`${company}/catalog/mapping`, admin, setColumnMapping(clients));
  router.delete(`${company}/catalog/mapping`, admin, deleteColumnMapping(clients));
  router.get(`${company}/catalog/products`, admin, listProducts(clients));
  router.post(`${company}/shopify/install`, admin, installShop(clients));
  router.get(`${company}/shopify`, admin, getShop(clients));
  router.post(`${company}/shopify/sync`, admin, syncShop(clients));
  router.delete(`${company}/shopify`, admin, disconnectShop(clients));
  router.get(`${company}/webhooks/deliveries`, admin, listDeliveries(clients));
  router.get(`${company}/webhooks/deliveries/:deliveryId`, admin, getDelivery(clients));
  router.post(`${company}/webhooks/deliveries/:deliveryId/redeliver`, admin, redeliver(clients));
  router.get(`${company}/webhooks/endpoints`, admin, listEndpoints(clients));
  router.post(`${company}/webhooks/endpoints/:target/enable`, admin, enableEndpoint(clients));
  router.get(`${company}/analyses/:analysisId`, admin, getAnalysis(clients));
  router.get(`${company}/analyses/:analysisId/explain`, admin, explainAnalysis(clients));
  router.delete(`${company}/analyses`, admin, eraseAnalysesByEmail(erasure));
  router.delete(`${company}/analyses/:analysisId`, admin, eraseAnalysis(erasure));
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
  const byId = [admitted(), ...guards('analysisId', deps)];
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
  router.get('/r/:analysisId', admitted(), ...guards('analysisId', deps), getResultPage(deps));
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
