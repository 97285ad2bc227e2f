import { ServiceError } from '@svc/kit';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Handler } from '../../context.js';
import { lookupId } from '../../parse/opaque-id.js';
import { companyOf } from './company-id.js';
import { presentRun } from './present-run.js';
import { sendJson } from './send.js';

type Deps = {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>;
  catalogAdmin: Pick<Clients['catalogAdmin'], 'applyImport' | 'discardImport'>;
};

/** POST …/catalog/imports/{importId}/apply: 200 with the run, also when it was applied before; CONFLICT when it is not held. */
export function applyImport(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    const { importId } = ctx.params as { importId: string };
    const request = { companyId, importId: lookupId(importId) };
    const { run } = await deps.catalogAdmin.applyImport(request, { timeoutMs: TIMEOUT_MS.import });
    if (!run) throw new ServiceError('INTERNAL', 'The import gave no run.');
    sendJson(ctx, 200, presentRun(run));
  };
}

/** DELETE …/catalog/imports/{importId}: throws a held run away. 204, also when it is repeated; CONFLICT when it is not held. */
export function discardImport(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    const { importId } = ctx.params as { importId: string };
    await deps.catalogAdmin.discardImport({ companyId, importId: lookupId(importId) });
    ctx.status = 204;
  };
}
