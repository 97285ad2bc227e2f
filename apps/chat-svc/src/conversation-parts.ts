import { type Clock, type GrpcService, type Logger, readBeforeScrape, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { createCatalogClient } from './clients/catalog.js';
import { createCompanyClient } from './clients/funnel.js';
import { createModelClient } from './clients/model.js';
import { createScopeClient } from './clients/scopes.js';
import { deleteThread } from './db/threads.js';
import { createChatService } from './handlers/chat-service.js';
import { createTranscriptService } from './handlers/transcript-service.js';
import { createCatalogs } from './usecases/companies/catalogs.js';
import { type Companies, createCompanies } from './usecases/companies/companies.js';
import { createScopes } from './usecases/companies/scopes.js';
import { followCompany } from './usecases/follow-companies.js';
import { createPlanChooser, type PlanChooser } from './usecases/model/choose-plan.js';
import { getThread } from './usecases/threads/get-thread.js';
import { createTranscripts } from './usecases/transcripts/transcripts.js';
import { findAnswer } from './usecases/turns/answer.js';
import { createCallerCompanies } from './usecases/turns/caller.js';
import { createThread, createTurn, TURN_MS, type TurnTimes } from './usecases/turns/create-turn.js';
import { createTurnSlots } from './usecases/turns/turn-slots.js';
import { createCompileCatalog } from './workers/compile-catalog.js';

export interface ConversationConfig {
  CHAT_MODEL_URL?: string | undefined;
  CHAT_MODEL_NAME: string;
  CHAT_MODEL_KEY?: string | undefined;
  FUNNEL_ADDR: string;
  ANALYSIS_ADDR: string;
  MATCHER_ADDR: string;
  CATALOG_ADDR: string;
}

/** How long a turn may take, how long it waits for a catalog, milliseconds, how many are in work, and what is kept of catalogs. */
export interface AnswerTimes {
  turnMs?: TurnTimes;
  maxWaitMs?: number;
  /** How long a call of a turn to another service may take, milliseconds. */
  callMs?: number;
  /** Of compiled catalogs in memory. */
  maxBytes?: number;
  /** Turns in work, and what each is expected to take at first. */
  slots?: { max: number; workMs: number };
}

/** The part of the service that answers: companies, catalogs, threads. */
export interface ConversationParts {
  services: GrpcService[];
  companies: Companies;
  /** Compiles the catalog of a company that changed. */
  follow(companyId: string): Promise<void>;
  close(): void;
}

export function createConversationParts(
  config: ConversationConfig,
  { db, clock, log, times = {} }: { db: Knex; clock: Clock; log: Logger; times?: AnswerTimes | undefined },
): ConversationParts {
  const funnel = createCompanyClient(config.FUNNEL_ADDR, times.callMs);
  const catalog = createCatalogClient({ catalog: config.CATALOG_ADDR, matcher: config.MATCHER_ADDR });
  const scope = createScopeClient({ analysis: config.ANALYSIS_ADDR, matcher: config.MATCHER_ADDR }, times.callMs);
  const companies = createCompanies(funnel);
  const catalogs = createCatalogs({ source: catalog, compile: createCompileCatalog(), log, ...times });
  const callers = createCallerCompanies(companies);
  const choosePlan = createChooser(config, { clock, log });
  const answer = findAnswer({ catalogs, scopes: createScopes(scope), source: scope, choosePlan });
  const hasLanguageModel = choosePlan !== undefined;
  const deps = {
    db,
    clock,
    callers,
    catalogs,
    findAnswer: answer,
    hasLanguageModel,
    turnMs: times.turnMs ?? TURN_MS,
    slots: createTurnSlots(times.slots),
  };
  const hideMetrics = readBeforeScrape((metrics) => metrics.set('svc_chat_catalog_bytes', catalogs.bytes, {}));
  return {
    services: [
      createChatService({
        callers,
        createThread: createThread(deps),
        createTurn: createTurn(deps),
        getThread: getThread(deps),
        deleteThread: async (threadId) => void (await deleteThread(db, sha256(threadId))),
        hasLanguageModel,
      }),
      createTranscriptService(createTranscripts({ db, clock, companies, catalogs })),
    ],
    companies,
    follow: followCompany({ db, clock, companies, catalogs, source: catalog }),
    close() {
      hideMetrics();
      for (const client of [funnel, catalog, scope]) client.close();
    },
  };
}

/** Undefined: no model is connected. */
function createChooser(config: ConversationConfig, deps: { clock: Clock; log: Logger }): PlanChooser | undefined {
  const { CHAT_MODEL_URL: url, CHAT_MODEL_NAME: name, CHAT_MODEL_KEY: key } = config;
  return url === undefined ? undefined : createPlanChooser({ ...deps, model: createModelClient({ url, name, key }) });
}
