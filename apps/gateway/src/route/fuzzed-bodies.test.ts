import { ServiceError } from '@svc/kit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentedRoutes } from '../router.js';
import type { FakeHandlers } from '../testing/fake-services.js';
import { COOKIE, DASHBOARD, DASHBOARD_ORIGIN, sessionFakes } from '../testing/sessions.js';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../testing/start-gateway.js';
import type { Route } from './route.js';

/** Few of each: a run has another seed each time. */
const RUNS = 5;
const fakes = sessionFakes();

/** Services that refuse whatever reaches them: every other outcome is the gateway's own. */
const refusing = new Proxy(
  {},
  {
    get: () => async () => {
      throw new ServiceError('CONFLICT', 'The fake refuses everything.');
    },
  },
);
const PARTS = [
  ...(['funnelEdits', 'pictures', 'releases', 'analysisAdmin', 'delivery', 'matcherAdmin', 'learning'] as const),
  ...(['preview', 'catalogAdmin', 'shopify', 'credentials', 'invitations', 'members', 'tokens'] as const),
  ...(['experiments', 'funnelTests', 'transcripts', 'reports', 'variants', 'catalog', 'funnel'] as const),
];

let gateway: TestGateway;
beforeAll(async () => {
  const funnelAdmin = new Proxy(fakes.handlers.funnelAdmin, {
    get: (target, name) => Reflect.get(target, name) ?? Reflect.get(refusing, name),
  });
  const sessions = new Proxy(fakes.handlers.sessions, {
    get: (target, name) => Reflect.get(target, name) ?? Reflect.get(refusing, name),
  });
  const handlers: FakeHandlers = {
    ...Object.fromEntries(PARTS.map((part) => [part, refusing])),
    ...{ funnelAdmin, sessions },
  };
  gateway = await startGateway({ handlers });
});
afterAll(() => gateway?.stop());

const getExamples = ({ body }: Route): unknown[] => {
  const json = body?.content['application/json'] as { examples?: Record<string, { value: unknown }> } | undefined;
  return Object.values(json?.examples ?? {}).map(({ value }) => value);
};

const routes = documentedRoutes
  .filter(({ path }) => /^\/(?:api\/admin|auth)\//.test(path))
  .filter((route) => getExamples(route).length > 0);

/** The value with one of its parts replaced. @param at - chooses the part. */
function replacePart(value: unknown, at: readonly number[], by: unknown): unknown {
  const [first, ...rest] = at;
  if (first === undefined || typeof value !== 'object' || value === null) return by;
  const entries = Object.entries(value);
  const index = first % (entries.length || 1);
  const changed = entries.map(([key, each], n) => [key, n === index ? replacePart(each, rest, by) : each] as const);
  return Array.isArray(value) ? changed.map(([, each]) => each) : Object.fromEntries(changed);
}

const strange = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('', '\u0000', '__proto__', '9'.repeat(400), '\ud800', 'x'.repeat(5_000), -1, 1e308, [], {}, null),
);

/** What is sent: an example with a strange part, any JSON, or no JSON at all. */
const bodies = (examples: readonly unknown[]): fc.Arbitrary<string> => {
  const changed = fc
    .tuple(fc.constantFrom(...examples), fc.array(fc.nat(), { maxLength: 6 }), strange)
    .map(([example, at, by]) => replacePart(example, at, by));
  return fc
    .oneof({ weight: 6, arbitrary: changed }, { weight: 2, arbitrary: strange })
    .map((value) => JSON.stringify(value))
    .chain((text) => fc.constantFrom(text, text, text, text.slice(0, -1)));
};

describe('bodies that no client sends (docs/contract.md C4)', () => {
  it.each(routes.map((route) => [route.id, route] as const))(
    '%s answers 4xx, and says what is wrong',
    async (_, route) => {
      const path = route.path
        .replace('{handle}', 'glow')
        .replace('{subdomain}', 'beauty')
        .replace(/\{\w+\}/g, '1');
      const headers: Record<string, string> = route.path.startsWith('/auth/')
        ? { cookie: `${COOKIE}=${fakes.token()}`, origin: DASHBOARD_ORIGIN }
        : { authorization: `Bearer ${PLATFORM_TOKEN}` };
      await fc.assert(
        fc.asyncProperty(bodies(getExamples(route)), async (body) => {
          const { status, json } = await gateway.ask(path, {
            ...{ method: route.method, host: DASHBOARD, body },
            headers: { ...headers, 'content-type': 'application/json' },
          });
          expect([status, status >= 400 && status < 500]).toEqual([status, true]);
          expect(json).toMatchObject({ error: expect.any(String), message: expect.stringMatching(/./) });
        }),
        { numRuns: RUNS },
      );
    },
  );
});
