import { type ErrorDetail, json, ServiceError } from '@svc/kit';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Handler } from '../../context.js';
import { allVersions, findFunnel, findVersion, type HistoryDeps } from '../../releases/funnel-history.js';
import { stepsToPublish } from '../../releases/steps-to-publish.js';
import { funnelRollbackRequest } from '../../schemas/releases.js';
import { companyOf, handleOf, subdomainOf } from './company-id.js';
import { readOptionalBody } from './optional-body.js';
import { sendJson } from './send.js';

type Deps = HistoryDeps & {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany' | 'applyBlueprint' | 'listVersions'>;
};

/**
 * POST …/funnels/{subdomain}/rollback: publishes the steps of an earlier published version as a new version, through an
 * ordinary apply. Answers that were given since are not lost (`rollBackSteps`). Release safety, "Rollback"; ADR 17.
 */
export function rollbackFunnel(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    const { versionId, number } = await readOptionalBody(ctx, funnelRollbackRequest, 'Nothing was rolled back');
    const subdomain = subdomainOf(ctx);
    await findFunnel(deps, companyId, subdomain);
    const versions = await allVersions(deps, companyId, subdomain);
    const target = findVersion(versions, versionId === undefined ? { number: number as number } : { versionId });
    const steps = await stepsToPublish(deps, versions, target);
    const blueprint = { funnels: [{ subdomain, published: { steps } }] };
    const { funnels, changed, warnings } = await apply(deps, handleOf(ctx), blueprint, target.number);
    const published = funnels[subdomain]?.published;
    if (!published) throw new ServiceError('CONFLICT', 'The funnel was changed at the same time. Please look again.');
    sendJson(ctx, 200, {
      ...published,
      rolledBackTo: { id: target.id, number: target.number },
      changed: changed.length > 0,
      warnings: warnings.map(intoVersion),
    });
  };
}

interface Applied {
  funnels: Record<string, { published?: { id: string; number: number } }>;
  changed: string[];
  warnings: ErrorDetail[];
}

async function apply({ funnelAdmin }: Deps, handle: string, blueprint: object, number: number): Promise<Applied> {
  try {
    const request = { handle, blueprintJson: json.encode(blueprint) };
    const { body } = await funnelAdmin.applyBlueprint(request, { timeoutMs: TIMEOUT_MS.apply });
    return json.decode<Applied>(body);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'INVALID_BLUEPRINT') throw error;
    const message = `Version ${number} does not fit what is there now; nothing was changed.`;
    throw new ServiceError(error.code, message, { details: error.details.map(intoVersion) });
  }
}

/** Pointers into the version: the caller never saw the blueprint around it. */
const intoVersion = ({ path, message }: ErrorDetail): ErrorDetail => ({
  path: path.replace(/^\/funnels\/0\/published(?=\/|$)/, ''),
  message,
});
