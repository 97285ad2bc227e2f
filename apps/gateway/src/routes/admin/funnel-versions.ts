import type { Clients } from '../../clients.js';
import type { Handler } from '../../context.js';
import { parsePage } from '../../parse/pagination.js';
import { companyOf, subdomainOf } from './company-id.js';
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

/** POST …/funnels/{subdomain}/publish: publishes the current draft; FUNNEL_NOT_PUBLISHED without one. */
export function publishDraft(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    const request = { companyId, subdomain: subdomainOf(ctx) };
    const { versionId, number } = await deps.funnelAdmin.publishDraft(request);
    sendJson(ctx, 200, { id: versionId, number });
  };
}
