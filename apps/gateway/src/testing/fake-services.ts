import { createGrpcServer, createLogger, type GrpcServer, type Handlers, ServiceError, service } from '@svc/kit';
import {
  AnalysisServiceService,
  CatalogAdminServiceService,
  FunnelAdminServiceService,
  FunnelServiceService,
  MatcherServiceService,
} from '@svc/proto';
import type { Addresses } from '../clients.js';

/** Handlers of the services behind the gateway; a test gives those that it needs. */
export interface FakeHandlers {
  funnel?: Partial<Handlers<typeof FunnelServiceService>>;
  funnelAdmin?: Partial<Handlers<typeof FunnelAdminServiceService>>;
  analysis?: Partial<Handlers<typeof AnalysisServiceService>>;
  matcher?: Partial<Handlers<typeof MatcherServiceService>>;
  catalogAdmin?: Partial<Handlers<typeof CatalogAdminServiceService>>;
}

export interface FakeServices {
  addresses: Addresses;
  /** May be changed while the services run. */
  handlers: Required<FakeHandlers>;
  /** Calls so far, by method name. */
  calls: Record<string, unknown[]>;
  servers: Record<keyof Addresses, GrpcServer>;
  stop(): Promise<void>;
}

type Definition = Parameters<typeof service>[0];

/** Four gRPC servers on free ports with the kit's own server, whose handlers come from the test. */
export async function startFakeServices(given: FakeHandlers = {}): Promise<FakeServices> {
  const handlers: Required<FakeHandlers> = {
    funnel: {},
    funnelAdmin: {},
    analysis: {},
    matcher: {},
    catalogAdmin: {},
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
  const servers = {
    funnel: createGrpcServer({
      services: [fake(FunnelServiceService, 'funnel'), fake(FunnelAdminServiceService, 'funnelAdmin')],
      log,
      graceMs: 200,
    }),
    analysis: createGrpcServer({ services: [fake(AnalysisServiceService, 'analysis')], log, graceMs: 200 }),
    matcher: createGrpcServer({ services: [fake(MatcherServiceService, 'matcher')], log, graceMs: 200 }),
    catalog: createGrpcServer({ services: [fake(CatalogAdminServiceService, 'catalogAdmin')], log, graceMs: 200 }),
  };
  const [funnel, analysis, matcher, catalog] = await Promise.all(
    Object.values(servers).map((server) => server.listen('127.0.0.1', 0)),
  );
  return {
    addresses: { funnel, analysis, matcher, catalog } as Addresses,
    handlers,
    calls,
    servers,
    stop: async () => {
      await Promise.all(Object.values(servers).map((server) => server.stop()));
    },
  };
}
