import type {
  CatalogSnapshot,
  ColorResult,
  MatchingAnswers,
  MatchingConfigPatch,
  PresentedMatch,
  Step,
} from '@svc/domain';
import { type Bus, type Clock, createClient, createInProcessBus, json, readEnv } from '@svc/kit';
import { inProcessHost, testLogger } from '@svc/kit/testing';
import {
  type CheckFunnelRequest,
  type CheckFunnelResponse,
  type FunnelCheck,
  type GetScopeResponse,
  type GetTaggingResponse,
  type MatchExplanation,
  MatcherAdminServiceClient,
  MatcherServiceClient,
  type MatchVariantsRequest,
  type PrepareConfigRequest,
  type PrepareConfigResponse,
  PresentationServiceClient,
  type VariantDescription,
} from '@svc/proto';
import { startMatcherService } from '../app.js';
import { MATCHER_ENV } from '../config.js';
import type { FakePeers } from './fake-peers.js';

export const MIGRATIONS = new URL('../migrations/', import.meta.url);

/** Of every call: longer than any on a busy machine, so that a test fails by what it expects or by its own time limit. */
const TIMEOUT_MS = 60_000;

/** A matcher replica with clients of its own. */
export interface TestMatcher {
  address: string;
  match(
    companyId: string,
    given?: Partial<TestMatch>,
  ): Promise<{ matchedVariants: string[]; tabs?: unknown; state: string }>;
  state(companyId: string, given?: Partial<TestMatch>): Promise<string>;
  /** Of an analysis. */
  scope(companyId: string, given?: Partial<TestMatch> & { knownState?: string }): Promise<GetScopeResponse>;
  /** Without an analysis. */
  funnelScope(companyId: string, funnelId?: string, knownState?: string): Promise<GetScopeResponse>;
  /** Without a subject. */
  emptyScope(): Promise<GetScopeResponse>;
  tagging(companyId: string): Promise<GetTaggingResponse>;
  explain(companyId: string, variantIds: string[], given?: Partial<TestMatch>): Promise<MatchExplanation>;
  present(companyId: string, given?: Partial<TestMatch>): Promise<PresentedMatch & { state: string }>;
  describe(companyId: string, variantIds: string[], given?: Partial<TestMatch>): Promise<VariantDescription[]>;
  isSet(companyId: string, productId: string): Promise<boolean>;
  apply(companyId: string, revision: number, patch: MatchingConfigPatch): Promise<void>;
  prepare(
    companyId: string,
    patch: MatchingConfigPatch,
    names?: Pick<PrepareConfigRequest, 'names'> & Partial<Pick<PrepareConfigRequest, 'catalogReplaced'>>,
  ): Promise<PrepareConfigResponse>;
  config(companyId: string, options?: { withoutTagging: boolean }): Promise<unknown>;
  check(request: CheckFunnelRequest): Promise<FunnelCheck>;
  /** The same, with its progress. */
  checkEvents(request: CheckFunnelRequest): AsyncIterable<CheckFunnelResponse>;
  stop(): Promise<void>;
}

export interface TestMatch {
  funnelId: string;
  versionId: string;
  isPreview: boolean;
  /** What a test of matching assigns by. */
  unit: string;
  answers: MatchingAnswers;
  color: ColorResult;
  hasSelfie: boolean;
  hasContact: boolean;
  /** Of `present` and `describe`. */
  locale: string;
  request: Partial<MatchVariantsRequest>;
}

/** Starts a replica on an already migrated database. Without a bus it receives no messages of other replicas. */
export async function startMatcher(options: {
  databaseUrl: string;
  peers: FakePeers;
  bus?: Bus;
  clock?: Clock;
  env?: Record<string, string>;
}): Promise<TestMatcher> {
  const { peers, bus = createInProcessBus(), clock } = options;
  const config = readEnv(MATCHER_ENV, {
    DATABASE_URL: options.databaseUrl,
    DATABASE_POOL: '4',
    GRPC_HOST: inProcessHost(),
    MIGRATE: 'false',
    FUNNEL_ADDR: peers.address,
    CATALOG_ADDR: peers.address,
    ANALYSIS_ADDR: peers.address,
    POLL_INTERVAL_MS: '100',
    ...options.env,
  });
  const running = await startMatcherService(config, { log: testLogger(), bus, ...(clock ? { clock } : {}) });
  const matcher = createClient(MatcherServiceClient, running.address, { timeoutMs: TIMEOUT_MS, retry: [] });
  const admin = createClient(MatcherAdminServiceClient, running.address, { timeoutMs: TIMEOUT_MS, retry: [] });
  const presentation = createClient(PresentationServiceClient, running.address, { timeoutMs: TIMEOUT_MS, retry: [] });
  const toSubject = (companyId: string, given: Partial<TestMatch>) => ({
    companyId,
    funnelId: given.funnelId ?? `${companyId}-funnel`,
    versionId: given.versionId ?? `${companyId}-v1`,
    isPreview: given.isPreview ?? false,
    ...(given.unit === undefined ? {} : { unit: given.unit }),
  });
  const toInput = (companyId: string, given: Partial<TestMatch>) => ({
    ...toSubject(companyId, given),
    hasSelfie: given.hasSelfie ?? false,
    hasContact: given.hasContact ?? false,
    answersJson: json.encode(given.answers ?? { selectionValues: [] }),
    colorJson: given.color ? json.encode(given.color) : undefined,
  });
  return {
    address: running.address,
    async match(companyId, given = {}) {
      const { body, state } = await matcher.matchVariants({
        input: toInput(companyId, given),
        productIds: [],
        variantIds: [],
        resultPage: false,
        ...given.request,
      });
      return { ...json.decode<{ matchedVariants: string[] }>(body), state };
    },
    state: async (companyId, given = {}) => (await matcher.getMatchingState(toSubject(companyId, given))).state,
    scope: (companyId, given = {}) =>
      matcher.getScope({
        subject: { $case: 'analysis', value: toInput(companyId, given) },
        knownState: given.knownState,
      }),
    funnelScope: (companyId, funnelId = `${companyId}-funnel`, knownState) =>
      matcher.getScope({ subject: { $case: 'funnel', value: { companyId, funnelId } }, knownState }),
    emptyScope: () => matcher.getScope({}),
    tagging: (companyId) => matcher.getTagging({ companyId }),
    async explain(companyId, variantIds, given = {}) {
      const { explanation } = await admin.explainMatch({ input: toInput(companyId, given), variantIds });
      return explanation!;
    },
    async present(companyId, given = {}) {
      const input = toInput(companyId, given);
      const { matchJson, state } = await presentation.presentMatch({ input, locale: given.locale });
      return { ...json.decode<PresentedMatch>(matchJson), state };
    },
    isSet: async (companyId, productId) => (await presentation.describeProduct({ companyId, productId })).isSet,
    async describe(companyId, variantIds, given = {}) {
      const input = toInput(companyId, given);
      return (await presentation.describeVariants({ input, variantIds, locale: given.locale })).variants;
    },
    async apply(companyId, revision, patch) {
      await admin.applyConfig({ companyId, revision, patchJson: json.encode(patch) });
    },
    prepare: async (companyId, patch, names) =>
      admin.prepareConfig({ companyId, patchJson: json.encode(patch), catalogReplaced: false, ...names }),
    config: async (companyId, { withoutTagging } = { withoutTagging: false }) =>
      json.decode((await admin.getConfig({ companyId, withoutTagging })).configJson),
    checkEvents: (request) => admin.checkFunnel(request),
    async check(request) {
      for await (const { event } of admin.checkFunnel(request)) {
        if (event?.$case === 'report') return event.value;
      }
      throw new Error('The check ended without a report.');
    },
    async stop() {
      matcher.close();
      admin.close();
      presentation.close();
      await running.stop();
    },
  };
}

/** A catalog whose products `P-<id>` have one variant each. */
export const createCatalog = (version: number, variants: Record<string, string[]>): CatalogSnapshot => ({
  version,
  products: Object.keys(variants).map((id) => ({ id: `P-${id}`, tags: [] })),
  variants: Object.entries(variants).map(([id, tags], product) => ({ id, product, available: true, tags })),
});

/** Gives the peers a company with one funnel, published as `<company>-v<number>`, and a catalog. */
export function givePeers(
  peers: FakePeers,
  companyId: string,
  given: { number?: number; steps?: Step[]; catalog?: CatalogSnapshot },
): void {
  const { number = 1, steps = [], catalog } = given;
  const funnelId = `${companyId}-funnel`;
  const id = `${companyId}-v${number}`;
  peers.versions.set(id, { id, number, funnelId, companyId, steps });
  peers.states.set(companyId, { version: number, language: 'en', funnels: [{ funnelId, publishedVersionId: id }] });
  if (catalog) peers.catalogs.set(companyId, catalog);
}

/** Nearly as long as a call waits for newer data of other services, milliseconds: timers may end a moment early. */
const PULL_MS = 990;

/**
 * Expects what a call gives that first pulls newer data: of this call, or soon where it did not wait for the end of a pull that took longer
 * than a second.
 */
export async function afterPull(expectation: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  try {
    await expectation();
  } catch (error) {
    if (performance.now() - startedAt < PULL_MS) throw error;
    await eventually(expectation);
  }
}

/** Repeats until the expectation holds. @returns milliseconds it took. */
export async function eventually(expectation: () => Promise<void>, timeoutMs = 30_000): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    try {
      await expectation();
      return performance.now() - startedAt;
    } catch (error) {
      if (performance.now() - startedAt > timeoutMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
