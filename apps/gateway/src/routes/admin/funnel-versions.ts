import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Handler } from '../../context.js';
import { parsePage, parseSwitch } from '../../parse/pagination.js';
import { publishRequest } from '../../schemas/admin.js';
import { companyOf, subdomainOf } from './company-id.js';
import { readOptionalBody } from './optional-body.js';
import { isoTime, queryOf, sendJson, sendPage } from './send.js';

type Deps = { funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany' | 'listVersions' | 'publishDraft'> };

/** GET …/funnels/{subdomain}/versions: newest first, without steps. Management, "Publish and read". */
export function listVersions(deps: Deps): Handler {
  return async (ctx) => {
    const page = parsePage(queryOf(ctx));
    const { companyId } = await companyOf(deps, ctx);
    const request = { companyId, subdomain: subdomainOf(ctx), ...page };
    const { versions, nextCursor } = await deps.funnelAdmin.listVersions(request);
    const data = versions.map(({ id, number, state, createTime, publishTime }) => ({
      id,
      number,
      state: state.replace('VERSION_STATE_', ''),
      createdAt: isoTime(createTime),
      publishedAt: isoTime(publishTime),
    }));
    sendPage(ctx, data, nextCursor);
  };
}

/**
 * POST …/funnels/{subdomain}/publish: checks the current draft and publishes it; FUNNEL_NOT_PUBLISHED without one, CONFLICT
 * with the new dead ends as details when it has any. `force`, in the body or the query, publishes unchecked.
 */
export function publishDraft(deps: Deps): Handler {
  return async (ctx) => {
    const { force = false } = await readOptionalBody(ctx, publishRequest, 'Nothing was published');
    const request = { force: force || parseSwitch(queryOf(ctx), 'force'), subdomain: subdomainOf(ctx) };
    const { companyId } = await companyOf(deps, ctx);
    const { versionId, number } = await deps.funnelAdmin.publishDraft(
      { companyId, ...request },
      { timeoutMs: TIMEOUT_MS.publish },
    );
    sendJson(ctx, 200, { id: versionId, number });
  };
}
