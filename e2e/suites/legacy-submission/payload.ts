import { describe, expect, it } from 'vitest';
import { COMPLETE, contractCompany, options, products, question } from '../../support/contract-company.js';
import { send } from '../../support/http.js';
import { dataUrl, JPEG } from '../../support/pictures.js';
import { type Submissions, TABS, WITH_PAYLOAD } from '../../support/submissions.js';
import { isSigned } from '../../support/webhook-receiver.js';

/** docs/contract.md C14. */
export function payload(context: Submissions): void {
  const { submit, complete, deliveries, getDelivered, untilDelivered, toHost } = context;

  describe('webhook_payload', () => {
    it('has every property of the contract, in its order; the delivery has the same bytes, signed', async () => {
      const body = complete({ source: 'mail', queryString: 'utm=x', selfie: dataUrl('jpeg', JPEG) });
      const answer = await submit(body, WITH_PAYLOAD);
      const { id, webhook_payload: payload } = answer.body;
      const dry = {
        variant_id: 'dry-1',
        product_id: 'P-dry-1',
        title: 'Rich cream',
        variant_title: '50 ml',
        image: 'https://shop.glow.example/cream.jpg',
        short_description: 'For dry days.',
        color: '#ff7f50',
        link: 'https://shop.glow.example/cream',
      };
      const plain = {
        variant_id: 'plain-1',
        product_id: 'P-plain-1',
        title: 'plain-1',
        variant_title: 'plain-1',
        image: null,
        short_description: null,
        color: null,
        link: 'https://shop.example/plain-1',
      };
      const expected = {
        action: 'Analysis Completed',
        funnel_name: 'all',
        funnel_value: 'EVERY-STEP',
        analysis_id: id,
        analysis_url: `http://all.localhost:${context.api.system.port}/r/${id}`,
        analysis_result: payload.analysis_result,
        created_at: payload.created_at,
        first_name: 'Secretia',
        last_name: 'Hiddenson',
        email: 'secret.person@mail.example',
        hair_color: 'BROWN',
        eye_color: 'GREEN',
        skin_color: 'MEDIUM',
        skin_undertone: 'WARM',
        age_range: 'BETWEEN_25_AND_34',
        source: 'mail',
        query_string: 'utm=x',
        skin: 'dry',
        goals: ['glow'],
        products_all: [dry, plain],
        all_all: ['dry-1', 'plain-1'],
        tabs: [
          { key: 'CARE', name: 'Soin', products: [dry, plain] },
          { key: 'DRY', name: 'Sèche', products: [dry] },
        ],
      };
      expect(JSON.stringify(payload, null, 1)).toBe(JSON.stringify(expected, null, 1));
      expect(payload.analysis_result).toMatch(/^[A-Z_]+$/);
      expect(new Date(payload.created_at).toISOString()).toBe(payload.created_at);
      const record = (await context.api.management.call('GET', `/companies/contract/analyses/${id}`)).body;
      expect(record.createdAt).toBe(payload.created_at);

      await untilDelivered(id);
      const [delivered] = getDelivered(id);
      expect(answer.text).toContain(`"webhook_payload":${delivered?.text}`);
      expect(isSigned(context.webhook.secret, delivered as never)).toBe(true);
      expect(delivered?.id).toMatch(/^msg_[^.]+$/);
    });

    it('is only there where it is asked for; the delivery is the same either way', async () => {
      const [without, none] = [
        await submit(complete()),
        await submit(complete(), { query: '?include_webhook_payload=false' }),
      ];
      for (const { body } of [without, none]) {
        expect(body).not.toHaveProperty('webhook_payload');
        await untilDelivered(body.id);
        expect(getDelivered(body.id)[0]?.body).toMatchObject({
          action: 'Analysis Completed',
          all_all: ['dry-1', 'plain-1'],
        });
      }
    });

    it('orders products as the match does; tabs are [] where the result page is off', async () => {
      const body = { selectionValues: [{ stepId: 1, selectedKey: 'oily' }] };
      const { id, webhook_payload: payload } = (await submit(body, { ...WITH_PAYLOAD, funnel: 'one' })).body;
      expect(payload).toMatchObject({ tabs: [], one_all: (await context.api.matches(id)).body.matchedVariants });
      const all = (await submit(complete(), WITH_PAYLOAD)).body;
      const match = (await context.api.matches(all.id, '?resultPage=true')).body;
      expect(all.webhook_payload.all_all).toEqual(match.matchedVariants);
      const tabs = all.webhook_payload.tabs as { key: string; name: string; products: { variant_id: string }[] }[];
      expect(tabs.map((tab) => [tab.key, tab.name, tab.products.map((product) => product.variant_id)])).toEqual(
        match.tabs.map((tab: { key: string; name: string; variants: string[] }) => [tab.key, tab.name, tab.variants]),
      );
    });

    it('a funnel’s own host is in the address of the result', async () => {
      const answer = await submit({}, { ...WITH_PAYLOAD, host: 'quiz.glow.example' });
      expect(answer.body.webhook_payload.analysis_url).toBe(`http://quiz.glow.example/r/${answer.body.id}`);
    });
  });

  describe('v1 creates deliver nothing, ever', () => {
    it('not one row for 50 of them, with and without keys', async () => {
      const before = await deliveries();
      for (let index = 0; index < 50; index += 1) {
        const headers: Record<string, string> = index % 2 ? { 'idempotency-key': `v1-${index}` } : {};
        expect(
          (
            await context.api.create(
              context.key,
              { funnelId: context.funnelId, ...COMPLETE },
              { headers: { authorization: `Bearer ${context.key}`, ...headers } },
            )
          ).status,
        ).toBe(200);
      }
      expect(await deliveries()).toEqual(before);
    });
  });

  describe('an assortment of more than 2,000 variants', () => {
    it('products_all is empty and a payload warning says so; it is delivered like that', async () => {
      const ids = Array.from({ length: 2_001 }, (_, index) => `dry-${index}`);
      await context.api.apply('large', {
        ...contractCompany(),
        catalog: { products: products(...ids) },
        webhook: { url: context.webhook.url, secret: context.webhook.secret },
        funnels: [{ subdomain: 'large', name: 'Large', published: { steps: [question(1, options('dry', 'oily'))] } }],
      });
      const body = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
      const {
        id,
        payload_warnings: warnings,
        webhook_payload: payload,
      } = (await submit(body, { ...WITH_PAYLOAD, funnel: 'large' })).body;
      expect(warnings).toEqual([expect.stringMatching(/^products_all is empty: more than 2,000 variants/)]);
      expect(payload).toMatchObject({ analysis_id: id, skin: 'dry', products_all: [], large_all: [], tabs: [] });
      await untilDelivered(id);
      expect(getDelivered(id)[0]?.body).toEqual(payload);
    });
  });

  describe('a result page that is enabled but has no enabled tab', () => {
    it('has no fallback: the payload, the result and the match are empty, and a warning, apply and check name the cause', async () => {
      const applied = await context.api.apply('tabless', {
        ...contractCompany(),
        catalog: { products: products('dry-1', 'oily-1') },
        webhook: { url: context.webhook.url, secret: context.webhook.secret },
        funnels: [
          {
            subdomain: 'tabless',
            name: 'Without tabs',
            resultPage: { enabled: true, tabs: [{ ...TABS[1], enabled: false }] },
            published: { steps: [question(1, options('dry', 'oily'))] },
          },
        ],
      });
      expect(applied.warnings).toContainEqual({
        path: '/funnels/0/resultPage/tabs',
        message: expect.stringMatching(/no enabled tab, so it shows no products/),
      });
      const body = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
      const {
        id,
        payload_warnings: warnings,
        webhook_payload: payload,
      } = (await submit(body, { ...WITH_PAYLOAD, funnel: 'tabless' })).body;
      expect(warnings).toEqual([
        'products_all is empty: the result page of the funnel is enabled but has no enabled tab.',
      ]);
      expect(payload).toMatchObject({ analysis_id: id, products_all: [], tabless_all: [], tabs: [] });
      const result = await send(context.api.origin, `/api/results/${id}`, { host: toHost('tabless') });
      expect(result.body).toMatchObject({ resultPage: true, variants: [], tabs: [] });
      expect((await context.api.matches(id, '?resultPage=true')).body).toEqual({ matchedVariants: [], tabs: [] });
      const check = await context.api.management.call('POST', '/companies/tabless/funnels/tabless/check', {});
      expect(check.body).toMatchObject({ resultPageWithoutTabs: true, eligible: { assortment: 2, resultPage: 0 } });
      await untilDelivered(id);
      expect(getDelivered(id)[0]?.body).toEqual(payload);
    });
  });
}
