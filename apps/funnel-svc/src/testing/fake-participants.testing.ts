import {
  applyTaggingOperations,
  type CatalogSection,
  DEFAULT_ASSORTMENT,
  DEFAULT_MATCHING,
  DEFAULT_RESULT_PAGE,
  FUNNEL_MATCHING_PARTS,
  findProductNames,
  type MatchingConfig,
  type MatchingConfigPatch,
  type TagMatrix,
} from '@svc/domain';
import { canonicalJson, createGrpcServer, createLogger, json, ServiceError, service } from '@svc/kit';
import { inProcessHost } from '@svc/kit/testing';
import {
  CatalogAdminServiceService,
  type CheckFunnelRequest,
  CheckPhase,
  FunnelCheck,
  MatcherAdminServiceService,
  type MeasureRulesRequest,
  type PrepareConfigRequest,
  type PrepareConfigResponse,
  ReleaseServiceService,
  type ReplayMatchesRequest,
  ReplayReport,
} from '@svc/proto';

/** Ways in which a fake owner misbehaves. All off: it works. */
export interface Faults {
  /** Answers UNAVAILABLE to everything, like a process that is gone. */
  down: boolean;
  /** Answers the next Prepare and is down from then on. */
  dieAfterPrepare: boolean;
  /** Refuses what it is asked to prepare. */
  refuse: ServiceError | undefined;
  /** Runs before a part is taken; while it is pending, nothing is answered. */
  onApply: (() => Promise<void>) | undefined;
}

interface Applied<T> {
  companyId: string;
  revision: number;
  part: T;
}

export interface FakeOwner<T> {
  address: string;
  faults: Faults;
  /** Number of Prepare calls. */
  prepared: number;
  /** Every part that was applied; repeated and older revisions are not in it. */
  applied: Applied<T>[];
  stop(): Promise<void>;
}

const log = createLogger({ name: 'fake', level: 'silent' });
const noFaults = (): Faults => ({ down: false, dieAfterPrepare: false, refuse: undefined, onApply: undefined });
const unimplemented = () => Promise.reject(new ServiceError('INTERNAL', 'The fake does not have this method.'));

function guard({ faults }: { faults: Faults }): void {
  if (faults.down) throw new ServiceError('UNAVAILABLE', 'The fake is down.');
}

/** Prepare of both owners: counts, refuses or dies as the test asks. */
async function prepare(owner: FakeOwner<unknown>, changed: string[]): Promise<{ changed: string[] }> {
  guard(owner);
  owner.prepared++;
  if (owner.faults.refuse) throw owner.faults.refuse;
  if (owner.faults.dieAfterPrepare) owner.faults.down = true;
  return { changed };
}

/** Apply of both owners: once per revision, older and repeated ones are ignored. */
async function applyOnce<T>(owner: FakeOwner<T>, next: Applied<T>): Promise<void> {
  guard(owner);
  await owner.faults.onApply?.();
  const last = owner.applied.findLast(({ companyId }) => companyId === next.companyId)?.revision ?? 0;
  if (next.revision > last) owner.applied.push(next);
}

export interface FakeMatcher extends FakeOwner<MatchingConfigPatch> {
  /** Every check that was asked for. */
  checked: CheckFunnelRequest[];
  /** Number of GetConfig calls. */
  configsRead: number;
  /** Runs before the configuration is read. */
  onGetConfig(): Promise<void>;
  /** Every request that asked for names. */
  asked: PrepareConfigRequest[];
  /** What it says about names; by default that it knows all of them. */
  onNames(request: PrepareConfigRequest): Partial<PrepareConfigResponse>;
  /** What a check finds; nothing by default. */
  onCheck(request: CheckFunnelRequest): Promise<CheckResult>;
  /** What replays were sent, message by message. */
  replayed: NonNullable<ReplayMatchesRequest['part']>[];
  /** Parts of a call of MeasureRules. */
  measured: NonNullable<MeasureRulesRequest['part']>[];
  /** Runs before a replay is answered. */
  onReplay(signal: AbortSignal): Promise<void>;
  /** A stored version as GetConfigVersion returns it; by default as it was stored. */
  onGetVersion(config: MatchingConfig): unknown;
  /** The catalog in a matrix of tags; empty by default. */
  onGetTagMatrix(): TagColumns;
  /** The time at which a version is stored. */
  now(): Date;
}

/** What renames read of a matrix. */
export type TagColumns = Pick<TagMatrix, 'tags' | 'tagTotal' | 'variantTotal'> &
  Record<'products' | 'variants', { id: string[]; catalogTags: number[][] }>;

/** One version of a configuration. */
interface StoredVersion {
  createTime: Date;
  changed: string[];
  config: MatchingConfig;
}

/** What publishing reads of a report. */
export type CheckResult = Pick<FunnelCheck, 'blockingDeadEnds' | 'deadEnds'>;

/**
 * A MatcherAdminService that keeps configurations in memory.
 * @param host - `127.0.0.1` where another process calls it.
 */
export async function startFakeMatcher(host = inProcessHost()): Promise<FakeMatcher> {
  const owner = {
    faults: noFaults(),
    prepared: 0,
    applied: [] as Applied<MatchingConfigPatch>[],
    checked: [] as CheckFunnelRequest[],
    configsRead: 0,
    onGetConfig: async (): Promise<void> => {},
    asked: [] as PrepareConfigRequest[],
    onNames: (_request: PrepareConfigRequest): Partial<PrepareConfigResponse> => ({}),
    onCheck: async (_request: CheckFunnelRequest): Promise<CheckResult> => ({
      blockingDeadEnds: 0,
      deadEnds: { total: 0, first: [] },
    }),
    replayed: [] as FakeMatcher['replayed'],
    measured: [] as FakeMatcher['measured'],
    onReplay: async (_signal: AbortSignal): Promise<void> => {},
    onGetVersion: (config: MatchingConfig): unknown => config,
    onGetTagMatrix: (): TagColumns => ({
      ...{ tags: [], tagTotal: 0, variantTotal: 0 },
      ...{ products: { id: [], catalogTags: [] }, variants: { id: [], catalogTags: [] } },
    }),
    now: () => new Date(),
  };
  const stored = new Map<string, StoredVersion[]>();
  const buildConfig = (wanted: string): MatchingConfig => {
    const config: MatchingConfig = { tagging: { products: {}, variants: {} }, sets: [], funnels: {} };
    for (const { companyId, part } of owner.applied) {
      if (companyId !== wanted) continue;
      if (part.tagging) config.tagging = part.tagging;
      config.tagging = applyTaggingOperations(config.tagging, part.taggingOperations ?? []).tagging;
      if (part.sets) config.sets = part.sets;
      for (const [id, funnel] of Object.entries(part.funnels ?? {})) {
        config.funnels[id] = { ...(config.funnels[id] ?? defaults()), ...funnel };
      }
    }
    return config;
  };
  const server = createGrpcServer({
    log,
    graceMs: 100,
    services: [
      service(MatcherAdminServiceService, {
        async prepareConfig(request) {
          const { companyId, patchJson, names } = request;
          const patch = json.decode<MatchingConfigPatch>(patchJson);
          const config = buildConfig(companyId);
          const { changed } = await prepare(fake, changedPaths(patch, config));
          const { applied } = applyTaggingOperations(config.tagging, patch.taggingOperations ?? []);
          const version = stored.get(companyId)?.length ?? 0;
          if (names) owner.asked.push(request);
          const prepared = { changed, version, operationsApplied: applied };
          return {
            ...prepared,
            similarTags: {},
            productCount: 1,
            namesUnchecked: false,
            ...owner.onNames(request),
          };
        },
        async applyConfig({ companyId, revision, patchJson }) {
          const changed = changedPaths(json.decode(patchJson), buildConfig(companyId));
          const before = owner.applied.length;
          await applyOnce(fake, { companyId, revision, part: json.decode(patchJson) });
          if (owner.applied.length > before) {
            const version = { createTime: owner.now(), changed, config: buildConfig(companyId) };
            stored.set(companyId, [...(stored.get(companyId) ?? []), version]);
          }
          return {};
        },
        async getConfig({ companyId }) {
          guard(owner);
          fake.configsRead += 1;
          await owner.onGetConfig();
          const version = owner.applied.filter((applied) => applied.companyId === companyId).length;
          return { configJson: json.encode(buildConfig(companyId)), version };
        },
        explainMatch: unimplemented,
        async getTagMatrix({ companyId }) {
          guard(owner);
          const settingsVersion = stored.get(companyId)?.length ?? 0;
          const matrix = { ...owner.onGetTagMatrix(), settingsVersion, catalogVersion: 1 };
          return { matrixJson: json.encode(matrix), settingsVersion, catalogVersion: 1 };
        },
        getTagUsage: unimplemented,
        async *checkFunnel(request) {
          guard(owner);
          owner.checked.push(request);
          yield { event: { $case: 'progress', value: { phase: CheckPhase.CHECK_PHASE_WALK, done: 1, total: 2 } } };
          yield { event: { $case: 'report', value: FunnelCheck.fromPartial(await owner.onCheck(request)) } };
        },
      }),
      service(ReleaseServiceService, {
        async replayMatches(requests, { signal }) {
          guard(owner);
          for await (const { part } of requests) if (part) owner.replayed.push(part);
          await owner.onReplay(signal);
          return { report: ReplayReport.fromPartial({ date: '2026-03-01', analyses: { asked: 7, replayed: 1 } }) };
        },
        async measureRules(requests) {
          guard(owner);
          for await (const { part } of requests) if (part) owner.measured.push(part);
          return { date: '2026-03-01', analyses: owner.measured.length - 1, rules: [], tabs: [] };
        },
        async listConfigVersions({ companyId }) {
          guard(owner);
          const versions = (stored.get(companyId) ?? []).map((version, at) => toSummary(version, at + 1));
          return { versions: versions.reverse(), nextPageToken: 'next' };
        },
        async getConfigVersion({ companyId, version }) {
          guard(owner);
          const found = stored.get(companyId)?.[version - 1];
          if (!found) throw new ServiceError('NOT_FOUND', 'The settings have no such version.');
          return { version: toSummary(found, version), configJson: json.encode(owner.onGetVersion(found.config)) };
        },
      }),
    ],
  });
  const fake = Object.assign(owner, { address: await server.listen(host, 0), stop: server.stop });
  return fake;
}

const toSummary = ({ createTime, changed }: StoredVersion, version: number) => ({
  version,
  createTime,
  changed,
  inForce: false,
});

const defaults = () => ({
  assortment: DEFAULT_ASSORTMENT,
  matching: DEFAULT_MATCHING,
  resultPage: DEFAULT_RESULT_PAGE,
});

function changedPaths(patch: MatchingConfigPatch, config: MatchingConfig): string[] {
  const differ = (a: unknown, b: unknown) => canonicalJson(a) !== canonicalJson(b);
  const changed: string[] = [];
  const { tagging } = applyTaggingOperations(patch.tagging ?? config.tagging, patch.taggingOperations ?? []);
  if (differ(tagging, config.tagging)) changed.push('tagging');
  if (patch.sets && differ(patch.sets, config.sets)) changed.push('sets');
  for (const [id, funnel] of Object.entries(patch.funnels ?? {})) {
    const before = config.funnels[id] ?? defaults();
    for (const key of FUNNEL_MATCHING_PARTS) {
      if (funnel[key] && differ(funnel[key], before[key])) changed.push(`funnels/${id}/${key}`);
    }
  }
  return changed;
}

/**
 * A CatalogAdminService that keeps the sections in memory; imports are not part of it.
 * @param host - `127.0.0.1` where another process calls it.
 */
export async function startFakeCatalog(host = inProcessHost()): Promise<FakeOwner<CatalogSection>> {
  const owner = { faults: noFaults(), prepared: 0, applied: [] as Applied<CatalogSection>[] };
  const getSection = (wanted: string): CatalogSection =>
    Object.assign({}, ...owner.applied.filter((part) => part.companyId === wanted).map((part) => part.part));
  const server = createGrpcServer({
    log,
    graceMs: 100,
    services: [
      service(CatalogAdminServiceService, {
        prepareCatalog: ({ companyId, sectionJson }) => {
          const wanted = json.decode<CatalogSection>(sectionJson);
          const before = getSection(companyId);
          const keys = (['catalog', 'feed'] as const).filter(
            (key) => wanted[key] !== undefined && canonicalJson(wanted[key]) !== canonicalJson(before[key] ?? null),
          );
          return prepare(fake, keys);
        },
        async applyCatalog({ companyId, revision, sectionJson }) {
          await applyOnce(fake, { companyId, revision, part: json.decode(sectionJson) });
          return {};
        },
        async getCatalog({ companyId }) {
          guard(owner);
          return { sectionJson: json.encode(getSection(companyId)) };
        },
        async findProductNames({ companyId, texts }) {
          guard(owner);
          const names = getSection(companyId).catalog?.products.map(({ name }) => name) ?? [];
          return { names: findProductNames(texts, names).map((name) => name ?? '') };
        },
        importCsv: unimplemented,
        getImport: unimplemented,
        getImportChanges: unimplemented,
        listRemovedVariants: unimplemented,
        listImports: unimplemented,
        listProducts: unimplemented,
        listTags: unimplemented,
        applyImport: unimplemented,
        syncCatalog: unimplemented,
        getFeed: unimplemented,
        discardImport: unimplemented,
        getColumnMapping: unimplemented,
        setColumnMapping: unimplemented,
      }),
    ],
  });
  const fake = Object.assign(owner, { address: await server.listen(host, 0), stop: server.stop });
  return fake;
}
