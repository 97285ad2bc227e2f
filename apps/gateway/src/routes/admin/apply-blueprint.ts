import type { Blueprint } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Handler } from '../../context.js';
import { readBody } from '../../http/read-body.js';
import { hostName } from '../../parse/host.js';
import { requireMediaType } from '../../parse/media-type.js';
import { BLUEPRINT_TYPES, parseBlueprint } from '../../schemas/parse-blueprint.js';
import { handleOf } from './company-id.js';
import { sendJson } from './send.js';

export const MAX_BLUEPRINT_BYTES = 32 * 1024 * 1024;

interface ApplyBlueprintDeps {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'applyBlueprint'>;
  /** `name[:port]` that every funnel host is below. */
  pageAddress: { readonly baseDomain: string };
}

/**
 * PUT /api/admin/v1/companies/{handle}/blueprint. Structure is checked here, meaning by funnel-svc, which does not know our
 * own names. Management, "Apply".
 */
export function applyBlueprint(deps: ApplyBlueprintDeps): Handler {
  return async (ctx) => {
    const handle = handleOf(ctx);
    const type = requireMediaType(ctx.req, BLUEPRINT_TYPES);
    const blueprint = await parseBlueprint(await readBody(ctx.req, ctx.res, MAX_BLUEPRINT_BYTES), type);
    refuseOurHosts(blueprint, hostName(deps.pageAddress.baseDomain));
    const { body } = await deps.funnelAdmin.applyBlueprint(
      { handle, blueprintJson: json.encode(blueprint) },
      { timeoutMs: TIMEOUT_MS.apply },
    );
    sendJson(ctx, 200, Buffer.from(body));
  };
}

/** A host of ours as a funnel's own would never reach it, and its results would be given away with an address of others. */
function refuseOurHosts({ funnels = [] }: Blueprint, baseName: string | undefined): void {
  const details = funnels.flatMap(({ host }, index) => {
    const isOurs = typeof host === 'string' && (host === baseName || host.endsWith(`.${baseName}`));
    const message = `Give a host name of your own; those of ${baseName} follow from subdomain.`;
    return isOurs ? [{ path: `/funnels/${index}/host`, message }] : [];
  });
  if (details.length > 0)
    throw new ServiceError('INVALID_BLUEPRINT', 'The blueprint was not applied; details list what to change.', {
      details,
    });
}
