import type { GetMatchesRequest } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';

const frame = {
  ...{ fromDay: '2026-11-01', toDay: '2026-11-21', timeZone: 'Europe/Berlin' },
  ...{ asOfTime: new Date('2026-11-21T10:00:00Z'), completeUntilTime: new Date('2026-11-21T09:59:00Z') },
};
const interactions = (shown: number, clicked: number, added: number, bought: number) => ({
  ...{ shown, clicked, added, bought },
});
const totals = {
  ...{ analyses: 100, retakes: 0, retakesKnown: 0, asked: 50, given: 20 },
  interactions: interactions(90, 45, 12, 6),
};

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async () => ({
          ...{ companyId: 'company-1', name: 'Glow', language: 'de', currency: 'EUR', timeZone: 'Europe/Berlin' },
        }),
        describeVersion: async () => ({
          stepsJson: Buffer.from(
            JSON.stringify([
              {
                ...{ id: 1, type: 'SINGLE_SELECTION', title: { default: 'Skin', de: 'Haut' } },
                selections: [{ key: 'dry', caption: { default: '=Dry' }, formerKeys: ['arid'] }, { key: 'oily' }],
              },
            ]),
          ),
        }),
      },
      funnel: {
        getCompanyState: async () => ({
          ...{ version: 1, language: 'de' },
          funnels: [{ funnelId: 'funnel-1', subdomain: 'beauty', publishedVersionId: 'v1' }] as never,
        }),
      },
      reports: {
        getAnswers: async () => ({
          ...{ frame, totals },
          options: [
            { stepId: 1, optionKey: '', analyses: 100 },
            { stepId: 1, optionKey: 'arid', analyses: 10 },
            { stepId: 1, optionKey: 'dry', analyses: 40 },
            { stepId: 1, optionKey: 'oily', analyses: 4 },
          ],
        }),
        getMatches: async ({ candidateVariantIds }) => ({
          ...{ frame, totals },
          variants: [
            { variantId: 'V1', interactions: interactions(80, 40, 12, 6) },
            { variantId: 'gone', interactions: interactions(4, 1, 1, 1) },
          ],
          neverShownVariantIds: candidateVariantIds.filter((id) => id !== 'V1'),
          days: [
            { name: '2026-11-01', analyses: 60, interactions: interactions(50, 30, 8, 6) },
            { name: '2026-11-02', analyses: 40, interactions: interactions(34, 11, 5, 1) },
          ],
          ...{ openSinceDay: '2026-11-02', attributionDays: 7 },
          // One more than are read in a call, and more than are listed.
          carted: Array.from({ length: 1_001 }, (_, at) => ({ variantId: `V${at + 1}`, analyses: 12 })),
        }),
      },
      catalogAdmin: {
        listProducts: async ({ productId }) => ({
          products: [
            {
              ...{ shopSystemId: 'P1', name: '=Mask', tags: [] },
              variants: ['V1', 'V2', 'V3'].map((shopSystemId) => ({
                ...{ shopSystemId, name: 'x', tags: [], available: shopSystemId !== 'V3' },
              })),
            },
          ].filter(({ shopSystemId }) => [undefined, shopSystemId].includes(productId)) as never,
          nextPageToken: '',
        }),
      },
      variants: {
        getVariants: async ({ variantIds }) => ({
          variants: variantIds
            .filter((variantId) => ['V1', 'V1001'].includes(variantId))
            .map((variantId) => ({
              ...{ variantId, productId: 'P1', productName: '=Mask', variantName: 'x' },
              ...{ price: '29.90', currency: 'EUR' },
            })) as never,
        }),
      },
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  for (const name of Object.keys(gateway.services.calls)) gateway.services.calls[name] = [];
});

const get = (path: string) =>
  gateway.ask(`/api/admin/v1/companies/glow/insight/${path}`, {
    headers: { authorization: `Bearer ${PLATFORM_TOKEN}` },
  });

describe('GET insight/answers (docs/insight.md N21.4)', () => {
  it('has the published version’s questions, shares with intervals, and no figures of few shoppers (N12.4, docs/dashboard.md Y54.1)', async () => {
    const { status, json } = await get('answers?funnel=beauty');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...{ versionId: 'v1', analyses: 100, retakes: null, completeUntil: '2026-11-21T09:59:00.000Z' },
      definition: expect.stringMatching(/fewer than 5/),
    });
    expect(json.steps).toEqual([
      {
        ...{ stepId: 1, title: 'Haut', shown: 100 },
        options: [
          {
            ...{ key: 'dry', caption: '=Dry', isFew: false, chosen: 50, isFolded: true },
            share: { value: 0.5, low: 0.4038, high: 0.5962 },
          },
          { key: 'oily', caption: null, isFew: true, chosen: null, share: null, isFolded: false },
        ],
      },
    ]);
  });

  it('as a table, says < 5 and has no formula (N12.5)', async () => {
    const { text } = await get('answers.csv?funnel=beauty');
    expect(text).toContain(`"1","Haut","100","dry","'=Dry","50","0.5","0.4038","0.5962","true"\r\n`);
    expect(text).toContain('"oily","","< 5","","","","false"\r\n');
    expect(text).toContain('"Complete until","2026-11-21T09:59:00.000Z"');
  });
});

describe('GET insight/matches (docs/insight.md N21.5)', () => {
  it('has a purchase rate only of days whose analyses are not credited with orders any more (N21.7, docs/dashboard.md Y54.4)', async () => {
    const { json } = await get('matches?funnel=beauty');
    expect([json.openSince, json.attributionDays]).toEqual(['2026-11-02', 7]);
    expect(json.figures).toMatchObject({ boughtRate: { value: { value: 0.1 }, cases: 60 } });
    expect(json.days).toEqual([
      { day: '2026-11-01', analyses: 60, shown: 50, clicked: 30, addedToCart: 8, bought: 6 },
      { day: '2026-11-02', analyses: 40, shown: 34, clicked: 11, addedToCart: 5, bought: 1 },
    ]);
  });

  it('counts by variant, values carts at present prices, and names what was never shown (docs/dashboard.md Y54.2)', async () => {
    const { status, json } = await get('matches?funnel=beauty&source=news');
    expect(status).toBe(200);
    expect(json.figures).toMatchObject({
      ...{ shown: { value: 90 }, clicked: { value: 45 }, addedToCart: { value: 12 }, bought: { value: 6 } },
      clickRate: { value: { value: 0.5 } },
      cartValue: { analyses: 12_012, values: [{ currency: 'EUR', value: '717.6000' }] },
    });
    expect(json.foreignVariants).toBe(1);
    expect(json.variants).toMatchObject([
      { variantId: 'V1', productName: '=Mask', isFew: false, shown: 80, clicked: 40, addedToCart: 12, bought: 6 },
      { variantId: 'gone', productName: null, isFew: true, shown: null, clicked: null, clickRate: null, bought: null },
    ]);
    expect(json.neverMatched).toEqual({
      variants: [{ variantId: 'V2', productName: '=Mask', variantName: 'x' }],
      ...{ count: 1, isComplete: true },
    });
    const [asked] = gateway.services.calls.getMatches as GetMatchesRequest[];
    expect(asked).toMatchObject({ filter: { source: 'news' }, candidateVariantIds: ['V1', 'V2'] });
  });

  it('of a product, asks for its variants only, and misses only those that are available (N21.8)', async () => {
    const { json } = await get('matches?funnel=beauty&product=P1');
    const asked = (gateway.services.calls.getMatches as GetMatchesRequest[]).at(-1);
    expect(asked).toMatchObject({ candidateVariantIds: ['V1', 'V2', 'V3'], onlyCandidates: true });
    expect(json.neverMatched).toMatchObject({ variants: [{ variantId: 'V2' }], count: 1, isComplete: true });
    expect((await get('matches?funnel=beauty&product=P2')).status).toBe(404);
    expect((await get('matches?funnel=beauty&product=')).status).toBe(400);
    expect((await get('answers?funnel=beauty&product=P1')).status).toBe(400);
    expect((await get('matches.csv?funnel=beauty&product=P1')).text).toContain('Product');
  });

  it('as a table, has the variants that were never shown, too', async () => {
    const { text } = await get('matches.csv?funnel=beauty');
    expect(text).toMatch(/"clickRate","[\d.]+","[\d.]+","[\d.]+","Analyses of which a variant was opened, divided/);
    expect(text).toMatch(/"shown","\d+","","","Analyses of which a variant came into view."/);
    expect(text).toContain(`"V1","'=Mask","x","80","40","0.5"`);
    expect(text).toContain('"gone","","","< 5","< 5","","","","< 5","< 5"\r\n');
    expect(text).toContain(`"V2","'=Mask","x","0","0","","","","0","0"\r\n`);
  });
});
