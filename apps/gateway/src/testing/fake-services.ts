import {
  createGrpcServer,
  createLogger,
  type GrpcServer,
  type Handlers,
  ServiceError,
  service,
  VERSION,
} from '@svc/kit';
import { inProcessHost } from '@svc/kit/testing';
import {
  AnalysisAdminServiceService,
  AnalysisServiceService,
  AuditServiceService,
  CatalogAdminServiceService,
  CatalogServiceService,
  ChatServiceService,
  ComponentServiceService,
  CredentialServiceService,
  DeliveryServiceService,
  EventServiceService,
  ExperimentServiceService,
  FunnelAdminServiceService,
  FunnelEditServiceService,
  FunnelPageServiceService,
  FunnelServiceService,
  FunnelTestServiceService,
  InvitationServiceService,
  LearningServiceService,
  MatcherAdminServiceService,
  MatcherServiceService,
  MemberServiceService,
  OrderServiceService,
  PictureConversionServiceService,
  PictureServiceService,
  PresentationServiceService,
  PreviewServiceService,
  ReleaseAdminServiceService,
  ReportServiceService,
  SessionServiceService,
  ShopifyServiceService,
  StatusServiceService,
  SubmissionServiceService,
  TokenServiceService,
  TranscriptServiceService,
  VariantServiceService,
  VisitServiceService,
} from '@svc/proto';
import type { Addresses, ServiceName } from '../clients.js';

/** Some handlers of a service, which may be changed while it runs. */
type Fakes<D extends Definition> = { -readonly [K in keyof Handlers<D>]?: Handlers<D>[K] };

/** Handlers of the services behind the gateway; a test gives those that it needs. */
export interface FakeHandlers {
  funnel?: Fakes<typeof FunnelServiceService>;
  funnelAdmin?: Fakes<typeof FunnelAdminServiceService>;
  funnelEdits?: Fakes<typeof FunnelEditServiceService>;
  pictures?: Fakes<typeof PictureServiceService>;
  funnelPages?: Fakes<typeof FunnelPageServiceService>;
  components?: Fakes<typeof ComponentServiceService>;
  releases?: Fakes<typeof ReleaseAdminServiceService>;
  analysis?: Fakes<typeof AnalysisServiceService>;
  analysisAdmin?: Fakes<typeof AnalysisAdminServiceService>;
  pictureConversion?: Fakes<typeof PictureConversionServiceService>;
  submission?: Fakes<typeof SubmissionServiceService>;
  delivery?: Fakes<typeof DeliveryServiceService>;
  matcher?: Fakes<typeof MatcherServiceService>;
  matcherAdmin?: Fakes<typeof MatcherAdminServiceService>;
  learning?: Fakes<typeof LearningServiceService>;
  events?: Fakes<typeof EventServiceService>;
  presentation?: Fakes<typeof PresentationServiceService>;
  preview?: Fakes<typeof PreviewServiceService>;
  variants?: Fakes<typeof VariantServiceService>;
  catalog?: Fakes<typeof CatalogServiceService>;
  catalogAdmin?: Fakes<typeof CatalogAdminServiceService>;
  shopify?: Fakes<typeof ShopifyServiceService>;
  sessions?: Fakes<typeof SessionServiceService>;
  credentials?: Fakes<typeof CredentialServiceService>;
  invitations?: Fakes<typeof InvitationServiceService>;
  members?: Fakes<typeof MemberServiceService>;
  tokens?: Fakes<typeof TokenServiceService>;
  /** Default: every entry is recorded. */
  audit?: Fakes<typeof AuditServiceService>;
  visits?: Fakes<typeof VisitServiceService>;
  orders?: Fakes<typeof OrderServiceService>;
  reports?: Fakes<typeof ReportServiceService>;
  funnelTests?: Fakes<typeof FunnelTestServiceService>;
  experiments?: Fakes<typeof ExperimentServiceService>;
  chat?: Fakes<typeof ChatServiceService>;
  transcripts?: Fakes<typeof TranscriptServiceService>;
  /** What services say about themselves. Default: that one process of this release runs. */
  statuses?: Partial<Record<ServiceName, Handlers<typeof StatusServiceService>['getStatus']>>;
}

export interface FakeServices {
  addresses: Addresses;
  /** May be changed while the services run. */
  handlers: Required<FakeHandlers>;
  /** Calls so far, by method name. */
  calls: Record<string, unknown[]>;
  servers: Record<ServiceName, GrpcServer>;
  stop(): Promise<void>;
}

type Definition = Parameters<typeof service>[0];

/**
 * The services on the kit's own servers, whose handlers come from the test. They listen inside of the process: the system
 * tests of the contract run over gRPC as well.
 */
export async function startFakeServices(given: FakeHandlers = {}): Promise<FakeServices> {
  const handlers: Required<FakeHandlers> = {
    funnel: {},
    funnelAdmin: {},
    funnelEdits: {},
    pictures: {},
    funnelPages: {},
    components: {},
    releases: {},
    analysis: {},
    analysisAdmin: {},
    pictureConversion: {},
    submission: {},
    delivery: {},
    matcher: {},
    matcherAdmin: {},
    learning: {},
    events: {},
    presentation: {},
    preview: {},
    variants: {},
    catalog: {},
    catalogAdmin: {},
    shopify: {},
    sessions: {},
    credentials: {},
    invitations: {},
    members: {},
    tokens: {},
    visits: {},
    orders: {},
    reports: {},
    experiments: {},
    funnelTests: {},
    chat: {},
    transcripts: {},
    statuses: {},
    audit: { recordIntent: async ({ companyId }) => ({ companyId }), recordOutcome: async () => ({}) },
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
      fake(FunnelEditServiceService, 'funnelEdits'),
      fake(PictureServiceService, 'pictures'),
      fake(FunnelPageServiceService, 'funnelPages'),
      fake(FunnelTestServiceService, 'funnelTests'),
      fake(ComponentServiceService, 'components'),
      fake(ReleaseAdminServiceService, 'releases'),
    ],
    analysis: [
      fake(AnalysisServiceService, 'analysis'),
      fake(AnalysisAdminServiceService, 'analysisAdmin'),
      fake(PictureConversionServiceService, 'pictureConversion'),
      fake(SubmissionServiceService, 'submission'),
      fake(DeliveryServiceService, 'delivery'),
    ],
    matcher: [
      fake(MatcherServiceService, 'matcher'),
      fake(MatcherAdminServiceService, 'matcherAdmin'),
      fake(EventServiceService, 'events'),
      fake(PresentationServiceService, 'presentation'),
      fake(PreviewServiceService, 'preview'),
      fake(LearningServiceService, 'learning'),
    ],
    catalog: [
      fake(CatalogServiceService, 'catalog'),
      fake(CatalogAdminServiceService, 'catalogAdmin'),
      fake(ShopifyServiceService, 'shopify'),
      fake(VariantServiceService, 'variants'),
    ],
    identity: [
      fake(SessionServiceService, 'sessions'),
      fake(CredentialServiceService, 'credentials'),
      fake(InvitationServiceService, 'invitations'),
      fake(MemberServiceService, 'members'),
      fake(TokenServiceService, 'tokens'),
      fake(AuditServiceService, 'audit'),
    ],
    insight: [
      fake(VisitServiceService, 'visits'),
      fake(ReportServiceService, 'reports'),
      fake(ExperimentServiceService, 'experiments'),
      fake(OrderServiceService, 'orders'),
    ],
    chat: [fake(ChatServiceService, 'chat'), fake(TranscriptServiceService, 'transcripts')],
  };
  const createStatus = (part: ServiceName) =>
    service(StatusServiceService, {
      getStatus: async (request, call) =>
        handlers.statuses[part]?.(request, call) ?? {
          status: { version: VERSION, processId: part, ages: [], isCounted: request.withFailedWork, failedWork: [] },
        },
    });
  const servers = mapParts((part) =>
    createGrpcServer({ services: definitions[part], status: { service: createStatus(part) }, log, graceMs: 200 }),
  );
  const addresses = mapParts(() => '');
  for (const part of PARTS) addresses[part] = await servers[part].listen(inProcessHost(), 0);
  return {
    addresses,
    handlers,
    calls,
    servers,
    stop: async () => {
      await Promise.all(Object.values(servers).map((server) => server.stop()));
    },
  };
}

const PARTS = ['funnel', 'analysis', 'matcher', 'catalog', 'identity', 'insight', 'chat'] as const;

const mapParts = <T>(map: (part: ServiceName) => T): Record<ServiceName, T> =>
  Object.fromEntries(PARTS.map((part) => [part, map(part)])) as Record<ServiceName, T>;
