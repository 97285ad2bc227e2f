import { json } from '@svc/kit';
import type { Clients } from '../../clients.js';
import type { Context, Handler } from '../../context.js';
import { handleOf } from './company-id.js';
import { sendJson } from './send.js';

const YAML = /\b(?:application|text)\/(?:x-)?yaml\b/i;

/** GET /api/admin/v1/companies/{handle}/blueprint: what apply would accept, as JSON, or as YAML if that is asked for. */
export function getBlueprint(deps: { funnelAdmin: Pick<Clients['funnelAdmin'], 'getBlueprint'> }): Handler {
  return async (ctx) => {
    const { blueprintJson } = await deps.funnelAdmin.getBlueprint({ handle: handleOf(ctx) });
    await sendBlueprint(ctx, Buffer.from(blueprintJson));
  };
}

/** Answers with a blueprint, as JSON, or as YAML if that is asked for. */
export async function sendBlueprint(ctx: Context, blueprintJson: Buffer): Promise<void> {
  ctx.set('Vary', 'Accept');
  if (!YAML.test(ctx.get('accept'))) {
    sendJson(ctx, 200, blueprintJson);
    return;
  }
  const { stringify } = await import('yaml'); // Not at the start of the gateway.
  ctx.status = 200;
  ctx.set('Content-Type', 'application/yaml; charset=utf-8');
  ctx.body = Buffer.from(stringify(json.decode(blueprintJson), { lineWidth: 120 }));
}
