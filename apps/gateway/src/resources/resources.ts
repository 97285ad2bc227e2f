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

/** Every route of the API host and the dashboard host. */
export const resources = [...management];
