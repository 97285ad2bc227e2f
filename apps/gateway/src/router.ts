import Router from '@koa/router';
import type { GatewayRouter, GatewayState } from './context.js';
import type { Host } from './parse/host.js';
import { invitationRoutes } from './resources/auth/invitations.js';
import { me } from './resources/auth/me.js';
import { secondFactorRoutes } from './resources/auth/second-factor.js';
import { sessions } from './resources/auth/sessions.js';
import { signInRoutes } from './resources/auth/sign-in.js';
import { chat } from './resources/chat/chat.js';
import { componentConfig } from './resources/components/config.js';
import { componentFiles } from './resources/components/files.js';
import { shopPage } from './resources/components/page.js';
import { dashboard } from './resources/dashboard/dashboard.js';
import { demoShop } from './resources/demo-shop/demo-shop.js';
import { getAsset } from './resources/funnel-host/assets.js';
import { pages } from './resources/funnel-host/pages.js';
import { results } from './resources/funnel-host/results.js';
import { submissions } from './resources/funnel-host/submissions.js';
import { analyses } from './resources/management/analyses/analyses.js';
import { apiKeys } from './resources/management/api-keys/api-keys.js';
import { audit } from './resources/management/audit-log/audit.js';
import { catalog } from './resources/management/catalog/catalog.js';
import { catalogSources } from './resources/management/catalog/catalog-sources.js';
import { columnMapping } from './resources/management/catalog/column-mapping.js';
import { imports } from './resources/management/catalog/imports.js';
import { shopify } from './resources/management/catalog/shopify.js';
import { checkFunnel } from './resources/management/check/check-funnel.js';
import { companies } from './resources/management/companies/companies.js';
import { experiments } from './resources/management/experiments/experiments.js';
import { funnelEdits } from './resources/management/funnels/funnel-edits.js';
import { funnels } from './resources/management/funnels/funnels.js';
import { insightHours } from './resources/management/insight/hours.js';
import { insight } from './resources/management/insight/insight.js';
import { revenue } from './resources/management/insight/revenue.js';
import { learning } from './resources/management/learning/learning.js';
import { managementTokens } from './resources/management/management-tokens/management-tokens.js';
import { invitations } from './resources/management/people/invitations.js';
import { members } from './resources/management/people/members.js';
import { users } from './resources/management/people/users.js';
import { pictures } from './resources/management/pictures/pictures.js';
import { platformRoutes } from './resources/management/platform/health.js';
import { preview } from './resources/management/preview/preview.js';
import { releases } from './resources/management/releases/releases.js';
import { replayFunnel } from './resources/management/releases/replay-funnel.js';
import { rollbackFunnel } from './resources/management/releases/rollback-funnel.js';
import { companySettings } from './resources/management/settings/company-settings.js';
import { settings } from './resources/management/settings/settings.js';
import { settingsParts } from './resources/management/settings/settings-parts.js';
import { tagRenames } from './resources/management/tagging/rename-tag.js';
import { tagging } from './resources/management/tagging/tagging.js';
import { transcripts } from './resources/management/transcripts/transcripts.js';
import { webhooks } from './resources/management/webhooks/webhooks.js';
import { orders, refunds } from './resources/orders/orders.js';
import { getPicture } from './resources/picture-host/picture.js';
import { previewPage } from './resources/preview-host/preview.js';
import { shopifyCallback } from './resources/shopify/callback.js';
import { shopifyWebhooks } from './resources/shopify/webhooks.js';
import { certificateHost } from './resources/system/certificate-host.js';
import { componentWarnings } from './resources/system/component-warnings.js';
import { demoImages } from './resources/system/demo-images.js';
import { home } from './resources/system/home.js';
import { createOutlineRoute } from './resources/system/llms.js';
import { createOpenApiRoute } from './resources/system/openapi.js';
import { probes } from './resources/system/probes.js';
import { reference } from './resources/system/reference.js';
import { robots } from './resources/system/robots.js';
import { analyses as v1Analyses } from './resources/v1/analyses.js';
import { events } from './resources/v1/events.js';
import { funnels as v1Funnels } from './resources/v1/funnels.js';
import { matches } from './resources/v1/matches.js';
import { visits } from './resources/visits/visits.js';
import type { RouteDeps } from './route/deps.js';
import { mount } from './route/mount.js';
import type { Route } from './route/route.js';

const v1 = [...v1Funnels, ...v1Analyses, ...matches, ...events];

/** What browser components request from the host of their script: the API host or a funnel's. docs/components.md. */
const components = [...componentFiles, ...componentConfig, ...shopPage];

const management = [
  ...platformRoutes,
  ...companies,
  ...apiKeys,
  ...funnels,
  ...funnelEdits,
  ...pictures,
  checkFunnel,
  replayFunnel,
  ...preview,
  rollbackFunnel,
  ...releases,
  ...learning,
  ...revenue,
  ...insight,
  ...insightHours,
  ...experiments,
  ...transcripts,
  ...companySettings,
  ...settings,
  ...tagging,
  ...tagRenames,
  ...settingsParts,
  ...imports,
  ...catalog,
  ...catalogSources,
  ...columnMapping,
  ...shopify,
  ...webhooks,
  ...analyses,
  ...invitations,
  ...members,
  ...managementTokens,
  ...users,
  ...audit,
];

/** What the dashboard's own pages and programs with a session call. docs/identity.md. */
const auth = [...signInRoutes, ...me, ...secondFactorRoutes, ...sessions, ...invitationRoutes];

const system = [...probes, robots, componentWarnings];

/** Routes of the API host; the dashboard host has those of `auth` too. docs/contract.md C2. */
const apiHost: readonly Route[] = [
  ...v1,
  ...orders,
  ...visits,
  ...refunds,
  ...components,
  ...chat,
  ...management,
  shopifyCallback,
  shopifyWebhooks,
  ...system,
  certificateHost,
  createOpenApiRoute(() => documentedRoutes),
  createOutlineRoute(() => documentedRoutes),
  ...reference,
];

/** Routes of a funnel's host. docs/contract.md C2. */
const funnelHost: readonly Route[] = [
  ...pages,
  getAsset,
  ...submissions,
  ...results,
  ...matches,
  ...events,
  ...orders,
  ...visits,
  ...components,
  ...chat,
  ...system,
];

/** Every route of the OpenAPI document. */
export const documentedRoutes: readonly Route[] = [...new Set([...apiHost, ...auth, ...funnelHost])];

/** One router for each kind of host. */
export function createRouters(deps: RouteDeps): Record<Host['kind'], GatewayRouter> {
  return {
    api: createRouter([...apiHost, home, demoImages], deps),
    dashboard: createRouter([...apiHost, ...auth, ...dashboard, demoImages], deps),
    demoShop: createRouter([...system, demoShop], deps),
    pictures: createRouter([getPicture, ...system], deps),
    preview: createRouter([previewPage, getAsset, ...system], deps),
    funnel: createRouter(funnelHost, deps),
  };
}

/** Strict: a path with a trailing slash or in another letter case is NOT_FOUND. docs/reliability.md R0.10. */
function createRouter(routes: readonly Route[], deps: RouteDeps): GatewayRouter {
  const router = new Router<GatewayState>({ strict: true, sensitive: true });
  mount(router, routes, deps);
  return router;
}
