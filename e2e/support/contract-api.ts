import { expect } from 'vitest';
import { type Answer, type Call, repeatIfStarved, repeatWhileUnavailable, send } from './http.js';
import type { Launched } from './processes.js';
import { admin } from './services.js';
import { startSystem } from './start-system.js';

/** A running system and the three v1 routes, with as little ceremony as tests want. What has no processor in time is repeated. */
export interface ContractApi {
  system: Launched;
  origin: string;
  management: ReturnType<typeof admin>;
  /** Applies a company and fails loudly when that is refused. */
  apply(handle: string, company: object): Promise<Answer['body']>;
  funnel(key: string, funnelId: string, query?: string, call?: Call): Promise<Answer>;
  /** A submission. Strings and bytes are sent as they are. */
  create(key: string, body: unknown, call?: Call): Promise<Answer>;
  /** The same, where the submission itself may be why it is refused with 503. */
  createOnce(key: string, body: unknown, call?: Call): Promise<Answer>;
  /** @param query - with its question mark. */
  matches(analysisId: string, query?: string, call?: Call): Promise<Answer>;
  /** A submission that has to succeed; answers its id. */
  analysis(key: string, body: object): Promise<string>;
}

export async function startContract(environment: Record<string, string> = {}): Promise<ContractApi> {
  const system = await startSystem(environment);
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
      const answer = await management.establish(handle, company);
      expect(answer.status, `${answer.text}\n${system.output()}`).toBe(200);
      return answer.body;
    },
    funnel: (key, funnelId, query = '', call = {}) =>
      repeatIfStarved(() => send(origin, `/api/v1/funnels/${funnelId}${query}`, bearer(key, call))),
    create: (...submission) => repeatIfStarved(() => api.createOnce(...submission)),
    createOnce: (key, body, call = {}) =>
      send(origin, '/api/v1/analyses', bearer(key, { method: 'POST', body, ...call })),
    matches: (analysisId, query = '', call = {}) =>
      repeatIfStarved(() => send(origin, `/api/v1/analyses/${analysisId}/matches${query}`, call)),
    async analysis(key, body) {
      const answer = await repeatWhileUnavailable(() => api.create(key, body));
      expect(answer.status, answer.text).toBe(200);
      return answer.body.id;
    },
  };
  return api;
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
