import {
  createGrpcServer,
  createLogger,
  type Handlers,
  json,
  type ServiceDefinition,
  ServiceError,
  service,
} from '@svc/kit';
import { inProcessHost } from '@svc/kit/testing';
import {
  AnalysisAdminServiceService,
  AnalysisServiceService,
  CatalogServiceService,
  type ChatCompany,
  ChatCompanyServiceService,
  MatcherServiceService,
  PresentationServiceService,
  type SearchDocument,
} from '@svc/proto';

/** A company of a test, as the services around the chat know it. Everything may be changed while they run. */
export interface FakeCompany {
  id: string;
  key: string;
  version: number;
  company: ChatCompany;
  catalogVersion: number;
  documents: SearchDocument[];
  tagging: { products: Record<string, string[]>; variants: Record<string, string[]> };
  /** Ids that may not be named. */
  excluded: string[];
  /** Ids of the match of every analysis. */
  matched: string[];
  /** Of each tab of the result page. */
  firstOfTabs?: string[];
  /** Ids of own variants with those of their members. */
  sets?: Record<string, string[]>;
}

/** funnel-svc, catalog-sync, matcher-svc and analysis-svc as far as chat-svc asks them, on one address. */
export async function startFakePeers() {
  const companies = new Map<string, FakeCompany>();
  /** Company of each analysis. */
  const analyses = new Map<string, string>();
  const erased: Buffer[] = [];
  const calls = new Map<string, number>();
  /** What is waited for before an answer, by method. */
  const gates = new Map<string, Promise<unknown>>();
  const answer = async (method: string): Promise<void> => {
    calls.set(method, (calls.get(method) ?? 0) + 1);
    await gates.get(method);
  };
  const getCompany = (find: (company: FakeCompany) => boolean): FakeCompany => {
    const found = [...companies.values()].find(find);
    if (!found) throw new ServiceError('NOT_FOUND', 'No such company.');
    return found;
  };
  const server = createGrpcServer({
    log: createLogger({ name: 'fake', level: 'silent' }),
    graceMs: 100,
    services: [
      service(ChatCompanyServiceService, {
        async getChatCompany({ company: name, knownVersion }) {
          await answer('getChatCompany');
          const found = getCompany(({ id, key, company }) => {
            switch (name?.$case) {
              case 'companyId':
                return id === name.value;
              case 'companyKey':
                return key === name.value;
              case 'domain':
                return company.domains.includes(name.value);
              case 'host':
                return company.funnels.some(({ subdomain }) => subdomain === name.value.name?.value);
              default:
                return false;
            }
          });
          const version = String(found.version);
          return { companyId: found.id, version, ...(knownVersion === version ? {} : { company: found.company }) };
        },
      }),
      service(
        CatalogServiceService,
        only<typeof CatalogServiceService>({
          async getSearchDocuments({ companyId, pageToken, pageSize }) {
            await answer('getSearchDocuments');
            const { documents, catalogVersion } = getCompany(({ id }) => id === companyId);
            const [from, size] = [Number(pageToken), pageSize || 100];
            const isLast = from + size >= documents.length;
            return {
              catalogVersion,
              documents: documents.slice(from, from + size),
              nextPageToken: isLast ? '' : String(from + size),
            };
          },
        }),
      ),
      service(
        MatcherServiceService,
        only<typeof MatcherServiceService>({
          async getScope({ subject, knownState }) {
            await answer('getScope');
            const companyId = subject?.value.companyId;
            const found = getCompany(({ id }) => id === companyId);
            const { documents, excluded, matched, firstOfTabs = [], sets = {}, catalogVersion, version } = found;
            const state = JSON.stringify([version, catalogVersion, excluded, matched, firstOfTabs, sets]);
            const isAnalysis = subject?.$case === 'analysis';
            const eligible = documents.map(({ variantId }) => variantId).filter((id) => !excluded.includes(id));
            const toPosition = (id: string): number => eligible.indexOf(id);
            const lists = {
              eligible,
              sets: Object.entries(sets).map(([id, members]) => ({
                variant: toPosition(id),
                members: members.map(toPosition),
              })),
              matched: isAnalysis ? matched : [],
              firstOfTabs: isAnalysis ? firstOfTabs : [],
              excludedByRule: excluded,
            };
            const unchanged = knownState === state;
            return {
              ...(unchanged ? { eligible: [], matched: [], firstOfTabs: [], excludedByRule: [], sets: [] } : lists),
              ...{ state, unchanged, catalogVersion, configVersion: 1 },
            };
          },
          async getTagging({ companyId }) {
            const { tagging } = getCompany(({ id }) => id === companyId);
            return { configVersion: 1, taggingJson: json.encode(tagging), tabs: [] };
          },
        }),
      ),
      service(
        PresentationServiceService,
        only<typeof PresentationServiceService>({
          async describeVariants({ variantIds, locale, input }) {
            await answer('describeVariants');
            const { matched } = getCompany(({ id }) => id === input?.companyId);
            return {
              variants: variantIds
                .filter((id) => matched.includes(id))
                .map((variantId) => ({
                  ...{ variantId, set: undefined },
                  reasons: [
                    {
                      code: 'SHOPPER_REASON_CODE_ANSWER' as never,
                      text: locale === 'de' ? 'Passt zu deiner Antwort.' : 'Goes with your answer.',
                      answer: undefined,
                    },
                  ],
                })),
            };
          },
        }),
      ),
      service(
        AnalysisServiceService,
        only<typeof AnalysisServiceService>({
          async getMatchingInput({ analysisId }) {
            await answer('getMatchingInput');
            const companyId = analyses.get(analysisId);
            if (companyId === undefined) throw new ServiceError('NOT_FOUND', 'No such analysis.');
            return {
              input: {
                ...{ companyId, funnelId: 'f1', versionId: 'v1', isPreview: false, answersJson: json.encode({}) },
                ...{ colorJson: json.encode({ type: 'TRUE_WINTER', scores: {} }), hasSelfie: false, hasContact: false },
              },
            };
          },
        }),
      ),
      service(
        AnalysisAdminServiceService,
        only<typeof AnalysisAdminServiceService>({
          async listErasedAnalyses({ cursor }) {
            // The last one is listed again, as the contract allows.
            const from = Math.max(0, Number(cursor) - 1);
            return {
              analysisIdHashes: erased.slice(from, from + 2),
              cursor: String(Math.min(erased.length, from + 2)),
            };
          },
        }),
      ),
    ],
  });
  return {
    address: await server.listen(inProcessHost(), 0),
    ...{ companies, analyses, erased, calls, gates },
    stop: () => server.stop(),
  };
}

/** The given handlers of a service; its others are never called. */
function only<D extends ServiceDefinition>(handlers: Partial<Handlers<D>>): Handlers<D> {
  return new Proxy(handlers, {
    get: (given, name) =>
      Reflect.get(given, name) ?? (() => Promise.reject(new ServiceError('INTERNAL', `${String(name)} has no fake.`))),
  }) as Handlers<D>;
}
