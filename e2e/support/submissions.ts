import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type ContractApi, startContract } from './contract-api.js';
import { COMPLETE, contractCompany, options, products, question } from './contract-company.js';
import { type Call, repeatIfStarved, send } from './http.js';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.js';

export const PATH = '/api/analyses';
export const SHOP = 'https://shop.glow.example';
export const MIB = 1024 * 1024;
export const TABS = [
  {
    key: 'CARE',
    name: { fr: 'Soin', de: 'Pflege' },
    description: { fr: 'Tout doux' },
    maxItemsToShow: 1,
    select: { tags: ['skin:plain', 'skin:dry'], productIds: [], sets: [] },
  },
  { key: 'DRY', name: { fr: 'Sèche' }, select: { tags: ['skin:dry'], productIds: [], sets: [] } },
];
export const WITH_PAYLOAD = { query: '?include_webhook_payload=true' };

type SubmitOptions = Call & { query?: string; funnel?: string };

/** A company with a webhook receiver on a system of its own. `useSubmissions` sets the fields before the first test. */
export class Submissions {
  api!: ContractApi;
  webhook!: WebhookReceiver;
  key!: string;
  /** Of the funnel `all`. */
  funnelId!: string;
  /** Of the funnel `paused`. */
  paused!: string;
  versions!: { all: string; draft: string; paused: string; moving: string };

  readonly toHost = (subdomain: string) => `${subdomain}.localhost:${this.api.system.port}`;

  readonly submit = (body: unknown, { query = '', funnel = 'all', ...call }: SubmitOptions = {}) =>
    repeatIfStarved(() =>
      send(this.api.origin, PATH + query, { method: 'POST', host: this.toHost(funnel), body, ...call }),
    );

  readonly complete = (changes: object = {}) => ({ ...COMPLETE, ...changes });

  /** Sends a submission that must succeed. @returns its warnings. */
  readonly getWarnings = async (body: object): Promise<string[]> => {
    const answer = await this.submit(body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.payload_warnings ?? [];
  };

  /** Ids of the deliveries of an analysis, or of all. */
  readonly deliveries = async (analysisId?: string): Promise<string[]> => {
    const filter = analysisId === undefined ? '' : `?analysisId=${analysisId}`;
    const path = `/companies/contract/webhooks/deliveries${filter}`;
    const { body, status, text } = await this.api.management.call('GET', path);
    expect(status, text).toBe(200);
    return (body.data as { id: string }[]).map(({ id }) => id);
  };

  readonly getDelivered = (id: string) => this.webhook.received.filter(({ body }) => body.analysis_id === id);

  readonly untilDelivered = (id: string) => expect.poll(() => this.getDelivered(id)).not.toEqual([]);
}

/** Starts the system before the tests of the current `describe` and stops it afterwards. */
export function useSubmissions(): Submissions {
  const context = new Submissions();

  beforeAll(async () => {
    const [api, webhook] = await Promise.all([
      startContract({ ALLOW_PRIVATE_NETWORK: 'true' }),
      startWebhookReceiver(),
    ]);
    Object.assign(context, { api, webhook });
    const base = contractCompany();
    const [dry, ...rest] = products('dry-1', 'oily-1', 'plain-1') as Record<string, unknown>[];
    const described = {
      ...dry,
      name: 'Rich cream',
      url: 'https://shop.glow.example/cream',
      imageUrl: 'https://shop.glow.example/cream.jpg',
      variants: [
        { shopSystemId: 'dry-1', name: '50 ml', available: true, color: '#ff7f50', shortDescription: 'For dry days.' },
      ],
    };
    const applied = await api.apply('contract', {
      ...base,
      domains: ['shop.glow.example', 'localhost'],
      catalog: { products: [described, ...rest] },
      webhook: { url: webhook.url, secret: webhook.secret },
      funnels: [
        { ...(base.funnels[0] as object), value: 'EVERY-STEP', resultPage: { enabled: true, tabs: TABS } },
        {
          ...(base.funnels[1] as object),
          host: 'quiz.glow.example',
          draft: { steps: [question(1, options('dry', 'oily', 'plain'))] },
        },
        { subdomain: 'paused', name: 'Paused', paused: true, published: { steps: [] } },
        { subdomain: 'nothing', name: 'Nothing published' },
        { subdomain: 'drafted', name: 'Only a draft', draft: { steps: [question(1, options('dry'))] } },
        { subdomain: 'moving', name: 'Moving', published: { steps: [question(1, options('dry', 'oily'))] } },
      ],
    });
    const { all, one, paused, moving } = applied.funnels;
    context.funnelId = all.id;
    context.paused = paused.id;
    context.versions = {
      all: all.published.id,
      draft: one.draft.id,
      paused: paused.published.id,
      moving: moving.published.id,
    };
    context.key = await api.management.createKey('contract');
  });
  afterAll(async () => {
    await context.api?.system.stop();
    await context.webhook?.stop();
  });
  afterEach(() => {
    context.webhook.received.length = 0;
  });

  return context;
}
