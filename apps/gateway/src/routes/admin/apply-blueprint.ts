import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Handler } from '../../context.js';
import { readBody } from '../../http/read-body.js';
import { hostName } from '../../parse/host.js';
import { requireMediaType } from '../../parse/media-type.js';
import { BLUEPRINT_TYPES } from '../../schemas/parse-blueprint.js';
import { runDocumentTask } from '../../schemas/run-document-task.js';
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
    const bytes = await readBody(ctx.req, ctx.res, MAX_BLUEPRINT_BYTES);
    const ownName = hostName(deps.pageAddress.baseDomain);
    const blueprintJson = await runDocumentTask('blueprint', { bytes, type, ownName });
    const { body } = await deps.funnelAdmin.applyBlueprint(
      { handle, blueprintJson: Buffer.from(blueprintJson.buffer, blueprintJson.byteOffset, blueprintJson.length) },
      { timeoutMs: TIMEOUT_MS.apply },
    );
    sendJson(ctx, 200, Buffer.from(body));
  };
}
