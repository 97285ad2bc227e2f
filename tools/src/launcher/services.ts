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
  const deps = (name: string) => ({ log: options.log.child({ service: name }), bus });
  const addresses = await startInside(options.environment, deps, onStart);
  onStart(await composeGateway(readEnv(GATEWAY_ENV, { ...addresses, ...options.gateway }), deps('gateway')));
}

/** Attempts to find ports for the services that nobody else takes meanwhile. */
const MAX_ATTEMPTS = 5;

/** @returns the environment that they share, with their addresses. */
async function startInside(
  environment: Environment,
  deps: (name: string) => { log: Logger; bus: Bus },
  onStart: (part: Stoppable) => void,
): Promise<Environment> {
  for (let attempt = 1; ; attempt += 1) {
    const [funnel, analysis, matcher, catalog] = await freePorts(4);
    const shared = {
      ...environment,
      FUNNEL_ADDR: `127.0.0.1:${funnel}`,
      ANALYSIS_ADDR: `127.0.0.1:${analysis}`,
      MATCHER_ADDR: `127.0.0.1:${matcher}`,
      CATALOG_ADDR: `127.0.0.1:${catalog}`,
    };
    const at = (port: number | undefined) => ({ ...shared, GRPC_PORT: String(port) });
    const outcomes = await Promise.allSettled<Stoppable>([
      composeCatalog(readEnv(CATALOG_ENV, at(catalog)), deps('catalog-sync')),
      composeFunnel(readEnv(FUNNEL_ENV, at(funnel)), deps('funnel-svc')),
      composeAnalysis(readEnv(ANALYSIS_ENV, at(analysis)), deps('analysis-svc')),
      composeMatcher(readEnv(MATCHER_ENV, at(matcher)), deps('matcher-svc')),
    ]);
    const parts = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (!failure) {
      parts.forEach(onStart);
      return shared;
    }
    await Promise.all(parts.map((part) => part.stop()));
    // A port that was free a moment ago may be somebody's by now.
    if (attempt === MAX_ATTEMPTS || !/cannot listen/.test(String(failure.reason))) throw failure.reason;
  }
}
