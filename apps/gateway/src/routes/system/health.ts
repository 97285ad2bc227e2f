import type { Clients, ServiceName } from '../../clients.js';
import type { Context, Handler } from '../../context.js';
import { JSON_TYPE } from '../../match/finished-match.js';

/** Answers of the services are kept this long, so that probes from everywhere cost little. */
const KEEP_MS = 500;

/** What readiness is made of. */
export interface Readiness {
  /** False from the moment the gateway is asked to stop. */
  accepting: boolean;
}

/** GET /healthz: 200 while the process lives, whatever its peers do. docs/architecture.md "Environment". */
export function healthz(): Handler {
  return (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    sendJson(ctx, 200, { status: 'ok' });
  };
}

/** GET /readyz: 200 when every service, and with it its database, answers; 503 otherwise, with what each one said. */
export function readyz(deps: { health: Clients['health']; readiness: Readiness }): Handler {
  let last: { at: number; services: Promise<Record<string, boolean>> } | undefined;
  return async (ctx) => {
    const now = performance.now();
    if (!last || now - last.at > KEEP_MS) last = { at: now, services: askAll(deps.health) };
    const services = await last.services;
    const ready = deps.readiness.accepting && Object.values(services).every(Boolean);
    ctx.set('Cache-Control', 'no-store');
    sendJson(ctx, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', services });
  };
}

async function askAll(health: Clients['health']): Promise<Record<string, boolean>> {
  const names = Object.keys(health) as ServiceName[];
  const answers = await Promise.all(names.map((name) => health[name]().catch(() => false)));
  return Object.fromEntries(names.map((name, index) => [name, answers[index] as boolean]));
}

function sendJson(ctx: Context, status: number, value: unknown): void {
  ctx.status = status;
  ctx.set('Content-Type', JSON_TYPE);
  ctx.body = Buffer.from(JSON.stringify(value));
}
