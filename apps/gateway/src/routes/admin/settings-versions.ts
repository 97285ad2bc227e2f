import type { MatchingConfig } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import type { Clients } from '../../clients.js';
import type { Handler } from '../../context.js';
import { parsePage } from '../../parse/pagination.js';
import { completeBlueprint } from '../../releases/complete-blueprint.js';
import { blueprintOf, partsIn, withSubdomains } from '../../releases/settings-parts.js';
import { companyOf } from './company-id.js';
import { sendBlueprint } from './get-blueprint.js';
import { isoTime, queryOf, sendPage } from './send.js';

type Deps = {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>;
  funnel: Pick<Clients['funnel'], 'getCompanyState'>;
  release: Pick<Clients['release'], 'listConfigVersions' | 'getConfigVersion'>;
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

/**
 * GET …/settings/versions/{version}: what a version held, as a company file that says nothing else, as JSON or YAML: it can
 * be compared, replayed and applied.
 */
export function getSettingsVersion(deps: Deps): Handler {
  return async (ctx) => {
    const { version } = ctx.params as { version: string };
    const { companyId } = await companyOf(deps, ctx);
    if (!/^[1-9]\d{0,14}$/.test(version)) throw new ServiceError('NOT_FOUND', 'The settings have no such version.');
    const [{ configJson }, { funnels }] = await Promise.all([
      deps.release.getConfigVersion({ companyId, version: Number(version) }),
      deps.funnel.getCompanyState({ companyId }),
    ]);
    const config = json.decode<MatchingConfig>(configJson);
    await sendBlueprint(ctx, json.encode(completeBlueprint(blueprintOf(config, partsIn(config, funnels)))));
  };
}
