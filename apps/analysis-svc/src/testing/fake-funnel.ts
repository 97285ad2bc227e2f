import type { DeliveryTargetName, FunnelVersion } from '@svc/domain';
import { createGrpcServer, json, type Logger, ServiceError, service } from '@svc/kit';
import { inProcessHost } from '@svc/kit/testing';
import {
  deliveryTargets,
  FunnelPageServiceService,
  FunnelServiceService,
  type ResolveHostSubmissionRequest,
  type ResolveSubmissionRequest,
  type ResolveSubmissionResponse,
} from '@svc/proto';
import type { AnalysisRetention } from '../usecases/delete-by-retention.js';
import { version } from './steps.js';

export interface FakeFunnel {
  address: string;
  /** Company by hex hash of its API key. An unknown key is UNAUTHORIZED. */
  companies: Map<string, string>;
  /** Overrides the response that every known key gets: version-1. */
  resolve: (request: ResolveSubmissionRequest, companyId: string) => Partial<ResolveSubmissionResponse>;
  /** Host by sub-domain or host name; all belong to funnel-1. An unknown one is NOT_FOUND. */
  hosts: Map<string, FakeHost>;
  /** Overrides the response that every known host gets: version-1. */
  resolveHost: (request: ResolveHostSubmissionRequest, companyId: string) => Partial<ResolveSubmissionResponse>;
  /** Tests that assign the version which a submission names. */
  tests: Set<string>;
  /** Companies that keep ids of visitors. */
  keepsVisitors: Set<string>;
  versions: Map<string, FunnelVersion>;
  /** Companies with their own retention, ordered by id; one is listed at a time. */
  retentions: AnalysisRetention[];
  /** Awaited before a version is returned, so that a test can hold a request between claim and record. */
  beforeVersion: () => Promise<void>;
  /** Called when retentions are asked for. */
  onRetentions: () => void;
  calls: { resolveSubmission: number; getVersion: number };
  stop(): Promise<void>;
}

export interface FakeHost {
  companyId: string;
  /** Targets that are on. */
  targets: DeliveryTargetName[];
}

/** A fake funnel-svc whose responses the test controls. */
export async function startFakeFunnel(log: Logger): Promise<FakeFunnel> {
  const unused = (): never => {
    throw new ServiceError('INTERNAL', 'analysis-svc does not call this.');
  };
  const fake: Omit<FakeFunnel, 'address' | 'stop'> = {
    companies: new Map(),
    resolve: () => ({}),
    hosts: new Map(),
    resolveHost: () => ({}),
    tests: new Set(),
    keepsVisitors: new Set(),
    versions: new Map([['version-1', version()]]),
    retentions: [],
    beforeVersion: async () => {},
    onRetentions: () => {},
    calls: { resolveSubmission: 0, getVersion: 0 },
  };
  const findHost = ({ host }: Pick<ResolveHostSubmissionRequest, 'host'>): FakeHost => {
    const found = fake.hosts.get(host?.name?.value ?? '');
    if (!found) throw new ServiceError('NOT_FOUND', 'There is no funnel under this host name.');
    return found;
  };
  const server = createGrpcServer({
    log,
    services: [
      service(FunnelPageServiceService, {
        async resolveHostVisit() {
          throw new ServiceError('INTERNAL', 'Analyses do not need it.');
        },
        async resolveHostSubmission(request) {
          const { companyId, targets } = findHost(request);
          return {
            submission: {
              companyId,
              funnelId: 'funnel-1',
              versionId: 'version-1',
              isPreview: false,
              superseded: false,
              ...fake.resolveHost(request, companyId),
            },
            subdomain: 'glow-quiz',
            funnelValue: 'GLOW',
            language: 'de',
            targets: targets.map(deliveryTargets.fromName),
            keepsVisitors: fake.keepsVisitors.has(companyId),
            ...(request.experimentId !== undefined && fake.tests.has(request.experimentId)
              ? { experimentId: request.experimentId }
              : {}),
          };
        },
        async getFunnelPage(request) {
          const { companyId } = findHost(request);
          return { companyId, funnelId: 'funnel-1', domains: [], paused: false, pageJson: Buffer.from('{}') };
        },
        getDeliveryTargets: unused,
      }),
      service(FunnelServiceService, {
        async resolveSubmission(request) {
          fake.calls.resolveSubmission += 1;
          const companyId = fake.companies.get(request.apiKeyHash.toString('hex'));
          if (!companyId) throw new ServiceError('UNAUTHORIZED', 'Unknown key.');
          return {
            companyId,
            funnelId: request.funnelId,
            versionId: 'version-1',
            isPreview: false,
            superseded: false,
            ...fake.resolve(request, companyId),
          };
        },
        async getVersion({ versionId }) {
          fake.calls.getVersion += 1;
          await fake.beforeVersion();
          const found = fake.versions.get(versionId);
          if (!found) throw new ServiceError('NOT_FOUND', 'No version with this id.');
          return { versionJson: json.encode(found) };
        },
        async getCompanyState() {
          const funnels = ['funnel-1'].map((funnelId) => ({
            funnelId,
            subdomain: 'glow-quiz',
            publishedVersionId: 'version-1',
            draftVersionId: undefined,
            archived: false,
          }));
          return { version: 1, language: 'en', funnels };
        },
        getFunnel: unused,
        resolveOrderKey: unused,
        listCompanyChanges: unused,
        async listAnalysisRetentions({ afterCompanyId }) {
          fake.onRetentions();
          return { retentions: fake.retentions.filter(({ companyId }) => companyId > afterCompanyId).slice(0, 1) };
        },
      }),
    ],
  });
  const address = await server.listen(inProcessHost(), 0);
  return Object.assign(fake, { address, stop: () => server.stop() });
}
