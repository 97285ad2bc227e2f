import { json } from '@svc/kit';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Handler } from '../../context.js';
import { readBody } from '../../http/read-body.js';
import { requireMediaType } from '../../parse/media-type.js';
import { BLUEPRINT_TYPES, parseBlueprint } from '../../schemas/parse-blueprint.js';
import { handleOf } from './company-id.js';
import { sendJson } from './send.js';

export const MAX_BLUEPRINT_BYTES = 32 * 1024 * 1024;

/** PUT /api/admin/v1/companies/{handle}/blueprint. Structure is checked here, meaning by funnel-svc. Management, "Apply". */
export function applyBlueprint(deps: { funnelAdmin: Pick<Clients['funnelAdmin'], 'applyBlueprint'> }): Handler {
  return async (ctx) => {
    const handle = handleOf(ctx);
    const type = requireMediaType(ctx.req, BLUEPRINT_TYPES);
    const blueprint = await parseBlueprint(await readBody(ctx.req, ctx.res, MAX_BLUEPRINT_BYTES), type);
    const { body } = await deps.funnelAdmin.applyBlueprint(
      { handle, blueprintJson: json.encode(blueprint) },
      { timeoutMs: TIMEOUT_MS.apply },
    );
    sendJson(ctx, 200, Buffer.from(body));
  };
}
