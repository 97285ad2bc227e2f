import { scaleTimeout } from '@svc/kit/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Call, repeatWhileUnavailable, send, until } from '../../support/http.js';
import { picks, question } from '../../support/quiz.js';
import { admin, type Cluster } from '../../support/services.js';

const VISITS = 40;
const units = Array.from({ length: VISITS }, (_, index) => `visit-${String(index).padStart(16, '0')}`);

/** docs/insight.md N13. A test of the questionnaire, from the draft to its results, over real HTTP with two gateways. */
export function experiments(getCluster: () => Cluster): void {
  describe('a test of the questionnaire', () => {
    let cluster: Cluster;
    let management: ReturnType<typeof admin>;
    const manage = (...request: Parameters<typeof management.call>) =>
      repeatWhileUnavailable(() => management.call(...request));
    const ask = (origin: string, path: string, call: Call = {}) =>
      repeatWhileUnavailable(() => send(origin, path, call));
    const host = 'tested.localhost';
    const company = '/companies/tested';
    const gateway = (place: number) => cluster.gateways[place % cluster.gateways.length]?.origin as string;

    beforeAll(async () => {
      cluster = getCluster();
      management = admin(gateway(0), cluster.platformToken);
    });

    const read = async (unit: string, place: number) =>
      (await ask(gateway(place), `/api/v1/questionnaire?unit=${unit}`, { host })).body;
    const page = async (place: number) => {
      const { text } = await ask(gateway(place), '/', { host, headers: { accept: 'text/html' } });
      return JSON.parse(/<script type="application\/json" id="page">([^<]*)<\/script>/.exec(text)?.[1] ?? 'null');
    };

    it(
      'gives each visit one arm on every gateway, stores answers against it, and its results add up',
      async () => {
        const { body: applied } = await management.establish('tested', {
          name: 'Tested',
          funnels: [
            {
              subdomain: 'tested',
              published: { steps: [question(1, { a: {}, b: {} })] },
              draft: { steps: [question(1, { a: {}, b: {} }), question(2, { c: {}, d: {} })] },
            },
          ],
        });
        const versions = [applied.funnels.tested.published.id, applied.funnels.tested.draft.id];
        const created = await manage('POST', `${company}/experiments`, {
          ...{ name: 'Longer', kind: 'QUESTIONNAIRE', funnel: 'tested', hypothesis: 'More questions, same rate.' },
          ...{ minimumEffect: 0.1, arms: versions.map((versionId) => ({ versionId })) },
        });
        expect([created.status, created.body.state]).toEqual([201, 'DRAFT']);
        const experiment = `${company}/experiments/${created.body.id}`;
        expect((await page(0)).steps).toHaveLength(1);
        const started = await manage('POST', `${experiment}/start`);
        expect([started.status, started.body.state]).toEqual([200, 'RUNNING']);
        for (const place of [0, 1]) {
          expect(await page(place)).toMatchObject({ steps: [], experiment: { id: created.body.id, arm: null } });
        }

        const finished: Record<string, number> = { A: 0, B: 0 };
        const begun: Record<string, number> = { A: 0, B: 0 };
        for (const [place, unit] of units.entries()) {
          const [mine, other] = [await read(unit, place), await read(unit, place + 1)];
          expect(other).toEqual(mine);
          const { arm } = mine.experiment;
          const inFirst = arm === 'A';
          expect([mine.version.id, mine.steps.length]).toEqual([versions[inFirst ? 0 : 1], inFirst ? 1 : 2]);
          const isFinished = place % 3 === 0;
          begun[arm] = (begun[arm] ?? 0) + 1;
          if (isFinished) finished[arm] = (finished[arm] ?? 0) + 1;
          // A visit that began before the test is not one of it, so these take no time.
          const events = [
            { n: 0, type: 'SHOWN', stepId: 1, atMs: 1 },
            { n: 1, type: 'ANSWERED', stepId: 1, atMs: 2 },
            ...(isFinished ? [{ n: 2, type: 'FINISHED', stepId: 1, atMs: 3 }] : []),
          ];
          const visit = await ask(gateway(place), '/api/v1/visits', {
            host,
            headers: { 'content-type': 'application/json' },
            body: {
              ...{ kind: 'FUNNEL', visitId: unit, versionId: mine.version.id, locale: 'en', device: 'phone', events },
              experiment: { id: created.body.id, arm },
            },
          });
          expect(visit.status, visit.text).toBe(202);
        }
        expect(Math.min(begun.A ?? 0, begun.B ?? 0)).toBeGreaterThan(0);

        // Arm B is a draft: its answers are no preview.
        const inB = await Promise.all(units.map((unit, place) => read(unit, place)));
        const assigned = inB.find(({ experiment: { arm } }) => arm === 'B');
        const query = `?versionId=${assigned.version.id}&experiment=${created.body.id}`;
        // With a key: a busy system may refuse what it has stored, and the analysis counts once.
        const answered = await ask(gateway(1), `/api/analyses${query}`, {
          host,
          headers: { 'content-type': 'application/json', 'idempotency-key': 'answered' },
          body: picks({ 1: 'a', 2: 'c' }),
        });
        expect([answered.status, answered.body.payload_warnings]).toEqual([200, undefined]);
        const stored = await manage('GET', `${company}/analyses/${answered.body.id}`);
        expect(stored.body).toMatchObject({ funnelVersion: { id: assigned.version.id }, isPreview: false });

        await until(
          'the visits are added up',
          async () => {
            const { body } = await manage('GET', `${experiment}/results`);
            return body.arms.reduce((sum: number, { units: count }: { units: number }) => sum + count, 0) === VISITS;
          },
          scaleTimeout(75_000),
        );
        const { body: results } = await manage('GET', `${experiment}/results`);
        const [completion] = results.measures;
        expect(
          completion.arms.map((one: { key: string; units: number; successes: number }) => [
            one.key,
            one.units,
            one.successes,
          ]),
        ).toEqual([
          ['A', begun.A, finished.A],
          ['B', begun.B, finished.B],
        ]);
        const getSum = (days: { measure: string; units: number }[], measure: string) =>
          days.filter((day) => day.measure === measure).reduce((sum, { units: count }) => sum + count, 0);
        expect(getSum(results.days, 'COMPLETION_RATE')).toBe(VISITS);

        // The analysis is one of arm B, and every visit waits for its orders (N13.14).
        await until(
          'the analysis is added up',
          async () => getSum((await manage('GET', `${experiment}/results`)).body.days, 'CLICK_RATE') > 0,
          scaleTimeout(75_000),
        );
        const [, click, , orders] = (await manage('GET', `${experiment}/results`)).body.measures;
        const toUnits = ({ arms }: { arms: { units: number; openUnits: number }[] }) =>
          arms.map((one) => [one.units, one.openUnits]);
        expect([click.measure, toUnits(click)]).toEqual([
          'CLICK_RATE',
          [
            [0, 0],
            [1, 0],
          ],
        ]);
        expect([orders.measure, toUnits(orders)]).toEqual([
          'ORDERS_PER_UNIT',
          [
            [0, begun.A],
            [0, begun.B],
          ],
        ]);

        // Publishing a version ends the test.
        const publish = { funnels: [{ subdomain: 'tested', published: { steps: [question(3, { e: {} })] } }] };
        expect((await management.establish('tested', publish)).status).toBe(200);
        const ended = await manage('GET', experiment);
        expect([ended.body.state, ended.body.endReason]).toEqual(['STOPPED', 'PUBLISHED']);
        expect((await page(1)).steps).toHaveLength(1);
      },
      scaleTimeout(120_000),
    );

    it(
      'of the shop without components: a holdout is in the config, counts each visitor once, and knows the orders of its visitors (N14)',
      async () => {
        const handle = 'held-out';
        const settings = (visitId: string) => ({ settings: { tracking: { visitId } } });
        const applied = await management.establish(handle, {
          name: 'Held out',
          domains: ['shop.example'],
          ...settings('MEMORY'),
        });
        const { companyKey } = applied.body.company;
        const key = await manage('POST', `/companies/${handle}/api-keys`, {
          ...{ name: 'Server of the shop', scopes: ['order.write'] },
        });
        const order = (orderId: string, headers: Record<string, string>, more: object = {}) =>
          ask(gateway(0), `/api/v1/orders?company=${companyKey}`, {
            headers,
            body: {
              ...{ orderId, createdAt: '2026-11-20T10:00:00Z', currency: 'EUR', ...more },
              lines: [{ lineId: '1', variantId: 'V1', quantity: 1, price: '20' }],
            },
          });
        const server = { authorization: `Bearer ${key.body.value}` };
        const createdAt = new Date().toISOString();
        expect((await order('before', server, { createdAt })).status).toBe(202);

        const created = await manage('POST', `/companies/${handle}/experiments`, {
          ...{ name: 'Without components', kind: 'HOLDOUT', hypothesis: 'They bring orders.' },
          ...{ primaryMeasure: 'ORDERS_PER_UNIT', minimumEffect: 0.1, arms: [{}, {}] },
        });
        expect([created.status, created.body.funnel]).toEqual([201, null]);
        const experiment = `/companies/${handle}/experiments/${created.body.id}`;
        const refused = await manage('POST', `${experiment}/start`);
        expect([refused.status, refused.body.error]).toEqual([409, 'CONFLICT']);
        expect((await management.establish(handle, settings('STORAGE'))).status).toBe(200);
        const started = await manage('POST', `${experiment}/start`);
        expect([started.status, started.body.state]).toEqual([200, 'RUNNING']);
        const config = async (place: number) =>
          (await ask(gateway(place), `/api/components/v1/config?company=${companyKey}`)).body.visitor;
        const holdout = { id: created.body.id, salt: expect.any(String), weights: [1, 1] };
        for (const place of [0, 1]) expect(await config(place)).toEqual({ holdout });

        const expose = (place: number, visitorId: string) =>
          ask(gateway(place), '/api/v1/visits', {
            headers: { 'content-type': 'text/plain;charset=UTF-8', origin: 'https://shop.example' },
            body: { kind: 'EXPOSURE', company: companyKey, experimentId: created.body.id, visitorId },
          });
        for (const [place, unit] of units.entries()) {
          expect([(await expose(place, unit)).status, (await expose(place + 1, unit)).status]).toEqual([202, 202]);
        }
        const page = { origin: 'https://shop.example', 'content-type': 'text/plain;charset=UTF-8' };
        const [visitorId] = units;
        expect((await order('4711', page, { createdAt, visitorId, consent: 'granted' })).body.stored).toBe(true);
        expect((await order('4711', server, { createdAt })).status).toBe(202);

        const read = async () => (await manage('GET', `${experiment}/results`)).body;
        const countUnits = (arms: { units: number }[]) => arms.reduce((sum, { units: count }) => sum + count, 0);
        await until(
          'the visitors are added up',
          async () => countUnits((await read()).arms) === VISITS,
          scaleTimeout(75_000),
        );
        const { measures, additionalRevenue } = await read();
        // Their windows are open, so nothing is compared yet.
        for (const { arms } of measures) {
          expect(countUnits(arms.map(({ openUnits }: { openUnits: number }) => ({ units: openUnits })))).toBe(VISITS);
        }
        expect(additionalRevenue).toBeNull();

        expect((await management.establish(handle, settings('MEMORY'))).status).toBe(200);
        const ended = await manage('GET', experiment);
        expect([ended.body.state, ended.body.endReason, await config(1)]).toEqual(['STOPPED', 'PUBLISHED', undefined]);
      },
      scaleTimeout(120_000),
    );
  });
}
