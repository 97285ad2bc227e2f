import {
  type Bus,
  type Clock,
  createClient,
  createDatabase,
  createGrpcServer,
  createPeriodic,
  type EnvValues,
  type Logger,
  type Periodic,
  type RunningService,
  startListening,
  systemClock,
  watchDatabase,
} from '@svc/kit';
import {
  AnalysisAdminServiceClient,
  CatalogAdminServiceClient,
  MatcherAdminServiceClient,
  ReleaseServiceClient,
} from '@svc/proto';
import { type FUNNEL_ENV, FUNNEL_SCHEMA } from './config.js';
import { createChatCompanyService } from './handlers/chat-company-service.js';
import { createComponentService } from './handlers/component-service.js';
import { createFunnelAdminService } from './handlers/funnel-admin-service.js';
import { createFunnelEditService } from './handlers/funnel-edit-service.js';
import { createFunnelPageService } from './handlers/funnel-page-service.js';
import { createFunnelService } from './handlers/funnel-service.js';
import { createFunnelTestService } from './handlers/funnel-test-service.js';
import { createPictureService } from './handlers/picture-service.js';
import { createReleaseAdminService } from './handlers/release-admin-service.js';
import { applyBlueprint } from './usecases/apply/apply-blueprint.js';
import { changeTagging } from './usecases/apply/change-tagging.js';
import { checkDraft } from './usecases/apply/check-draft.js';
import { createPartsDelivery } from './usecases/apply/deliver-parts.js';
import { exportBlueprint } from './usecases/apply/export-blueprint.js';
import type { Participants } from './usecases/apply/participants.js';
import { publishDraft } from './usecases/apply/publish-draft.js';
import { renameTag } from './usecases/apply/rename-tag.js';
import { getSettingsPart } from './usecases/apply/settings-part.js';
import { createDraftFromEdit } from './usecases/edit/create-draft-from-edit.js';
import { renderFunnelEdit } from './usecases/edit/render-funnel-edit.js';
import { reportEditor } from './usecases/edit/report-editor.js';
import { saveFunnelEdit } from './usecases/edit/save-funnel-edit.js';
import { getFunnel } from './usecases/get-funnel.js';
import { createApiKey } from './usecases/keys/create-api-key.js';
import { createKeyUseRecorder } from './usecases/keys/key-use-recorder.js';
import { resolveOrderKey } from './usecases/keys/resolve-order-key.js';
import { getChatCompany } from './usecases/pages/get-chat-company.js';
import { getComponentConfig } from './usecases/pages/get-component-config.js';
import { getFunnelPage } from './usecases/pages/get-funnel-page.js';
import { resolveHostSubmission } from './usecases/pages/resolve-host-submission.js';
import { resolveHostVisit } from './usecases/pages/resolve-host-visit.js';
import { resolveSubmission } from './usecases/pages/resolve-submission.js';
import { deleteUnusedPicture } from './usecases/pictures/delete-unused-picture.js';
import { storePicture } from './usecases/pictures/store-picture.js';
import { compareFunnel } from './usecases/release/compare-funnel.js';
import { createReplayDraft } from './usecases/release/create-replay-draft.js';
import { getRuleEffects } from './usecases/release/get-rule-effects.js';
import { prepareDraft } from './usecases/release/prepare-draft.js';
import { releaseFunnel, restoreRelease } from './usecases/release/release-funnel.js';
import { replayDraft } from './usecases/release/replay-draft.js';
import { rollBackFunnel } from './usecases/release/roll-back-funnel.js';
import { rollBackSettings } from './usecases/release/roll-back-settings.js';
import { getSettingsVersion, listSettingsVersions } from './usecases/release/settings-versions.js';
import { createFunnelTests } from './usecases/tests/funnel-tests.js';
import { createApplyDocuments } from './workers/apply-document.js';
import { createReleaseDocuments } from './workers/release-documents.js';

export { FUNNEL_ENV } from './config.js';

export type FunnelConfig = EnvValues<typeof FUNNEL_ENV>;

export interface FunnelDeps {
  log: Logger;
  bus: Bus;
  clock?: Clock;
}

/** How soon parts that could not be delivered are tried again. */
const DELIVERY_EVERY_MS = 5_000;

/**
 * Starts funnel-svc: database, gRPC server, and the loop that finishes interrupted applies. Its peers need not be up: they
 * are connected to when an operation needs them.
 */
export async function startFunnelService(config: FunnelConfig, deps: FunnelDeps): Promise<RunningService> {
  const { log, bus, clock = systemClock } = deps;
  const connection = {
    url: config.DATABASE_URL,
    session: config.DATABASE_SESSION,
    directUrl: config.DATABASE_DIRECT_URL,
    ...FUNNEL_SCHEMA,
    statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
  };
  const database = createDatabase({ ...connection, poolMax: config.DATABASE_POOL, log });
  const participants: Participants = {
    matcher: createClient(MatcherAdminServiceClient, config.MATCHER_ADDR),
    catalog: createClient(CatalogAdminServiceClient, config.CATALOG_ADDR),
  };
  const analysis = createClient(AnalysisAdminServiceClient, config.ANALYSIS_ADDR);
  const release = createClient(ReleaseServiceClient, config.MATCHER_ADDR);
  const peers = { analysis, release, matcher: participants.matcher };
  const db = database.knex;
  const keyUse = createKeyUseRecorder({ db, clock, log });
  const delivery = createPartsDelivery({ db, participants, clock, log });
  const applyDirectly = applyBlueprint({ db, participants, delivery, bus, clock });
  const { apply, changeTagging: changeTags } = createApplyDocuments({
    apply: applyDirectly,
    changeTagging: changeTagging({ db, participants, delivery, clock }),
    participants,
    database: connection,
    bus,
    log,
  });
  const prepare = prepareDraft({ db, matcher: participants.matcher });
  const publish = publishDraft({
    db,
    matcher: participants.matcher,
    bus,
    clock,
    log,
    checkDraft: (funnel) => checkDraft(participants, funnel),
  });
  const releasing = {
    db,
    log,
    matcher: participants.matcher,
    prepareDraft: prepare,
    publishDraft: publish,
    apply,
  };
  const documents = createReleaseDocuments({
    createDraft: createReplayDraft({ db, matcher: participants.matcher }),
    matcher: participants.matcher,
    database: connection,
    log,
  });
  let loop: Periodic | undefined;
  const watch = watchDatabase({
    database,
    migrate: config.MIGRATE,
    log,
    onPrepared() {
      loop = createPeriodic({ everyMs: DELIVERY_EVERY_MS, run: delivery.deliverAll, log, name: 'blueprint delivery' });
    },
  });
  const server = createGrpcServer({
    database: watch,
    services: [
      createFunnelService({
        db,
        getFunnel: getFunnel({ db, clock, keyUse }),
        resolveSubmission: resolveSubmission({ db, clock, keyUse }),
        resolveOrderKey: resolveOrderKey({ db, clock, keyUse }),
      }),
      createFunnelPageService({
        db,
        clock,
        getFunnelPage: getFunnelPage({ db, clock }),
        resolveHostSubmission: resolveHostSubmission({ db }),
        resolveHostVisit: resolveHostVisit({ db }),
      }),
      createChatCompanyService({ getChatCompany: getChatCompany({ db }) }),
      createComponentService({ getComponentConfig: getComponentConfig({ db, clock }) }),
      createFunnelTestService(createFunnelTests({ db, bus, clock })),
      createFunnelAdminService({
        db,
        clock,
        applyDocument: apply,
        changeTagging: changeTags,
        renameTag: renameTag({ db, matcher: participants.matcher, release, delivery, apply: applyDirectly }),
        exportBlueprint: exportBlueprint({ db, participants, delivery }),
        getSettingsPart: getSettingsPart({ db, matcher: participants.matcher, delivery }),
        createApiKey: createApiKey({ db, clock }),
        publishDraft: publish,
      }),
      createFunnelEditService({
        db,
        saveFunnelEdit: saveFunnelEdit({ db, clock }),
        createDraftFromEdit: createDraftFromEdit({ db, apply }),
        renderFunnelEdit: renderFunnelEdit({ db }),
        reportEditor: reportEditor({ db, clock }),
      }),
      createPictureService({
        db,
        storePicture: storePicture({ db, clock }),
        deleteUnusedPicture: deleteUnusedPicture({ db }),
      }),
      createReleaseAdminService({
        db,
        replayDraft: replayDraft({ peers, createDraft: documents.createDraft }),
        prepareDraft: prepare,
        compareFunnel: compareFunnel({ db, matcher: participants.matcher }),
        releaseFunnel: releaseFunnel(releasing),
        restoreRelease: restoreRelease(releasing),
        getRuleEffects: getRuleEffects({ db, peers }),
        rollBackFunnel: rollBackFunnel({ db, apply }),
        rollBackSettings: rollBackSettings({ db, peers, documents, delivery, apply }),
        listSettingsVersions: listSettingsVersions({ db, release }),
        getSettingsVersion: getSettingsVersion({ db, release, documents }),
      }),
    ],
    log,
  });
  const stop = async () => {
    await Promise.all([server.stop(), watch.stop()]);
    await loop?.stop();
    await keyUse.settled();
    participants.matcher.close();
    participants.catalog.close();
    analysis.close();
    release.close();
    await database.close();
  };
  return startListening({ watch, server, stop }, config);
}
