import { scaleTimeout } from '@svc/kit/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMPLETE, contractCompany } from '../../support/contract-company.js';
import { repeatWhileUnavailable, send, until } from '../../support/http.js';
import type { System } from '../../support/quiz.js';
import { admin } from '../../support/services.js';

const COUNT = 6;
/** docs/insight.md N21.6. A day rests twenty times as long as adding it up took, which a busy machine makes a minute. */
const COUNTED_MS = scaleTimeout(10_000);

export function insightAnalyses(system: () => System): void {
  describe('reports of analyses over all services (docs/insight.md N20, N21)', () => {
    let management: ReturnType<typeof admin>;
    let origin: string;
    let companyKey: string;
    const ids: string[] = [];
    const report = async (path: string) => (await management.call('GET', `/companies/figures/insight/${path}`)).body;

    beforeAll(async () => {
      origin = system().origin;
      management = admin(origin, system().platformToken);
      let funnelId: string | undefined;
      await until('the company is applied', async () => {
        const { status, body } = await management.apply('figures', contractCompany());
        funnelId = body?.funnels?.all.id;
        companyKey = body?.company?.companyKey;
        return status === 200;
      });
      await management.call('POST', '/companies/figures/funnels/all/publish');
      const csv =
        'id,name,url,price,currency\nv1,One,https://s.example/1,10.00,EUR\nv2,Two,https://s.example/2,20.00,EUR\n';
      const path = '/companies/figures/catalog/imports?wait=true';
      const imported = await repeatWhileUnavailable(() => management.call('POST', path, csv, 'text/csv'));
      expect(imported.body.created, imported.text).toBe(2);
      const headers = { authorization: `Bearer ${await management.createKey('figures')}` };
      for (let n = 0; n < COUNT; n += 1) {
        const shopper = { email: `shopper-${n}@example.org`, source: 'news', queryString: 'locale=de' };
        const { body } = await repeatWhileUnavailable(() =>
          send(origin, '/api/v1/analyses', {
            headers: { ...headers, 'idempotency-key': `shopper-${n}` },
            body: { funnelId, ...COMPLETE, ...shopper },
          }),
        );
        ids.push(body.id);
        const events = [
          { id: 'e1', type: 'IMPRESSION', variantId: 'v1', position: 0 },
          { id: 'e2', type: 'CLICK', variantId: 'v1' },
          ...(n < 5 ? [{ id: 'e3', type: 'ADD_TO_CART', variantId: 'v1' }] : []),
        ];
        const report = () => send(origin, '/api/v1/events', { body: { analysisId: body.id, events } });
        expect((await repeatWhileUnavailable(report)).status).toBe(202);
      }
    });

    it('answers and matches follow what shoppers did, and leave erased analyses', async () => {
      let matches: Awaited<ReturnType<typeof report>>;
      await until(
        'all analyses are counted with their events',
        async () => {
          const found = await report('matches?funnel=all&source=news&locale=de');
          matches = await report('matches?funnel=all');
          return found.figures?.clicked.value === COUNT && matches.variants[0]?.addedToCart === 5;
        },
        COUNTED_MS,
      );
      expect(matches.analyses).toBe(COUNT);
      expect(matches.variants).toMatchObject([{ variantId: 'v1', shown: COUNT, clicked: COUNT, addedToCart: 5 }]);
      expect(matches.figures.cartValue.values).toEqual([{ currency: 'EUR', value: '50.0000' }]);
      expect(matches.neverMatched.variants).toMatchObject([{ variantId: 'v2' }]);
      const answers = await report('answers?funnel=all');
      const chosen = answers.steps.flatMap((step: { options: { chosen: number | null }[] }) =>
        step.options.map((option) => option.chosen),
      );
      expect(chosen).toContain(COUNT);
      expect((await report('overview?funnel=all')).figures.completions.value).toBe(COUNT);
      expect((await management.call('DELETE', `/companies/figures/analyses/${ids[0]}`)).status).toBeLessThan(300);
      await until(
        'the erased analysis is in no figure',
        async () => (await report('matches?funnel=all')).analyses === COUNT - 1,
        COUNTED_MS,
      );
    });

    it('shop pages are counted by the company key', async () => {
      const visit = {
        ...{ kind: 'SHOP', visitId: 'p0-Wq7_ZtRb5Yk3J9x2L', company: companyKey },
        events: [{ n: 0, type: 'WIDGET_SHOWN', funnel: 'all', atMs: 1_200 }],
      };
      for (let times = 0; times < 2; times += 1) {
        expect((await send(origin, '/api/v1/visits', { body: visit })).status).toBe(202);
      }
      expect((await report('overview?funnel=all')).shop).toEqual([{ type: 'WIDGET_SHOWN', visits: 1 }]);
    });
  });
}
