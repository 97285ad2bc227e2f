import { submissions } from './funnel-host/submissions.js';
import { analyses } from './management/analyses.js';
import { apiKeys } from './management/api-keys.js';
import { catalog } from './management/catalog.js';
import { checkFunnel } from './management/check-funnel.js';
import { columnMapping } from './management/column-mapping.js';
import { companies } from './management/companies.js';
import { funnels } from './management/funnels.js';
import { imports } from './management/imports.js';
import { learning } from './management/learning.js';
import { replayFunnel } from './management/replay-funnel.js';
import { rollbackFunnel } from './management/rollback-funnel.js';
import { settings } from './management/settings.js';
import { shopify } from './management/shopify.js';
import { webhooks } from './management/webhooks.js';
import { analyses as v1Analyses } from './v1/analyses.js';
import { events } from './v1/events.js';
import { funnels as v1Funnels } from './v1/funnels.js';
import { matches } from './v1/matches.js';

/** The management API. */
const management = [
  companies,
  apiKeys,
  [...funnels, checkFunnel, replayFunnel, rollbackFunnel],
  learning,
  settings,
  imports,
  catalog,
  columnMapping,
  shopify,
  webhooks,
  analyses,
].flat();

/** The API host and the dashboard host. */
export const apiHost = [...v1Funnels, ...v1Analyses, ...matches, ...events, ...management];

/** Hosts of funnels. */
export const funnelHost = [...events, ...submissions];

/** Every route, once. */
export const resources = [...new Set([...apiHost, ...funnelHost])];
