import { createClient, type PromiseClient } from '@svc/kit';
import {
  AnalysisAdminServiceClient,
  AnalysisServiceClient,
  AuditServiceClient,
  CatalogAdminServiceClient,
  CatalogServiceClient,
  ChatServiceClient,
  ComponentServiceClient,
  CredentialServiceClient,
  DeliveryServiceClient,
  EventServiceClient,
  ExperimentServiceClient,
  FunnelAdminServiceClient,
  FunnelEditServiceClient,
  FunnelPageServiceClient,
  FunnelServiceClient,
  FunnelTestServiceClient,
  InvitationServiceClient,
  LearningServiceClient,
  MatcherAdminServiceClient,
  MatcherServiceClient,
  MemberServiceClient,
  OrderServiceClient,
  PictureConversionServiceClient,
  PictureServiceClient,
  PresentationServiceClient,
  PreviewServiceClient,
  ReleaseAdminServiceClient,
  ReportServiceClient,
  SessionServiceClient,
  ShopifyServiceClient,
  StatusServiceClient,
  SubmissionServiceClient,
  TokenServiceClient,
  TranscriptServiceClient,
  VariantServiceClient,
  VisitServiceClient,
} from '@svc/proto';
import { createHealthClient } from './health-client.js';

/** The services behind the gateway. Every call carries request id, trace context and a deadline. */
export interface Clients {
  funnel: PromiseClient<FunnelServiceClient>;
  funnelAdmin: PromiseClient<FunnelAdminServiceClient>;
  funnelEdits: PromiseClient<FunnelEditServiceClient>;
  pictures: PromiseClient<PictureServiceClient>;
  funnelPages: PromiseClient<FunnelPageServiceClient>;
  funnelTests: PromiseClient<FunnelTestServiceClient>;
  components: PromiseClient<ComponentServiceClient>;
  releases: PromiseClient<ReleaseAdminServiceClient>;
  analysis: PromiseClient<AnalysisServiceClient>;
  analysisAdmin: PromiseClient<AnalysisAdminServiceClient>;
  pictureConversion: PromiseClient<PictureConversionServiceClient>;
  submission: PromiseClient<SubmissionServiceClient>;
  delivery: PromiseClient<DeliveryServiceClient>;
  matcher: PromiseClient<MatcherServiceClient>;
  matcherAdmin: PromiseClient<MatcherAdminServiceClient>;
  learning: PromiseClient<LearningServiceClient>;
  events: PromiseClient<EventServiceClient>;
  presentation: PromiseClient<PresentationServiceClient>;
  preview: PromiseClient<PreviewServiceClient>;
  variants: PromiseClient<VariantServiceClient>;
  catalog: PromiseClient<CatalogServiceClient>;
  catalogAdmin: PromiseClient<CatalogAdminServiceClient>;
  shopify: PromiseClient<ShopifyServiceClient>;
  sessions: PromiseClient<SessionServiceClient>;
  credentials: PromiseClient<CredentialServiceClient>;
  invitations: PromiseClient<InvitationServiceClient>;
  members: PromiseClient<MemberServiceClient>;
  tokens: PromiseClient<TokenServiceClient>;
  audit: PromiseClient<AuditServiceClient>;
  visits: PromiseClient<VisitServiceClient>;
  orders: PromiseClient<OrderServiceClient>;
  reports: PromiseClient<ReportServiceClient>;
  experiments: PromiseClient<ExperimentServiceClient>;
  chat: PromiseClient<ChatServiceClient>;
  transcripts: PromiseClient<TranscriptServiceClient>;
  /** One health check per service, by service name. Resolves with whether it serves; rejects when it does not answer. */
  health: Record<ServiceName, () => Promise<boolean>>;
  /** What each service says about itself. */
  statuses: Record<ServiceName, PromiseClient<StatusServiceClient>>;
  close(): void;
}

export type ServiceName = 'funnel' | 'analysis' | 'matcher' | 'catalog' | 'identity' | 'insight' | 'chat';
export type Addresses = Record<ServiceName, string>;

/** Deadlines of the routes, milliseconds. docs/reliability.md R7.11; imports: docs/reliability.md R5.3. */
export const TIMEOUT_MS = {
  funnel: 2_000,
  matches: 2_500,
  /** A match, and then what its first cards show. */
  result: 4_000,
  create: 10_000,
  events: 5_000,
  visits: 2_000,
  /** Reading and matching up to 20 analyses, and storing. */
  orders: 8_000,
  /** A turn takes 2 s, or 4 s with a language model. */
  chat: 4_500,
  /** Shopify itself waits 5 s. */
  webhook: 4_000,
  admin: 10_000,
  /** The check of a session, which every request of a session waits for. */
  session: 2_000,
  /** An entry of the audit log, which every change waits for. */
  audit: 2_000,
  /** Password hashes, which wait for each other, and mails. */
  identity: 20_000,
  /** Waits for deliveries of what is erased that are on their way: 16 s at most. */
  erase: 25_000,
  /** One attempt, 15 s at most. */
  webhookTest: 18_000,
  apply: 30_000,
  /** A report takes up to a minute. */
  check: 75_000,
  /** Longer than the check in it. */
  publish: 80_000,
  /** Checking a draft, reading 2,000 analyses, and matching each twice. */
  replay: 60_000,
  /** A model of 400 days takes seconds. */
  build: 120_000,
  /** Longer than the 10 minutes of an import, whose own report says more than a TIMEOUT. */
  import: 615_000,
  health: 1_000,
  /** Counts rows of the last days. */
  status: 2_000,
} as const;

/** Opens channels to the services; connections are made with the first calls. */
export function createClients(addresses: Addresses): Clients {
  const funnel = createClient(FunnelServiceClient, addresses.funnel, { timeoutMs: TIMEOUT_MS.funnel });
  const funnelAdmin = createClient(FunnelAdminServiceClient, addresses.funnel, { timeoutMs: TIMEOUT_MS.admin });
  const funnelTests = createClient(FunnelTestServiceClient, addresses.funnel, { timeoutMs: TIMEOUT_MS.admin });
  const funnelEdits = createClient(FunnelEditServiceClient, addresses.funnel, { timeoutMs: TIMEOUT_MS.admin });
  const pictures = createClient(PictureServiceClient, addresses.funnel, { timeoutMs: TIMEOUT_MS.admin });
  const funnelPages = createClient(FunnelPageServiceClient, addresses.funnel, { timeoutMs: TIMEOUT_MS.funnel });
  const components = createClient(ComponentServiceClient, addresses.funnel, { timeoutMs: TIMEOUT_MS.funnel });
  const releases = createClient(ReleaseAdminServiceClient, addresses.funnel, { timeoutMs: TIMEOUT_MS.admin });
  const analysis = createClient(AnalysisServiceClient, addresses.analysis, { timeoutMs: TIMEOUT_MS.create });
  const matcher = createClient(MatcherServiceClient, addresses.matcher, { timeoutMs: TIMEOUT_MS.matches });
  const matcherAdmin = createClient(MatcherAdminServiceClient, addresses.matcher, { timeoutMs: TIMEOUT_MS.admin });
  const analysisAdmin = createClient(AnalysisAdminServiceClient, addresses.analysis, {
    timeoutMs: TIMEOUT_MS.admin,
  });
  const pictureConversion = createClient(PictureConversionServiceClient, addresses.analysis, {
    timeoutMs: TIMEOUT_MS.admin,
  });
  const submission = createClient(SubmissionServiceClient, addresses.analysis, { timeoutMs: TIMEOUT_MS.create });
  const learning = createClient(LearningServiceClient, addresses.matcher, { timeoutMs: TIMEOUT_MS.admin });
  const events = createClient(EventServiceClient, addresses.matcher, {
    timeoutMs: TIMEOUT_MS.events,
    retry: ['recordEvents'],
  });
  const presentation = createClient(PresentationServiceClient, addresses.matcher, {
    timeoutMs: TIMEOUT_MS.matches,
    retry: ['presentMatch', 'describeVariants', 'describeProduct'],
  });
  const preview = createClient(PreviewServiceClient, addresses.matcher, { timeoutMs: TIMEOUT_MS.admin });
  const variants = createClient(VariantServiceClient, addresses.catalog, { timeoutMs: TIMEOUT_MS.matches });
  const catalog = createClient(CatalogServiceClient, addresses.catalog, {
    timeoutMs: TIMEOUT_MS.funnel,
    retry: ['findProductByUrl', 'listProductPaths'],
  });
  const catalogAdmin = createClient(CatalogAdminServiceClient, addresses.catalog, { timeoutMs: TIMEOUT_MS.admin });
  const delivery = createClient(DeliveryServiceClient, addresses.analysis, { timeoutMs: TIMEOUT_MS.admin });
  const shopify = createClient(ShopifyServiceClient, addresses.catalog, { timeoutMs: TIMEOUT_MS.admin });
  const sessions = createClient(SessionServiceClient, addresses.identity, {
    timeoutMs: TIMEOUT_MS.identity,
    retry: ['authenticate'],
  });
  const credentials = createClient(CredentialServiceClient, addresses.identity, { timeoutMs: TIMEOUT_MS.identity });
  const invitations = createClient(InvitationServiceClient, addresses.identity, { timeoutMs: TIMEOUT_MS.identity });
  const tokens = createClient(TokenServiceClient, addresses.identity, { timeoutMs: TIMEOUT_MS.admin });
  const members = createClient(MemberServiceClient, addresses.identity, { timeoutMs: TIMEOUT_MS.admin });
  const audit = createClient(AuditServiceClient, addresses.identity, {
    timeoutMs: TIMEOUT_MS.admin,
    retry: ['recordIntent', 'recordOutcome'],
  });
  const visits = createClient(VisitServiceClient, addresses.insight, {
    timeoutMs: TIMEOUT_MS.visits,
    retry: ['recordFunnelVisit', 'recordShopVisit'],
  });
  const orders = createClient(OrderServiceClient, addresses.insight, {
    timeoutMs: TIMEOUT_MS.admin,
    retry: ['recordOrder', 'recordRefund'],
  });
  const reports = createClient(ReportServiceClient, addresses.insight, { timeoutMs: TIMEOUT_MS.admin });
  const experiments = createClient(ExperimentServiceClient, addresses.insight, { timeoutMs: TIMEOUT_MS.admin });
  const chat = createClient(ChatServiceClient, addresses.chat, {
    timeoutMs: TIMEOUT_MS.chat,
    retry: ['getThread', 'deleteThread'],
  });
  const transcripts = createClient(TranscriptServiceClient, addresses.chat, { timeoutMs: TIMEOUT_MS.admin });
  const health = {
    funnel: createHealthClient(addresses.funnel, TIMEOUT_MS.health),
    analysis: createHealthClient(addresses.analysis, TIMEOUT_MS.health),
    matcher: createHealthClient(addresses.matcher, TIMEOUT_MS.health),
    catalog: createHealthClient(addresses.catalog, TIMEOUT_MS.health),
    identity: createHealthClient(addresses.identity, TIMEOUT_MS.health),
    insight: createHealthClient(addresses.insight, TIMEOUT_MS.health),
    chat: createHealthClient(addresses.chat, TIMEOUT_MS.health),
  };
  const createStatus = (name: ServiceName) =>
    createClient(StatusServiceClient, addresses[name], { timeoutMs: TIMEOUT_MS.status });
  const statuses = {
    funnel: createStatus('funnel'),
    analysis: createStatus('analysis'),
    matcher: createStatus('matcher'),
    catalog: createStatus('catalog'),
    identity: createStatus('identity'),
    insight: createStatus('insight'),
    chat: createStatus('chat'),
  };
  const services = {
    funnel,
    funnelAdmin,
    funnelEdits,
    pictures,
    funnelPages,
    components,
    releases,
    analysis,
    analysisAdmin,
    pictureConversion,
    submission,
    matcher,
    matcherAdmin,
    events,
    presentation,
    preview,
    variants,
    learning,
    catalog,
    catalogAdmin,
    delivery,
    shopify,
    sessions,
    credentials,
    invitations,
    members,
    tokens,
    audit,
    visits,
    orders,
    reports,
    experiments,
    funnelTests,
    chat,
    transcripts,
  };
  const all = [...Object.values(services), ...Object.values(health), ...Object.values(statuses)];
  return {
    ...services,
    statuses,
    health: {
      funnel: health.funnel.isServing,
      analysis: health.analysis.isServing,
      matcher: health.matcher.isServing,
      catalog: health.catalog.isServing,
      identity: health.identity.isServing,
      insight: health.insight.isServing,
      chat: health.chat.isServing,
    },
    close: () => {
      for (const client of all) client.close();
    },
  };
}
