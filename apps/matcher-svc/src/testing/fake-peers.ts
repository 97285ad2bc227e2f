import type { CatalogSnapshot, FunnelVersion } from '@svc/domain';
import { createGrpcServer, json, ServiceError, service } from '@svc/kit';
import { inProcessHost, testLogger } from '@svc/kit/testing';
import { AnalysisAdminServiceService, CatalogServiceService, FunnelServiceService } from '@svc/proto';
import type { FunnelStates } from '../domain/company-data.js';

/** funnel-svc, catalog-sync and analysis-svc as far as the matcher asks them, on one address, with what a test gives them. */
export interface FakePeers {
  address: string;
  states: Map<string, FunnelStates>;
  versions: Map<string, FunnelVersion>;
  catalogs: Map<string, CatalogSnapshot>;
  /** SHA-256 of erased analysis ids. */
  erased: Buffer[];
  /** Calls answered or refused, by method name; those of `getSnapshot` also by method name and company, with a space. */
  calls: Map<string, number>;
  /** While true, every call fails with UNAVAILABLE. */
  down: { funnel: boolean; catalog: boolean; analysis: boolean };
  stop(): Promise<void>;
}

/** Bytes of one message of a snapshot: small, so that large snapshots come in pieces. */
const CHUNK_BYTES = 1_000;

export async function startFakePeers(): Promise<FakePeers> {
  const states = new Map<string, FunnelStates>();
  const versions = new Map<string, FunnelVersion>();
  const catalogs = new Map<string, CatalogSnapshot>();
  const calls = new Map<string, number>();
  const down = { funnel: false, catalog: false, analysis: false };
  const erased: Buffer[] = [];

  function answer(name: string, peer: keyof typeof down): void {
    calls.set(name, (calls.get(name) ?? 0) + 1);
    if (down[peer]) throw new ServiceError('UNAVAILABLE', 'down');
  }
  const known = <T>(value: T | undefined): T => {
    if (value === undefined) throw new ServiceError('NOT_FOUND', 'unknown');
    return value;
  };
  /** Every company is listed as changed each time: a follower must cope with repetitions. */
  const toChanges = (map: Map<string, { version: number }>) => ({
    changes: [...map].map(([companyId, { version }]) => ({ companyId, version })),
    cursor: 'c',
  });
  const unused = async (): Promise<never> => {
    throw new ServiceError('INTERNAL', 'The matcher never calls this.');
  };

  const server = createGrpcServer({
    log: testLogger(),
    graceMs: 100,
    services: [
      service(FunnelServiceService, {
        getFunnel: unused,
        resolveSubmission: unused,
        resolveOrderKey: unused,
        async getVersion({ versionId }) {
          answer('getVersion', 'funnel');
          return { versionJson: json.encode(known(versions.get(versionId))) };
        },
        async getCompanyState({ companyId }) {
          answer('getCompanyState', 'funnel');
          const { version, language, funnels } = known(states.get(companyId));
          return {
            version,
            language,
            funnels: funnels.map(({ funnelId, publishedVersionId, publishedAtMs, archived = false, ...tests }) => ({
              funnelId,
              archived,
              ...(publishedAtMs === undefined ? {} : { publishTime: new Date(publishedAtMs) }),
              subdomain: funnelId,
              ...(publishedVersionId === null ? {} : { publishedVersionId }),
              runningTests: {
                versionIds: tests.testedVersionIds ?? [],
                matchingTestJson: tests.matchingTest ? json.encode(tests.matchingTest) : Buffer.alloc(0),
              },
            })),
          };
        },
        listAnalysisRetentions: unused,
        async listCompanyChanges() {
          answer('listCompanyChanges', 'funnel');
          return toChanges(states);
        },
      }),
      service(AnalysisAdminServiceService, {
        getAnalysis: unused,
        listMatchingInputs: unused,
        listAnalysisFacts: unused,
        async listErasedAnalyses({ cursor }) {
          answer('listErasedAnalyses', 'analysis');
          // The last one is listed again, as the contract allows.
          const from = Math.max(0, Number(cursor) - 1);
          return { analysisIdHashes: erased.slice(from, from + 2), cursor: String(Math.min(erased.length, from + 2)) };
        },
      }),
      service(CatalogServiceService, {
        async listCatalogChanges() {
          answer('listCatalogChanges', 'catalog');
          return toChanges(catalogs);
        },
        async *getSnapshot({ companyId, withNames }) {
          const method = withNames ? 'getNamedSnapshot' : 'getSnapshot';
          calls.set(`${method} ${companyId}`, (calls.get(`${method} ${companyId}`) ?? 0) + 1);
          answer(method, 'catalog');
          const bytes = json.encode(catalogs.get(companyId) ?? { version: 0, products: [], variants: [] });
          for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield { chunk: bytes.subarray(at, at + CHUNK_BYTES) };
        },
        findProductByUrl: unused,
        listProductPaths: unused,
        getSearchDocuments: unused,
      }),
    ],
  });
  const address = await server.listen(inProcessHost(), 0);
  return { address, states, versions, catalogs, erased, calls, down, stop: () => server.stop() };
}
