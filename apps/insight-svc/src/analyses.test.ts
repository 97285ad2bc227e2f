import { randomId, sha256 } from '@svc/kit';
import { type AnalysisFact, type ChangedSession, InteractionType } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAnalysisClient } from './clients/analysis.js';
import { createMatcherClient } from './clients/matcher.js';
import { startFakeAnalyses } from './testing/fake-analyses.testing.js';
import { startTestService, type TestService } from './testing/test-service.testing.js';
import { addUpAnalyses, expireOldFacts, markAllFactDays } from './usecases/add-up-analyses.js';
import { followEvents, followFacts } from './usecases/follow-analyses.js';

let svc: TestService;
/** Another one than the service follows by itself every few seconds: that run may end when the next test has begun. */
let source: Awaited<ReturnType<typeof startFakeAnalyses>>;
let clients: [ReturnType<typeof createAnalysisClient>, ReturnType<typeof createMatcherClient>];
beforeAll(async () => {
  svc = await startTestService();
  source = await startFakeAnalyses();
  clients = [createAnalysisClient(source.address), createMatcherClient(source.address)];
});
afterAll(async () => {
  for (const client of clients) client.close();
  await source.stop();
  await svc.stop();
});

const SUMS = ['analysis_days', 'option_days', 'variant_days'];
/** Of each test its own: the service adds up by itself, maybe until the next test. */
let company: string;
beforeEach(async () => {
  company = `company-${randomId()}`;
  svc.clock.set('2026-03-02T12:00:00Z');
  source.facts.length = 0;
  source.sessions.length = 0;
  for (const table of [...SUMS, 'analysis_facts', 'analysis_events', 'stale_fact_days', 'follower_cursors'])
    await svc.db(table).delete();
  for (const table of ['company_zones', 'sum_progress']) await svc.db(table).delete();
});

const signal = new AbortController().signal;
async function follow(): Promise<void> {
  const deps = { db: svc.knex, clock: svc.clock };
  await followFacts({ ...deps, list: clients[0].listFacts })(signal);
  await followEvents({ ...deps, list: clients[1].listEvents })(signal);
  await addUpAnalyses(deps)(signal);
}

const fact = (id: string, more: Partial<AnalysisFact> = {}): AnalysisFact => ({
  ...{ analysisIdHash: sha256(id), companyId: company, funnelId: 'funnel-1', versionId: 'version-1' },
  ...{ source: '', locale: 'en', createTime: new Date('2026-03-01T10:00:00Z') },
  steps: [
    { stepId: 1, optionKeys: ['dry'] },
    { stepId: 2, optionKeys: [] },
  ],
  ...{ askedContactFields: ['email'], givenContactFields: [] },
  ...more,
});
const session = (id: string, ...types: ('IMPRESSION' | 'CLICK' | 'ADD_TO_CART' | 'PURCHASE')[]): ChangedSession => ({
  ...{ analysisIdHash: sha256(id), companyId: company },
  variants: [{ variantId: 'V1', types: types.map((type) => InteractionType[`INTERACTION_TYPE_${type}`]) }],
});
const filter = (more: object = {}) => ({
  ...{ companyId: company, funnelId: 'funnel-1', fromDay: '2026-03-01', toDay: '2026-03-02', versionId: '' },
  ...{ locale: '', timeZone: 'UTC', ...more },
});
const answers = async (more: object = {}) => {
  const { options } = await svc.reports.getAnswers({ filter: filter(more) });
  return options.map(({ stepId, optionKey, analyses }) => [stepId, optionKey, analyses]);
};
const matches = (candidateVariantIds: string[] = [], onlyCandidates = false) =>
  svc.reports.getMatches({ filter: filter(), candidateVariantIds, onlyCandidates });
const readSums = () =>
  Promise.all(SUMS.map((table) => svc.db(table).where({ company_id: company }).orderByRaw('1, 2, 3, 4, 5, 6, 7, 8')));

describe('reports of analyses (docs/insight.md N21)', () => {
  it('of matches have their days, and since when analyses may still be credited with orders (N21.7)', async () => {
    svc.clock.set('2026-03-09T12:00:00Z');
    source.facts.push(
      fact('a'),
      fact('b', { createTime: new Date('2026-03-02T10:00:00Z') }),
      fact('c', { createTime: new Date('2026-03-02T11:00:00Z'), isRetake: true }),
    );
    source.sessions.push(session('a', 'IMPRESSION', 'PURCHASE'), session('b', 'IMPRESSION'), session('c', 'CLICK'));
    await follow();
    const { days, openSinceDay, attributionDays } = await matches();
    expect([openSinceDay, attributionDays]).toEqual(['2026-03-02', 7]);
    expect(days).toEqual([
      { name: '2026-03-01', analyses: 1, interactions: { shown: 1, clicked: 0, added: 0, bought: 1 } },
      { name: '2026-03-02', analyses: 1, interactions: { shown: 1, clicked: 0, added: 0, bought: 0 } },
    ]);
  });

  it('count completions, opt-in and retakes, of the period and of the one before (docs/insight.md N21.1, N21.2, N21.3, docs/dashboard.md Y54.3)', async () => {
    source.facts.push(
      fact('a', { givenContactFields: ['email'], isRetake: false }),
      fact('b'),
      fact('c', { askedContactFields: [] }),
      fact('again', { givenContactFields: ['email'], isRetake: true }),
      fact('before', { createTime: new Date('2026-02-27T10:00:00Z') }),
      fact('other', { companyId: `${company}-other` }),
      fact('elsewhere', { funnelId: 'funnel-2' }),
    );
    await follow();
    const { currentAnalyses, previousAnalyses, analysisDays } = await svc.reports.getOverview({ filter: filter() });
    expect(currentAnalyses).toMatchObject({ analyses: 3, retakes: 1, retakesKnown: 2, asked: 2, given: 1 });
    expect(previousAnalyses).toMatchObject({ analyses: 1, retakes: 0, retakesKnown: 0 });
    expect(analysisDays).toEqual([{ name: '2026-03-01', count: 3 }]);
  });

  it('answers are those that were chosen, of analyses that were shown the question; filters apply', async () => {
    source.facts.push(fact('a'), fact('b', { steps: [{ stepId: 1, optionKeys: ['oily', 'dry'] }], source: 'news' }));
    await follow();
    expect(await answers()).toEqual([
      [1, '', 2],
      [1, 'dry', 2],
      [1, 'oily', 1],
      [2, '', 1],
    ]);
    expect(await answers({ source: 'news', locale: 'en', versionId: 'version-1' })).toEqual([
      [1, '', 1],
      [1, 'dry', 1],
      [1, 'oily', 1],
    ]);
    expect(await answers({ versionId: 'version-2' })).toEqual([]);
  });

  it('matches are analyses by variant, also when events arrive before their analysis or change (docs/insight.md N21.5, N21.6)', async () => {
    source.sessions.push(session('a', 'IMPRESSION', 'CLICK'), session('b', 'IMPRESSION'));
    await follow();
    expect((await matches()).variants).toEqual([]);
    source.facts.push(fact('a'), fact('b'));
    await follow();
    expect((await matches()).totals?.interactions).toEqual({ shown: 2, clicked: 1, added: 0, bought: 0 });
    source.sessions.push(session('b', 'IMPRESSION', 'ADD_TO_CART', 'PURCHASE'));
    await follow();
    const { frame, totals, variants, neverShownVariantIds } = await matches(['V0', 'V1', 'V2']);
    expect(totals?.interactions).toEqual({ shown: 2, clicked: 1, added: 1, bought: 1 });
    expect(variants).toEqual([{ variantId: 'V1', interactions: totals?.interactions }]);
    expect(neverShownVariantIds).toEqual(['V0', 'V2']);
    expect(frame?.completeUntilTime).toEqual(new Date('2026-03-02T12:00:00Z'));
  });

  it('matches of the candidates only leave out other variants and their carts; totals stay (N21.8)', async () => {
    source.facts.push(fact('a'));
    const { variants, ...events } = session('a', 'IMPRESSION', 'ADD_TO_CART');
    source.sessions.push({
      ...events,
      variants: [...variants, ...variants.map((v) => ({ ...v, variantId: 'V2' }))],
    });
    await follow();
    const interactions = { shown: 1, clicked: 0, added: 1, bought: 0 };
    expect((await matches(['V2', 'V3'])).variants).toHaveLength(2);
    expect(await matches(['V2', 'V3'], true)).toMatchObject({
      ...{ totals: { analyses: 1, interactions }, variants: [{ variantId: 'V2', interactions }] },
      ...{ carted: [{ variantId: 'V2', analyses: 1 }], neverShownVariantIds: ['V3'] },
    });
    expect((await matches([], true)).variants).toEqual([]);
  });

  it('days are those of the company’s zone; after a change they are added up again (N10.3)', async () => {
    source.facts.push(fact('late', { createTime: new Date('2026-03-01T23:30:00Z') }));
    await follow();
    await svc.db('company_zones').insert({ company_id: company, time_zone: 'Asia/Kolkata', is_stale: true });
    await markAllFactDays({ db: svc.knex, clock: svc.clock }, company);
    await follow();
    const { analysisDays } = await svc.reports.getOverview({ filter: filter({ timeZone: 'Asia/Kolkata' }) });
    expect(analysisDays).toEqual([{ name: '2026-03-02', count: 1 }]);
  });

  it('while days are added up again after a change of the zone, a report misses none of the days (N10.3)', async () => {
    source.facts.push(fact('a'), fact('b', { createTime: new Date('2026-03-02T10:00:00Z') }));
    await follow();
    await svc.db('company_zones').insert({ company_id: company, time_zone: 'Asia/Kolkata', is_stale: true });
    await markAllFactDays({ db: svc.knex, clock: svc.clock }, company);
    const { analysisDays } = await svc.reports.getOverview({ filter: filter({ timeZone: 'Asia/Kolkata' }) });
    expect(analysisDays.map(({ name }) => name)).toEqual(['2026-03-01', '2026-03-02']);
  });
});

describe('the read model of analyses (docs/insight.md N20)', () => {
  it('followed again from the beginning, and by two replicas at the same time, has the same sums (N20.4)', async () => {
    for (let n = 0; n < 9; n += 1) {
      source.facts.push(fact(`${n}`, { createTime: new Date(Date.UTC(2026, 2, 1 + (n % 2), n)) }));
      source.sessions.push(session(`${n}`, 'IMPRESSION'));
    }
    await Promise.all([follow(), follow()]);
    await follow();
    const before = await readSums();
    expect(before[0]?.map(({ analyses }) => analyses)).toEqual([5, 4]);
    await svc.db('follower_cursors').delete();
    for (const table of ['analysis_facts', 'analysis_events']) await svc.db(table).delete();
    await follow();
    expect(await readSums()).toEqual(before);
  });

  it('forgets an erased analysis within 60 s, its sums too, and takes it no more (N8.3)', async () => {
    source.facts.push(fact('a'), fact('gone'));
    source.sessions.push(session('gone', 'IMPRESSION'));
    await follow();
    const startedAt = Date.now();
    await svc.erase(sha256('gone'));
    const count = async (table: string) => (await svc.db(table).where({ analysis_hash: sha256('gone') })).length;
    while ((await count('analysis_facts')) + (await count('analysis_events')) > 0) {
      expect(Date.now() - startedAt).toBeLessThan(60_000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await svc.db('follower_cursors').whereIn('name', ['facts', 'events']).delete();
    await follow();
    expect(await count('analysis_facts')).toBe(0);
    expect((await matches()).variants).toEqual([]);
    expect((await matches()).totals?.analyses).toBe(1);
  });

  it('is kept 400 days; sums stay, and days that are no longer whole are not added up again (N8.5)', async () => {
    source.facts.push(fact('old', { createTime: new Date('2026-03-01T10:00:00Z') }));
    source.sessions.push(session('old', 'IMPRESSION'));
    await follow();
    const before = await readSums();
    svc.clock.set('2027-04-05T10:00:00Z');
    await expireOldFacts({ db: svc.knex, clock: svc.clock }, signal);
    expect(await svc.db('analysis_facts')).toHaveLength(1);
    svc.clock.set('2027-04-07T12:00:01Z');
    await expireOldFacts({ db: svc.knex, clock: svc.clock }, signal);
    for (const table of ['analysis_facts', 'analysis_events']) expect(await svc.db(table)).toEqual([]);
    await svc.db('stale_fact_days').insert({ company_id: company, day: '2026-03-01' });
    await addUpAnalyses({ db: svc.knex, clock: svc.clock })(signal);
    expect(await readSums()).toEqual(before);
  });
});

describe('personal data (docs/insight.md N20.1)', () => {
  it('no column of the schema can hold contact data, an address or a user agent (docs/insight.md N1.2)', async () => {
    const { rows } = await svc.db.raw<{ rows: { name: string }[] }>(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = current_schema() and column_name ~* 'mail|name|phone|address|(^|_)ip(_|$)|agent|cookie|referrer|query'
          and table_name not like 'knex_%'`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([
      // Of tests, of lists, and whether an order names analyses.
      ...['experiments.name', 'follower_cursors.name', 'orders.names_unknown_analyses_only', 'sum_progress.name'],
    ]);
  });
});

describe('the hours around a time (docs/insight.md N23)', () => {
  it('count analyses without retakes, and those whose match was shown (docs/insight.md N23.1)', async () => {
    const at = (createTime: string, more: Partial<AnalysisFact> = {}) => ({
      createTime: new Date(createTime),
      ...more,
    });
    source.facts.push(
      fact('a', at('2026-03-01T09:10:00Z')),
      fact('b', at('2026-03-01T09:20:00Z')),
      fact('again', at('2026-03-01T09:30:00Z', { isRetake: true })),
      fact('c', at('2026-03-01T10:00:00Z')),
      fact('late', at('2026-03-01T11:00:00Z')),
    );
    source.sessions.push(session('a', 'IMPRESSION', 'CLICK'), session('b', 'PURCHASE'), session('c', 'IMPRESSION'));
    await follow();
    const request = { companyId: company, funnelId: 'funnel-1', atTime: new Date('2026-03-01T10:00:00Z') };
    const { before, after } = await svc.reports.getHours(request);
    expect([before?.analyses, before?.shown, after?.analyses, after?.shown]).toEqual([2, 1, 1, 1]);
  });
});
