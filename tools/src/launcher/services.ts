import { ANALYSIS_ENV, composeAnalysis } from '@svc/analysis-svc/app';
import { CATALOG_ENV, composeCatalog } from '@svc/catalog-sync/app';
import { composeFunnel, FUNNEL_ENV } from '@svc/funnel-svc/app';
import { composeGateway, GATEWAY_ENV } from '@svc/gateway/app';
import { type Bus, type Logger, readEnv } from '@svc/kit';
import { composeMatcher, MATCHER_ENV } from '@svc/matcher-svc/app';
import { freePorts } from './ports.js';

export interface Stoppable {
  stop(): Promise<unknown>;
}

/** What is set for a service, as in the environment of its own process. */
export type Environment = Record<string, string | undefined>;

/**
 * Starts the four services on free loopback ports and the gateway in front of them, in this process: the same composition
 * that each `main.ts` runs alone.
 * @param onStart - called with every part that runs, in the order of starting, also when a later one fails.
 */
export async function startServices(options: {
  /** For every service: `DATABASE_URL` and what else they share. */
  environment: Environment;
  gateway: Environment;
  bus: Bus;
  log: Logger;
  onStart(part: Stoppable): void;
}): Promise<void> {
  const { bus, onStart } = options;
  const [funnel, analysis, matcher, catalog] = await freePorts(4);
  const shared = {
    ...options.environment,
    FUNNEL_ADDR: `127.0.0.1:${funnel}`,
    ANALYSIS_ADDR: `127.0.0.1:${analysis}`,
    MATCHER_ADDR: `127.0.0.1:${matcher}`,
    CATALOG_ADDR: `127.0.0.1:${catalog}`,
  };
  const at = (port: number | undefined) => ({ ...shared, GRPC_PORT: String(port) });
  const deps = (name: string) => ({ log: options.log.child({ service: name }), bus });
  const start = async (starting: Promise<Stoppable>) => onStart(await starting);

  await Promise.all([
    start(composeCatalog(readEnv(CATALOG_ENV, at(catalog)), deps('catalog-sync'))),
    start(composeFunnel(readEnv(FUNNEL_ENV, at(funnel)), deps('funnel-svc'))),
    start(composeAnalysis(readEnv(ANALYSIS_ENV, at(analysis)), deps('analysis-svc'))),
    start(composeMatcher(readEnv(MATCHER_ENV, at(matcher)), deps('matcher-svc'))),
  ]);
  await start(composeGateway(readEnv(GATEWAY_ENV, { ...shared, ...options.gateway }), deps('gateway')));
}
