import {
  createGrpcServer,
  createLogger,
  type GrpcServer,
  type GrpcService,
  type Handlers,
  ServiceError,
  service,
} from '@svc/kit';
import {
  AnalysisAdminServiceService,
  AnalysisServiceService,
  CatalogAdminServiceService,
  DeliveryServiceService,
  EventServiceService,
  FunnelAdminServiceService,
  FunnelPageServiceService,
  FunnelServiceService,
  LearningServiceService,
  MatcherAdminServiceService,
  MatcherServiceService,
  PresentationServiceService,
  ReleaseServiceService,
  ShopifyServiceService,
  SubmissionServiceService,
  VariantServiceService,
} from '@svc/proto';
import type { Addresses, ServiceName } from '../clients.js';

/** Some handlers of a service, which may be changed while it runs. */
type Fakes<D extends Definition> = { -readonly [K in keyof Handlers<D>]?: Handlers<D>[K] };

/** Handlers of the services behind the gateway; a test gives those that it needs. */
export interface FakeHandlers {
  funnel?: Fakes<typeof FunnelServiceService>;
  funnelAdmin?: Fakes<typeof FunnelAdminServiceService>;
  funnelPages?: Fakes<typeof FunnelPageServiceService>;
  analysis?: Fakes<typeof AnalysisServiceService>;
  analysisAdmin?: Fakes<typeof AnalysisAdminServiceService>;
  submission?: Fakes<typeof SubmissionServiceService>;
  delivery?: Fakes<typeof DeliveryServiceService>;
  matcher?: Fakes<typeof MatcherServiceService>;
  matcherAdmin?: Fakes<typeof MatcherAdminServiceService>;
  release?: Fakes<typeof ReleaseServiceService>;
  learning?: Fakes<typeof LearningServiceService>;
  events?: Fakes<typeof EventServiceService>;
  presentation?: Fakes<typeof PresentationServiceService>;
  variants?: Fakes<typeof VariantServiceService>;
  catalogAdmin?: Fakes<typeof CatalogAdminServiceService>;
  shopify?: Fakes<typeof ShopifyServiceService>;
}

export interface FakeServices {
  addresses: Addresses;
  /** May be changed while the services run. */
  handlers: Required<FakeHandlers>;
  /** Calls so far, by method name. */
  calls: Record<string, unknown[]>;
  /** One and the same unless they are separate. */
  servers: Record<ServiceName, GrpcServer>;
  stop(): Promise<void>;
}

type Definition = Parameters<typeof service>[0];

/**
 * The four services on the kit's own server, whose handlers come from the test: all on one port, because that starts four
 * times as fast, or `separate`, where a test stops one of them.
 */
export async function startFakeServices(
  given: FakeHandlers = {},
  options: { separate?: boolean } = {},
): Promise<FakeServices> {
  const handlers: Required<FakeHandlers> = {
    funnel: {},
    funnelAdmin: {},
    funnelPages: {},
    analysis: {},
    analysisAdmin: {},
    submission: {},
    delivery: {},
    matcher: {},
    matcherAdmin: {},
    release: {},
    learning: {},
    events: {},
    presentation: {},
    variants: {},
    catalogAdmin: {},
    shopify: {},
    ...given,
  };
  const calls: Record<string, unknown[]> = {};
  const log = createLogger({ name: 'fake', level: 'silent' });
  const fake = (definition: Definition, part: keyof FakeHandlers) =>
    service(
      definition,
      Object.fromEntries(
        Object.keys(definition).map((method) => [
          method,
          (request: unknown, call: unknown) => {
            calls[method] = [...(calls[method] ?? []), request];
            const handler = (handlers[part] as Record<string, (r: unknown, c: unknown) => unknown>)[method];
            if (!handler) throw new ServiceError('INTERNAL', `${method} has no fake`);
            return handler(request, call);
          },
        ]),
      ) as never,
    );
  const definitions = {
    funnel: [
      fake(FunnelServiceService, 'funnel'),
      fake(FunnelAdminServiceService, 'funnelAdmin'),
      fake(FunnelPageServiceService, 'funnelPages'),
    ],
    analysis: [
      fake(AnalysisServiceService, 'analysis'),
      fake(AnalysisAdminServiceService, 'analysisAdmin'),
      fake(SubmissionServiceService, 'submission'),
      fake(DeliveryServiceService, 'delivery'),
    ],
    matcher: [
      fake(MatcherServiceService, 'matcher'),
      fake(MatcherAdminServiceService, 'matcherAdmin'),
      fake(EventServiceService, 'events'),
      fake(PresentationServiceService, 'presentation'),
      fake(ReleaseServiceService, 'release'),
      fake(LearningServiceService, 'learning'),
    ],
    catalog: [
      fake(CatalogAdminServiceService, 'catalogAdmin'),
      fake(ShopifyServiceService, 'shopify'),
      fake(VariantServiceService, 'variants'),
    ],
  };
  const open = (services: GrpcService[]) => createGrpcServer({ services, log, graceMs: 200 });
  const all = options.separate ? undefined : open(Object.values(definitions).flat());
  const servers = mapParts((part) => all ?? open(definitions[part]));
  const listening = new Map<GrpcServer, Promise<string>>();
  for (const server of Object.values(servers)) {
    if (!listening.has(server)) listening.set(server, server.listen('127.0.0.1', 0));
  }
  const addresses = mapParts(() => '');
  for (const part of PARTS) addresses[part] = (await listening.get(servers[part])) as string;
  return {
    addresses,
    handlers,
    calls,
    servers,
    stop: async () => {
      await Promise.all([...listening.keys()].map((server) => server.stop()));
    },
  };
}

const PARTS = ['funnel', 'analysis', 'matcher', 'catalog'] as const;

const mapParts = <T>(map: (part: ServiceName) => T): Record<ServiceName, T> =>
  Object.fromEntries(PARTS.map((part) => [part, map(part)])) as Record<ServiceName, T>;
