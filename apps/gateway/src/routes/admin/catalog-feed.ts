import { ServiceError } from '@svc/kit';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Handler } from '../../context.js';
import { parseSwitch } from '../../parse/pagination.js';
import { companyOf } from './company-id.js';
import { presentRun } from './present-run.js';
import { isoTime, queryOf, sendJson } from './send.js';

type Deps = {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>;
  catalogAdmin: Pick<Clients['catalogAdmin'], 'syncCatalog' | 'getFeed'>;
};

/**
 * POST …/catalog/sync: fetches the feed now. 202 with the run's id, or with `wait=true` 200 with the finished run, also when it
 * failed. NOT_FOUND without a feed, CONFLICT while another run goes on. Management, "Catalogue".
 */
export function syncCatalog(deps: Deps): Handler {
  return async (ctx) => {
    const wait = parseSwitch(queryOf(ctx), 'wait');
    const { companyId } = await companyOf(deps, ctx);
    const { run } = await deps.catalogAdmin.syncCatalog({ companyId, wait }, { timeoutMs: TIMEOUT_MS.import });
    if (!run) throw new ServiceError('INTERNAL', 'The sync gave no run.');
    if (wait) sendJson(ctx, 200, presentRun(run));
    else sendJson(ctx, 202, { id: run.id });
  };
}

/** GET …/catalog/feed: the feed and its schedule. NOT_FOUND without one. */
export function getFeed(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    const { feedJson, nextSyncTime, failures, lastImportId } = await deps.catalogAdmin.getFeed({ companyId });
    if (!feedJson)
      throw new ServiceError('NOT_FOUND', 'The company has no feed; give its blueprint a feed with a url.');
    const feed = JSON.parse(Buffer.from(feedJson).toString()) as { url: string };
    sendJson(ctx, 200, {
      ...feed,
      url: withoutPassword(feed.url),
      nextSyncAt: isoTime(nextSyncTime),
      failures,
      lastImportId: lastImportId ?? null,
    });
  };
}

function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.password !== '') url.password = '***';
  return url.href;
}
