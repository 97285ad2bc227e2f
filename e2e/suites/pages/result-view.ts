import { beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../support/contract-api.js';
import { options, products, question } from '../../support/contract-company.js';
import { type Answer, repeatWhileUnavailable, send, until } from '../../support/http.js';
import { admin, type Cluster } from '../../support/services.js';

const SCRIPT = `"><script>alert(1)</script>`;

const tab = (key: string, tags: string[], rest: object = {}) => ({
  key,
  name: { en: key, de: `${key} (de)` },
  select: { tags, productIds: [], sets: [] },
  ...rest,
});

const catalog = () => {
  const all: object[] = products('dry-1', 'oily-1', 'plain-1', 'set-1');
  return {
    products: [
      ...all,
      {
        shopSystemId: 'P-full',
        name: `Glow ${SCRIPT}`,
        tags: ['skin:dry'],
        imageUrl: 'https://shop.example/full.jpg',
        variants: [
          {
            shopSystemId: 'dry-full',
            name: `Glow ${SCRIPT} – Rose`,
            url: 'https://shop.example/full?v=1',
            price: '19.90',
            compareAtPrice: '25',
            color: '#f1d6c1',
            shortDescription: SCRIPT,
            available: true,
          },
        ],
      },
    ],
  };
};

const COMPANY = {
  name: 'Result Company',
  language: 'en',
  currency: 'EUR',
  catalog: catalog(),
  sets: [
    {
      key: 'pair',
      name: { en: 'A pair', de: 'Ein Paar' },
      variantId: 'set-1',
      variants: [
        { id: 'dry-1', quantity: 2 },
        { id: 'dry-full', quantity: 1 },
      ],
    },
  ],
  funnels: [
    {
      subdomain: 'result-tabs',
      name: 'Tabs',
      published: {
        steps: [
          question(1, [
            {
              key: 'dry',
              caption: { default: SCRIPT, de: 'Trocken' },
              tags: { require: ['skin:dry'], prefer: [], avoid: [] },
            },
            ...options('oily'),
          ]),
        ],
      },
      draft: { steps: [question(1, options('dry', 'oily'))] },
      resultPage: {
        enabled: true,
        tabs: [
          tab('CARE', ['skin:dry'], { maxItemsToShow: 1 }),
          tab('EVERY', ['skin:dry', 'skin:plain', 'skin:set']),
          tab('NONE', []),
        ],
      },
    },
    {
      subdomain: 'result-plain',
      name: 'Plain',
      published: { steps: [{ id: 2, type: 'SKIN_COLOR', title: 'Skin' }] },
    },
  ],
};

/** What a result page shows, over real HTTP and services that may be down. */
export function resultView(getCluster: () => Cluster): void {
  describe('GET /api/results/{analysisId} on a funnel host', () => {
    let cluster: Cluster;
    let origin: string;
    let management: ReturnType<typeof admin>;

    beforeAll(async () => {
      cluster = getCluster();
      origin = cluster.gateways[0]!.origin;
      management = admin(origin, cluster.platformToken);
      const applied = await management.establish('results', COMPANY);
      expect(applied.status, applied.text).toBe(200);
    });

    const on = (host: string) => `${host}.localhost`;
    async function submit(host: string, body: object, query = ''): Promise<string> {
      const answer = await repeatWhileUnavailable(() =>
        send(origin, `/api/analyses${query}`, { host: on(host), body }),
      );
      expect(answer.status, answer.text).toBe(200);
      return answer.body.id;
    }
    const dry = () => submit('result-tabs', { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] });
    const result = (host: string, id: string, rest = ''): Promise<Answer> =>
      send(origin, `/api/results/${id}${rest}`, { host: on(host) });

    it('is the match of the match route, with what there is to show of it', async () => {
      const id = await dry();
      const answer = await result('result-tabs', id, '?locale=de');
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
      const { cards, ...view } = answer.body;
      const match = await send(origin, `/api/v1/analyses/${id}/matches?resultPage=true&locale=de`);
      expect(view).toEqual({
        analysisId: id,
        funnel: 'result-tabs',
        isPreview: false,
        locale: 'de',
        colorType: null,
        resultPage: true,
        variants: match.body.matchedVariants,
        tabs: match.body.tabs,
      });
      expect([...view.variants].sort()).toEqual(['dry-1', 'dry-full', 'plain-1', 'set-1']);
      expect(cards['dry-full']).toEqual({
        variantId: 'dry-full',
        productId: 'P-full',
        productName: `Glow ${SCRIPT}`,
        variantName: `Glow ${SCRIPT} – Rose`,
        link: 'https://shop.example/full?v=1',
        imageUrl: 'https://shop.example/full.jpg',
        shortDescription: SCRIPT,
        color: '#f1d6c1',
        price: '19.90',
        compareAtPrice: '25',
        currency: 'EUR',
        available: true,
        reasons: [{ code: 'ANSWER', text: 'Passt zu deiner Antwort „Trocken“.', answer: { stepId: 1, key: 'dry' } }],
        set: null,
      });
      expect(cards['plain-1']).toMatchObject({ reasons: [], set: null, link: 'https://shop.example/plain-1' });
      expect(cards['set-1']).toMatchObject({
        reasons: [{ code: 'SET', text: 'Jedes Produkt dieses Sets passt zu dir.' }],
        set: {
          key: 'pair',
          name: 'Ein Paar',
          members: [
            { variantId: 'dry-1', quantity: 2 },
            { variantId: 'dry-full', quantity: 1 },
          ],
        },
      });
    });

    it('names the color type, and gives the whole ranking where there is no result page', async () => {
      const id = await submit('result-plain', {
        skinColor: 'LIGHT',
        skinUndertone: 'WARM',
        eyeColor: 'GREEN',
        hairColor: 'RED',
      });
      const { body } = await result('result-plain', id);
      expect(body).toMatchObject({ resultPage: false, tabs: [], locale: 'en', funnel: 'result-plain' });
      expect([...body.variants].sort()).toEqual(['dry-1', 'dry-full', 'oily-1', 'plain-1', 'set-1']);
      expect(Object.keys(body.cards)).toHaveLength(5);
    });

    it('further cards: what suits, and nothing else of the catalog', async () => {
      const id = await dry();
      const ids = ['oily-1', 'set-1', 'plain-1', 'no-such'].map((variant) => `variantId=${variant}`).join('&');
      const { body } = await result('result-tabs', id, `/cards?${ids}`);
      expect(Object.keys(body.cards).sort()).toEqual(['dry-1', 'dry-full', 'plain-1', 'set-1']);
    });

    it('an id is unknown on the host of another funnel, and on the API host there are no results', async () => {
      const id = await dry();
      for (const [host, path] of [
        ['result-plain', id],
        ['result-plain', `${id}/cards?variantId=dry-1`],
        ['result-tabs', 'unknownunknownunknown0'],
        ['result-tabs', `${id.slice(0, -1)}%00`],
      ] as const) {
        const answer = await result(host, path);
        expect(refusal(answer)).toEqual([404, 'NOT_FOUND']);
        expect(answer.body.message).toBe('No analysis with this id.');
      }
      expect(refusal(await send(origin, `/api/results/${id}`))).toEqual([404, 'NOT_FOUND']);
      expect(refusal(await result('no-such-funnel', id))).toEqual([404, 'NOT_FOUND']);
    });

    it('a preview is shown as one; an erased analysis is as unknown as one that never was', async () => {
      const blueprint = await management.call('GET', '/companies/results/funnels/result-tabs/versions');
      const draft = blueprint.body.data.find((version: { state: string }) => version.state === 'DRAFT');
      const preview = await submit(
        'result-tabs',
        { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] },
        `?versionId=${draft.id}`,
      );
      expect((await result('result-tabs', preview)).body).toMatchObject({ isPreview: true });
      const id = await dry();
      expect((await management.call('DELETE', `/companies/results/analyses/${id}`)).status).toBe(204);
      expect(refusal(await result('result-tabs', id))).toEqual([404, 'NOT_FOUND']);
    });

    it('a paused funnel still shows its results', async () => {
      const id = await dry();
      const [tabs, plain] = COMPANY.funnels;
      await management.establish('results', { ...COMPANY, funnels: [{ ...tabs, paused: true }, plain] });
      expect((await send(origin, '/api/analyses', { host: on('result-tabs'), body: {} })).body.error).toBe(
        'FUNNEL_PAUSED',
      );
      expect((await result('result-tabs', id)).status).toBe(200);
      await management.establish('results', { ...COMPANY, funnels: [{ ...tabs, paused: false }, plain] });
    });

    it('a service that is down causes an error, never an empty result; it recovers by itself', async () => {
      const id = await dry();
      const shown = async () => (await result('result-tabs', id)).status === 200;
      await cluster.catalog.stop();
      expect(refusal(await result('result-tabs', id))).toEqual([503, 'UNAVAILABLE']);
      cluster.restart('catalog');
      await until('products are shown again', shown);
      await cluster.matchers[0]!.stop();
      expect(refusal(await result('result-tabs', id))).toEqual([503, 'MATCHER_FAILURE']);
      cluster.restart('matcher');
      await until('results are shown again', shown);
    });
  });
}
