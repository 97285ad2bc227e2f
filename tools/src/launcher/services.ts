import { ANALYSIS_ENV, startAnalysisService } from '@svc/analysis-svc/app';
import { CATALOG_ENV, startCatalogService } from '@svc/catalog-sync/app';
import { CHAT_ENV, startChatService } from '@svc/chat-svc/app';
import { FUNNEL_ENV, startFunnelService } from '@svc/funnel-svc/app';
import { GATEWAY_ENV, startGatewayService } from '@svc/gateway/app';
import { IDENTITY_ENV, startIdentityService } from '@svc/identity-svc/app';
import { INSIGHT_ENV, startInsightService } from '@svc/insight-svc/app';
import { type Bus, type Logger, randomId, readEnv } from '@svc/kit';
import { MATCHER_ENV, startMatcherService } from '@svc/matcher-svc/app';
import { freePorts } from './ports.js';

export interface Stoppable {
  stop(): Promise<unknown>;
}

/** What is set for a service, as in the environment of its own process. */
export type Environment = Record<string, string | undefined>;

/** How the services of one process call each other: directly, or over gRPC on loopback ports. */
export type RpcTransport = 'in-process' | 'grpc';

/**
 * Starts the services and the gateway in front of them, in this process: the same composition that each `main.ts` runs
 * alone.
 * @param onStart - called with every part that runs, in the order of starting, also when a later one fails.
 */
export async function startServices(options: {
  /** For every service: `DATABASE_URL` and what else they share. */
  environment: Environment;
  gateway: Environment;
  /** Default: in-process. */
  transport?: RpcTransport;
  /** `/readyz` fails until then. Default: no wait. */
  readyAfter?: Promise<void>;
  bus: Bus;
  log: Logger;
  onStart(part: Stoppable): void;
}): Promise<void> {
  const { bus, readyAfter, onStart } = options;
  const deps = (name: string) => ({ log: options.log.child({ service: name }), bus });
  const addresses = await startInside(options.environment, options.transport ?? 'in-process', deps, onStart);
  const gateway = readEnv(GATEWAY_ENV, { ...addresses, ...options.gateway });
  onStart(await startGatewayService(gateway, { ...deps('gateway'), readyAfter }));
}

/** Attempts to find ports for the services that no other process takes meanwhile. */
const MAX_ATTEMPTS = 5;

/** Starts the services. @returns the environment that they share, with their addresses. */
async function startInside(
  environment: Environment,
  transport: RpcTransport,
  deps: (name: string) => { log: Logger; bus: Bus },
  onStart: (part: Stoppable) => void,
  attempt = 1,
): Promise<Environment> {
  const [funnel, analysis, matcher, catalog, identity, insight, chat] = await listenAddresses(transport);
  const shared = {
    ...environment,
    FUNNEL_ADDR: funnel.address,
    ANALYSIS_ADDR: analysis.address,
    MATCHER_ADDR: matcher.address,
    CATALOG_ADDR: catalog.address,
    IDENTITY_ADDR: identity.address,
    INSIGHT_ADDR: insight.address,
    CHAT_ADDR: chat.address,
  };
  const at = ({ host, port }: ListenAddress) => ({ ...shared, GRPC_HOST: host, GRPC_PORT: String(port) });
  const outcomes = await Promise.allSettled<Stoppable>([
    startCatalogService(readEnv(CATALOG_ENV, at(catalog)), deps('catalog-sync')),
    startFunnelService(readEnv(FUNNEL_ENV, at(funnel)), deps('funnel-svc')),
    startAnalysisService(readEnv(ANALYSIS_ENV, at(analysis)), deps('analysis-svc')),
    startMatcherService(readEnv(MATCHER_ENV, at(matcher)), deps('matcher-svc')),
    startIdentityService(readEnv(IDENTITY_ENV, at(identity)), deps('identity-svc')),
    startInsightService(readEnv(INSIGHT_ENV, at(insight)), deps('insight-svc')),
    startChatService(readEnv(CHAT_ENV, at(chat)), deps('chat-svc')),
  ]);
  const parts = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) {
    await Promise.all(parts.map((part) => part.stop()));
    if (attempt === MAX_ATTEMPTS || !/cannot listen/.test(String(failure.reason))) throw failure.reason;
    return startInside(environment, transport, deps, onStart, attempt + 1);
  }
  parts.forEach(onStart);
  return shared;
}

interface ListenAddress {
  host: string;
  port: number;
  /** As clients use it. */
  address: string;
}

const NAMES = ['funnel', 'analysis', 'matcher', 'catalog', 'identity', 'insight', 'chat'] as const;

type Addresses = [
  ListenAddress,
  ListenAddress,
  ListenAddress,
  ListenAddress,
  ListenAddress,
  ListenAddress,
  ListenAddress,
];

/** One address per service: names inside of this process, or loopback ports that are free now. */
async function listenAddresses(transport: RpcTransport): Promise<Addresses> {
  if (transport === 'grpc') {
    const ports = await freePorts(NAMES.length);
    return ports.map((port) => ({ host: '127.0.0.1', port, address: `127.0.0.1:${port}` })) as Addresses;
  }
  const system = randomId();
  return NAMES.map((name) => {
    const address = `inproc:${name}-${system}`;
    return { host: address, port: 0, address };
  }) as Addresses;
}
