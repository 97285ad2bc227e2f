import { expect } from 'vitest';
import { type DatabaseLayout, readDatabaseLayout, startDatabases } from './databases.js';
import { type Answer, type Call, send } from './http.js';
import { type Launched, launch, temporaryDirectory } from './processes.js';
import { admin, startCluster } from './services.js';

/** A running system and the three v1 routes, with as little ceremony as tests want. */
export interface ContractApi {
  system: Launched;
  origin: string;
  management: ReturnType<typeof admin>;
  /** Applies a company and fails loudly when that is refused. */
  apply(handle: string, company: object): Promise<Answer['body']>;
  funnel(key: string, funnelId: string, query?: string, call?: Call): Promise<Answer>;
  /** A submission. Strings and bytes are sent as they are. */
  create(key: string, body: unknown, call?: Call): Promise<Answer>;
  /** @param query - with its question mark. */
  matches(analysisId: string, query?: string, call?: Call): Promise<Answer>;
  /** A submission that has to succeed; answers its id. */
  analysis(key: string, body: object): Promise<string>;
}

export async function startContract(environment: Record<string, string> = {}): Promise<ContractApi> {
  const layout = readDatabaseLayout();
  const system = await (layout ? startApart(layout, environment) : launch({ DEMO: 'false', ...environment }));
  const { origin } = system;
  const management = admin(origin, system.platformToken);
  const bearer = (key: string, call: Call): Call => ({
    ...call,
    headers: { authorization: `Bearer ${key}`, ...call.headers },
  });
  const api: ContractApi = {
    system,
    origin,
    management,
    async apply(handle, company) {
      const answer = await management.apply(handle, company);
      expect(answer.status, `${answer.text}\n${system.output()}`).toBe(200);
      return answer.body;
    },
    funnel: (key, funnelId, query = '', call = {}) =>
      send(origin, `/api/v1/funnels/${funnelId}${query}`, bearer(key, call)),
    create: (key, body, call = {}) => send(origin, '/api/v1/analyses', bearer(key, { method: 'POST', body, ...call })),
    matches: (analysisId, query = '', call = {}) =>
      send(origin, `/api/v1/analyses/${analysisId}/matches${query}`, call),
    async analysis(key, body) {
      const answer = await api.create(key, body);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.id;
    },
  };
  return api;
}

/** Services as processes, on other databases than one for all. */
async function startApart(layout: DatabaseLayout, environment: Record<string, string>): Promise<Launched> {
  const databases = await startDatabases(layout);
  const cluster = await startCluster({ replicas: 1, databases, environment });
  const gateway = cluster.gateways[0];
  if (!gateway) throw new Error('There is no gateway.');
  const all = [
    gateway.process,
    cluster.funnel,
    cluster.analysis,
    cluster.catalog,
    cluster.identity,
    ...cluster.matchers,
  ];
  return {
    ...gateway.process,
    dataDir: temporaryDirectory(),
    origin: gateway.origin,
    port: Number(new URL(gateway.origin).port),
    platformToken: cluster.platformToken,
    output: () => all.map((one) => one.output()).join(''),
    async stop() {
      await cluster.stop();
      return gateway.process.exited;
    },
  };
}

/** Status and code of an error, after checking what every error has. docs/contract.md C4.4. */
export function refusal(answer: Answer): [status: number, code: string] {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body.requestId).toBe(answer.headers['x-request-id']);
  expect(answer.body.message).toMatch(/^\S.*\.$/s);
  expect(Object.keys(answer.body).filter((key) => key !== 'details')).toEqual(['error', 'message', 'requestId']);
  for (const detail of answer.body.details ?? []) {
    expect(detail).toEqual({ path: expect.any(String), message: expect.any(String) });
  }
  return [answer.status, answer.body.error];
}
