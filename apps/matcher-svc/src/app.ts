import {
  type Bus,
  type Clock,
  createDatabase,
  createGrpcServer,
  createServiceStatus,
  createSlots,
  createTableChanges,
  type Logger,
  type RunningService,
  startListening,
  systemClock,
  watchDatabase,
} from '@svc/kit';
import { createCatalogClient } from './clients/catalog.js';
import { createFunnelClient } from './clients/funnel.js';
import { createRedisRankings } from './clients/redis-rankings.js';
import { MATCHER_SCHEMA, type MatcherConfig, rankingStoreUrl } from './config.js';
import { createEventParts } from './event-parts.js';
import { createFollowerParts } from './follower-parts.js';
import { createMatcherAdminService } from './handlers/matcher-admin-service.js';
import { createMatcherService } from './handlers/matcher-service.js';
import { createPresentationService } from './handlers/presentation-service.js';
import { createPreviewService } from './handlers/preview-service.js';
import { createReleaseService } from './handlers/release-service.js';
import { createLearningParts } from './learning-parts.js';
import { showInMetrics } from './metrics-parts.js';
import { createCompanies } from './usecases/companies/companies.js';
import { createTaggedCompiler } from './usecases/companies/compile-tagged.js';
import { createDraftFunnels } from './usecases/companies/draft-funnels.js';
import { createFunnelVersions } from './usecases/companies/funnel-versions.js';
import { pullCatalog, pullFunnels } from './usecases/follow/pull.js';
import { pullSoon } from './usecases/follow/pull-soon.js';
import { describeProduct } from './usecases/match/describe-product.js';
import { describeVariants } from './usecases/match/describe-variants.js';
import { explainAnalysis } from './usecases/match/explain-analysis.js';
import { getAnalysisScope } from './usecases/match/get-analysis-scope.js';
import { getFunnelScope } from './usecases/match/get-funnel-scope.js';
import { matchAnalysis } from './usecases/match/match-analysis.js';
import { presentMatch } from './usecases/match/present-match.js';
import { createRankingCache } from './usecases/match/ranking-cache.js';
import { createFunnelResolver } from './usecases/match/resolve-funnel.js';
import { previewMatch } from './usecases/preview/preview-match.js';
import { probeFunnel } from './usecases/preview/probe-funnel.js';
import { CHECK_SLOTS } from './usecases/release/check-funnel.js';
import { measureRules } from './usecases/release/measure-rules.js';
import { REPLAY_SLOTS, replayDraft } from './usecases/release/replay-draft.js';
import { getTagging } from './usecases/tagging/get-tagging.js';
import { createCatalogCompiler } from './workers/catalog-compiler.js';
import { createConfigDocuments } from './workers/config-document.js';
import { createDraftReader } from './workers/replay-document.js';

export { MATCHER_ENV, type MatcherConfig } from './config.js';

/** Factor by which followers poll less often while the database reports every change. ADR 39. */
const LISTENING_FACTOR = 3;

/** Starts the service: database, followers of funnel-svc, catalog-sync and other replicas, gRPC server. */
export async function startMatcherService(
  config: MatcherConfig,
  deps: { log: Logger; bus: Bus; clock?: Clock },
): Promise<RunningService> {
  const { log, bus, clock = systemClock } = deps;
  const connection = {
    url: config.DATABASE_URL,
    session: config.DATABASE_SESSION,
    directUrl: config.DATABASE_DIRECT_URL,
    ...MATCHER_SCHEMA,
    statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
  };
  const database = createDatabase({ ...connection, poolMax: config.DATABASE_POOL, log });
  const { knex: db } = database;
  const documents = createConfigDocuments({ db, database: connection, log });
  const changes = createTableChanges({
    url: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL,
    db,
    applicationName: 'svc-matcher-changes',
    log,
  });
  const followEveryMs = () => config.POLL_INTERVAL_MS * (changes.isListening ? LISTENING_FACTOR : 1);
  const funnel = createFunnelClient(config.FUNNEL_ADDR);
  const catalog = createCatalogClient(config.CATALOG_ADDR);
  const versions = createFunnelVersions({ db, funnel });
  const compiler = createCatalogCompiler();
  const pulls = { db, log, funnel, catalog, versions, compiler };
  const companies = createCompanies({ ...pulls, cacheBytes: config.MATCHER_CACHE_BYTES });
  const storeUrl = rankingStoreUrl(config);
  const store = storeUrl === null ? undefined : await createRedisRankings(storeUrl, log);
  const rankings = createRankingCache({ maxBytes: Math.ceil(config.MATCHER_CACHE_BYTES / 8), store });
  const pullStates = (companyId: string) => pullFunnels(pulls, companyId);
  const pullProducts = (companyId: string) => pullCatalog(pulls, companyId);
  const pullAllSoon = (companyId: string) => pullSoon({ companies, log }, companyId, [pullStates, pullProducts]);
  const learning = createLearningParts(config, { db, log, bus, clock, versions, companies, pullStates });
  const { models } = learning;
  const pullStatesSoon = (companyId: string) => pullSoon({ companies, log }, companyId, [pullStates]);
  const resolve = createFunnelResolver({ companies, versions, models, clock, log, pullStatesSoon });

  const status = createServiceStatus({ log });
  const events = createEventParts(config, { db, log, bus, changes, clock, resolve, everyMs: followEveryMs, status });
  const checks = createSlots(CHECK_SLOTS);
  const replays = createSlots(REPLAY_SLOTS);
  const hideFromMetrics = showInMetrics({ companies, rankings, checks, replays });
  const replayDeps = {
    companies,
    versions,
    models,
    clock,
    log,
    slots: replays,
    readDraft: createDraftReader(),
    compileTagged: createTaggedCompiler(pulls),
    pullSoon: pullAllSoon,
  };
  const preview = { companies, drafts: createDraftFunnels({ versions }), models, clock };

  const followers = createFollowerParts({
    db,
    log,
    bus,
    changes,
    companies,
    models,
    funnel,
    catalog,
    pullStates,
    pullProducts,
    everyMs: followEveryMs,
    status,
  });
  const watch = watchDatabase({
    database,
    migrate: config.MIGRATE,
    log,
    onPrepared() {
      followers.start();
      events.start();
      learning.start();
    },
  });
  const server = createGrpcServer({
    log,
    database: watch,
    status,
    services: [
      events.service,
      learning.service,
      createMatcherService({
        log,
        resolve,
        match: (input) => matchAnalysis({ resolve, rankings }, input),
        getAnalysisScope: (analysis, known) => getAnalysisScope({ resolve, rankings }, analysis, known),
        getFunnelScope: (funnel, known) => getFunnelScope({ companies, pullStatesSoon, clock }, funnel, known),
        getTagging: (companyId) => getTagging({ db }, companyId),
      }),
      createMatcherAdminService({
        db,
        log,
        documents,
        names: { ...pulls, pullCatalogSoon: (companyId) => pullSoon({ companies, log }, companyId, [pullProducts]) },
        apply: { store: documents.store, bus, companies, pullSoon: pullAllSoon },
        check: { companies, versions, clock, slots: checks, pullSoon: pullAllSoon },
        explain: (input) => explainAnalysis({ resolve }, input),
        matrix: pulls,
      }),
      createPresentationService({
        log,
        present: (input) => presentMatch({ resolve, rankings }, input),
        describe: (input) => describeVariants({ resolve }, input),
        describeProduct: (companyId, productId) => describeProduct({ companies }, companyId, productId),
      }),
      createPreviewService({
        log,
        probe: (analysis, stepId) => probeFunnel(preview, analysis, stepId),
        match: (input) => previewMatch(preview, input),
      }),
      createReleaseService({
        db,
        replay: (input) => replayDraft(replayDeps, input),
        measureRules: (input) => measureRules(replayDeps, input),
      }),
    ],
  });

  async function stop(): Promise<void> {
    await Promise.all([server.stop(), watch.stop()]);
    hideFromMetrics();
    await Promise.all([followers.stop(), events.stop(), learning.stop()]);
    await changes.close();
    store?.close();
    funnel.close();
    catalog.close();
    await compiler.stop();
    await database.close();
  }

  const servesWithoutDatabase = () => companies.loadedIds().length > 0;
  return startListening({ watch, server, servesWithoutDatabase, stop }, config);
}
