import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect } from 'vitest';
import { type Answer, repeatWhileUnavailable, send } from './http.js';
import { admin } from './services.js';

export const SERVICES_WITH_DATA = [
  'funnel-svc',
  'analysis-svc',
  'matcher-svc',
  'catalog-sync',
  'identity-svc',
  'insight-svc',
  'chat-svc',
] as const;
type ServiceWithData = (typeof SERVICES_WITH_DATA)[number];

/** Something that one service stores, over HTTP. */
export interface Write {
  store(): Promise<Answer>;
  /** What it stored with the answer is there. */
  check(answer: Answer): Promise<void>;
}

/** A write of each service with a database, to a company of its own. */
export async function prepareWrites(
  system: { origin: string; platformToken: string },
  database: Pick<pg.Pool, 'query'>,
): Promise<Record<ServiceWithData, Write>> {
  const { origin } = system;
  const { port } = new URL(origin);
  const management = admin(origin, system.platformToken);
  const applied = await management.establish('faults', COMPANY);
  expect(applied.status, applied.text).toBe(200);
  const { company, funnels } = applied.body;
  const authorization = `Bearer ${await management.createKey('faults')}`;
  const create = (key: string) =>
    send(origin, '/api/v1/analyses', {
      headers: { authorization, 'idempotency-key': key },
      body: { funnelId: funnels.quiz.id, selectionValues: [{ stepId: 1, selectedKey: 'dry' }] },
    });
  const read = (path: string) => repeatWhileUnavailable(() => management.call('GET', path));
  /** What was sent, by its answer. */
  const sent = new Map<Answer, string>();
  const remember = async (id: string, answer: Promise<Answer>): Promise<Answer> => {
    sent.set(await answer, id);
    return answer;
  };
  const isStored = async (text: string, answer: Answer): Promise<void> => {
    const { rowCount } = await database.query(text, [sent.get(answer)]);
    expect(rowCount).toBe(1);
  };
  const analysis = await repeatWhileUnavailable(() => create('first'));
  expect(analysis.status, analysis.text).toBe(200);
  const shopper = { headers: { origin: 'https://shop.example' } };
  let turn = 0;

  return {
    'funnel-svc': {
      store: () => management.apply(`faults-${++turn}`, { name: 'x'.repeat(200) }),
      async check({ body }) {
        const { status, text } = await read(`/companies/${body.company.handle}/blueprint`);
        expect(status, text).toBe(200);
      },
    },
    'analysis-svc': {
      store: () => remember(`key-${++turn}`, create(`key-${turn}`)),
      async check(answer) {
        const again = await repeatWhileUnavailable(() => create(sent.get(answer) as string));
        expect([again.status, again.body.id, again.headers['idempotent-replayed']]).toEqual([
          200,
          answer.body.id,
          'true',
        ]);
        const match = () => send(origin, `/api/v1/analyses/${answer.body.id}/matches`);
        expect((await repeatWhileUnavailable(match)).status).toBe(200);
      },
    },
    'matcher-svc': {
      store() {
        const events = Array.from({ length: 20 }, () => ({ id: randomUUID(), type: 'CLICK', variantId: 'dry-1' }));
        const body = { analysisId: analysis.body.id, events };
        return remember(events[19]?.id ?? '', send(origin, '/api/v1/events', { body }));
      },
      check: (answer) => isStored('select from matcher.interaction_events where event_id = $1', answer),
    },
    'catalog-sync': {
      // Random, so that it is stored as long as it is.
      store() {
        const columns = Object.fromEntries(COLUMNS.map((name) => [name, randomBytes(360).toString('base64')]));
        const answer = management.call('PUT', '/companies/faults/catalog/mapping', { format: 'native', columns });
        return remember(columns.name ?? '', answer);
      },
      async check(answer) {
        // The last one counts.
        const { body } = await read('/companies/faults/catalog/mapping');
        const stored = [...sent].filter(([{ status }]) => status === 200).map(([, text]) => text);
        expect(stored.slice(stored.indexOf(sent.get(answer) as string))).toContain(body.columns.name);
      },
    },
    'identity-svc': {
      store: () =>
        management.call('POST', '/companies/faults/invitations', {
          email: `user-${++turn}@glow.example`,
          role: 'ADMIN',
        }),
      async check({ body: { id } }) {
        const { body } = await read('/companies/faults/invitations?limit=100');
        expect(body.data.map((invitation: { id: string }) => invitation.id)).toContain(id);
      },
    },
    'insight-svc': {
      store() {
        const visitId = randomUUID();
        const body = {
          ...{ kind: 'FUNNEL', visitId, versionId: funnels.quiz.published.id, locale: 'en', device: 'PHONE' },
          events: [{ n: 0, type: 'SHOWN', stepId: 1, atMs: 1 }],
        };
        return remember(visitId, send(origin, '/api/v1/visits', { host: `quiz.localhost:${port}`, body }));
      },
      check: (answer) => isStored('select from insight.visits where visit_id = $1', answer),
    },
    'chat-svc': {
      store: () =>
        send(origin, '/api/chat/v1/threads', {
          ...shopper,
          body: {
            context: { company: company.companyKey, locale: 'en', path: '/' },
            turn: { clientTurnId: `turn-${++turn}`, text: `hello ${'x'.repeat(200)}` },
          },
        }),
      async check({ body: { threadId } }) {
        const { status, text } = await repeatWhileUnavailable(() =>
          send(origin, `/api/chat/v1/threads/${threadId}`, shopper),
        );
        expect(status, text).toBe(200);
      },
    },
  };
}

const COLUMNS = ['id', 'name', 'url', 'parentId', 'price', 'vendor', 'line', 'packageSize', 'color', 'tags'];

const COMPANY = {
  name: 'Faults',
  domains: ['shop.example'],
  settings: { chat: {} },
  catalog: {
    products: [
      {
        shopSystemId: 'dry',
        name: 'Dry',
        tags: [],
        variants: [{ shopSystemId: 'dry-1', name: 'Dry', available: true }],
      },
    ],
  },
  funnels: [
    {
      subdomain: 'quiz',
      name: 'Quiz',
      published: {
        steps: [
          {
            ...{ id: 1, key: 'skin', type: 'SINGLE_SELECTION', orderNumber: 0, title: { default: 'Your skin' } },
            selections: [{ key: 'dry', orderNumber: 0, caption: 'Dry' }],
          },
        ],
      },
    },
  ],
};
