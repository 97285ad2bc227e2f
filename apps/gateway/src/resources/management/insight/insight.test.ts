import { ServiceError } from '@svc/kit';
import { type AnalysisTotals, type GetOverviewRequest, type NamedTotals, RefusalKind } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';
import { compareRates, toRate } from './rate.js';

const frame = {
  ...{ fromDay: '2026-11-01', toDay: '2026-11-21', timeZone: 'Europe/Berlin' },
  asOfTime: new Date('2026-11-21T10:00:00Z'),
};
const totals = (visits: number, starts: number, finishes: number) => ({ visits, starts, finishes });
const analyses = (some: Partial<AnalysisTotals>): AnalysisTotals => ({
  ...{ analyses: 0, retakes: 0, retakesKnown: 0, asked: 0, given: 0 },
  interactions: { shown: 0, clicked: 0, added: 0, bought: 0 },
  ...some,
});
const named = (name: string, visits: number): NamedTotals => ({ name, totals: totals(visits, visits, 1) });

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async () => ({
          ...{ companyId: 'company-1', name: 'Glow', language: 'de', currency: 'EUR', timeZone: 'Europe/Berlin' },
        }),
        describeVersion: async ({ versionId }) => {
          if (versionId !== 'v1') throw new ServiceError('VERSION_NOT_FOUND', 'No such version.');
          const steps = [{ id: 1, title: { default: 'Hair', de: '=1+1' } }];
          return { stepsJson: Buffer.from(JSON.stringify(steps)) };
        },
      },
      funnel: {
        getCompanyState: async () => ({
          ...{ version: 1, language: 'de' },
          funnels: [{ funnelId: 'funnel-1', subdomain: 'beauty', archived: false, paused: false }] as never,
        }),
      },
      reports: {
        getOverview: async () => ({
          ...{ frame, current: totals(50, 40, 20), previous: totals(0, 0, 0), days: [named('2026-11-20', 50)] },
          currentAnalyses: analyses({ analyses: 30, asked: 20, given: 10, retakes: 2, retakesKnown: 9 }),
          previousAnalyses: analyses({}),
          shop: [{ name: 'WIDGET_SHOWN', count: 7 }],
          refused: [{ kind: RefusalKind.REFUSAL_KIND_VISIT, reason: 'TOO_MANY_EVENTS', requests: 2 }],
          analysisDays: [
            { name: '2026-11-19', count: 10 },
            { name: '2026-11-20', count: 20 },
          ],
        }),
        getSteps: async () => ({
          ...{ frame, versionId: 'v1', versions: [named('v1', 50)] },
          steps: [
            { stepId: 1, shown: 50, answered: 40, back: 2, exits: 10, medianMs: 4_300, p90Ms: 11_200 },
            { stepId: 2, shown: 40, answered: 30, back: 0, exits: 0 },
          ],
        }),
        getSources: async () => ({
          ...{ frame, sources: [named('', 46), named('=cmd', 4)] },
          ...{ locales: [named('de', 50)], devices: [named('PHONE', 5)], versions: [] },
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
const sent = () => (gateway.services.calls.getOverview as GetOverviewRequest[]).at(-1)?.filter;

describe('reports of visits (docs/insight.md N12)', () => {
  it('the overview says what each figure counts, of when, and with which interval; shop pages are no visits (N12.1, N12.3, docs/dashboard.md Y48.3)', async () => {
    const { status, json } = await get('overview?funnel=beauty');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...{ funnel: 'beauty', from: '2026-11-01', to: '2026-11-21', timeZone: 'Europe/Berlin' },
      ...{ asOf: '2026-11-21T10:00:00.000Z', completeUntil: null },
      figures: {
        visits: { value: 50, previous: 0 },
        completionRate: { value: { value: 0.5, low: 0.352, high: 0.648 }, previous: null, change: 'UNCLEAR' },
        completions: { value: 30, previous: 0 },
        retakes: { value: 2, previous: null },
        optIn: { value: { value: 0.5 }, previous: null },
      },
      shop: [{ type: 'WIDGET_SHOWN', visits: 7 }],
      refused: [{ reason: 'TOO_MANY_EVENTS', requests: 2 }],
      days: [
        { day: '2026-11-19', visits: 0, completions: 10 },
        { day: '2026-11-20', visits: 50, completions: 20 },
      ],
    });
    for (const { definition } of Object.values(json.figures as Record<string, { definition: string }>)) {
      expect(definition).toMatch(/\.$/);
    }
  });

  it('filters are passed on, with the time zone of the company', async () => {
    await get('overview?funnel=beauty&from=2026-11-01&to=2026-11-21&version=v1&locale=de-CH&source=');
    expect(sent()).toEqual({
      ...{ companyId: 'company-1', funnelId: 'funnel-1', fromDay: '2026-11-01', toDay: '2026-11-21', versionId: 'v1' },
      ...{ locale: 'de-ch', source: '', timeZone: 'Europe/Berlin' },
    });
    await get('overview?funnel=beauty');
    expect(sent()?.source).toBeUndefined();
  });

  it('steps have titles in the company’s language; without their version they have none', async () => {
    const { json } = await get('steps?funnel=beauty');
    expect(json.versionId).toBe('v1');
    expect(json.steps).toEqual([
      {
        ...{ stepId: 1, title: '=1+1', shown: 50, answered: 40, back: 2, exits: 10, medianMs: 4_300, p90Ms: 11_200 },
        dropOff: { value: 0.2, low: 0.1124, high: 0.3304 },
      },
      {
        ...{ stepId: 2, title: null, shown: 40, answered: 30, back: 0, exits: 0, medianMs: null, p90Ms: null },
        dropOff: { value: 0, low: 0, high: 0.0876 },
      },
    ]);
  });

  it('rows with fewer than 5 visits have no figures (N12.4, docs/dashboard.md Y51.1)', async () => {
    const { json } = await get('sources?funnel=beauty');
    expect(json.sources).toMatchObject([
      { value: null, isFew: false, visits: 46 },
      { value: '=cmd', isFew: true, visits: null, starts: null, finishes: null, completionRate: null },
    ]);
    expect(json.devices).toMatchObject([{ value: 'PHONE', isFew: false, visits: 5 }]);
  });

  it.each([
    ['overview', 'overview'],
    ['overview?funnel=..', 'overview'],
    ['steps?funnel=beauty&from=yesterday', 'steps'],
    ['sources?funnel=beauty&locale=de_DE', 'sources'],
    ['sources.csv?funnel=beauty&form=2026-11-01', 'sources'],
  ])('%s is INVALID_QUERY', async (path) => {
    const { status, json } = await get(path);
    expect([status, json.error]).toEqual([400, 'INVALID_QUERY']);
  });

  it.each(['overview', 'steps', 'sources', 'overview.csv'])(
    '%s takes a time zone; its days are those of the company, whose zone it names (N12.2)',
    async (name) => {
      const { status, text } = await get(`${name}?funnel=beauty&timezone=America/New_York`);
      expect([status, text]).toEqual([200, expect.stringContaining('Europe/Berlin')]);
      const unknown = await get(`${name}?funnel=beauty&timezone=Mars/Base`);
      expect([unknown.status, unknown.json.error]).toEqual([400, 'INVALID_QUERY']);
    },
  );

  it('an unknown funnel is NOT_FOUND', async () => {
    expect((await get('overview?funnel=other')).status).toBe(404);
  });

  it('as a table, a report says what it counts, and no cell is a formula (N12.5)', async () => {
    const steps = await get('steps.csv?funnel=beauty&source=@news');
    expect(steps.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="steps-beauty.csv"',
      'cache-control': 'no-store',
    });
    const lines = steps.text.replace('\uFEFF', '').split('\r\n');
    expect(steps.text.startsWith('\uFEFF"Definition","Of the visits')).toBe(true);
    expect(lines).toContain('"Source","\'@news"');
    expect(lines).toContain('"Time zone","Europe/Berlin"');
    expect(lines).toContain(`"1","'=1+1","50","40","2","10","0.2","0.1124","0.3304","4300","11200"`);
    const sources = await get('sources.csv?funnel=beauty');
    expect(sources.text).toContain(`"source","'=cmd","< 5","< 5","< 5","","",""\r\n`);
    const overview = await get('overview.csv?funnel=beauty');
    expect(overview.text).toContain('"visits","50","","","Page loads of the questionnaire');
    expect(overview.text).toContain('"optIn","0.5","0.2993","0.7007","Analyses with contact data');
    expect(overview.text).toMatch(
      /"completionRate","0.5","0.352\d?","0.648\d?","Visits whose answers were sent, divided/,
    );
    expect(overview.text).toContain('"2026-11-20","50","50","1","20"\r\n');
  });
});

describe('shares with intervals (docs/insight.md N12.3)', () => {
  it.each([
    // Values of R: binom::binom.wilson.
    [0, 10, { value: 0, low: 0, high: 0.2775 }],
    [10, 10, { value: 1, low: 0.7225, high: 1 }],
    [600, 1_000, { value: 0.6, low: 0.5693, high: 0.6299 }],
  ])('%d of %d', (part, whole, expected) => expect(toRate(part, whole)).toEqual(expected));

  it('of nothing there is none, and a change is clear only where the intervals are apart (docs/dashboard.md Y47.2)', () => {
    expect(toRate(0, 0)).toBeNull();
    expect(compareRates(toRate(600, 1_000), toRate(500, 1_000))).toBe('UP');
    expect(compareRates(toRate(500, 1_000), toRate(600, 1_000))).toBe('DOWN');
    expect(compareRates(toRate(520, 1_000), toRate(500, 1_000))).toBe('UNCLEAR');
    expect(compareRates(toRate(1, 2), null)).toBe('UNCLEAR');
  });
});
