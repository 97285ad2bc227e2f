import type { Clients } from '../../clients.js';
import type { Handler } from '../../context.js';
import { parsePage } from '../../parse/pagination.js';
import { withSubdomains } from '../../releases/settings-parts.js';
import { companyOf } from './company-id.js';
import { isoTime, queryOf, sendPage } from './send.js';

type Deps = {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>;
  funnel: Pick<Clients['funnel'], 'getCompanyState'>;
  release: Pick<Clients['release'], 'listConfigVersions'>;
};

/** GET …/settings/versions: versions of tagging, sets and the funnels' matching settings, newest first; 200 are kept. */
export function listSettingsVersions(deps: Deps): Handler {
  return async (ctx) => {
    const page = parsePage(queryOf(ctx));
    const { companyId } = await companyOf(deps, ctx);
    const [{ versions, nextCursor }, { funnels }] = await Promise.all([
      deps.release.listConfigVersions({ companyId, ...page }),
      deps.funnel.getCompanyState({ companyId }),
    ]);
    const data = versions.map(({ version, createTime, changed, inForce }) => ({
      version,
      createdAt: isoTime(createTime),
      changed: withSubdomains(changed, funnels),
      inForce,
    }));
    sendPage(ctx, data, nextCursor);
  };
}
