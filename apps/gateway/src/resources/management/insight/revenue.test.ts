import {
  AttributionProof,
  AttributionRule,
  ChatUse,
  type GetRevenueRequest,
  OrderKind,
  RefusalKind,
  RevenuePlace,
} from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';

const PATH = '/api/admin/v1/companies/glow/insight/revenue';
const row = {
  ...{ day: '2026-11-22', currency: 'EUR', kind: OrderKind.ORDER_KIND_VERIFIED, totalsIncludeTax: true },
  rule: AttributionRule.ATTRIBUTION_RULE_DIRECT,
  proof: AttributionProof.ATTRIBUTION_PROOF_CONFIRMED,
  ...{ chat: ChatUse.CHAT_USE_NEVER, orders: 1, lines: 1, gross: '200.0000', refunded: '50.0000', net: '150.0000' },
};
const sold = {
  ...{ currency: 'EUR', kind: row.kind, rule: row.rule, proof: row.proof, totalsIncludeTax: true, variants: 1 },
  ...{ analyses: 2, orders: 2, lines: 3, gross: '200.0000', refunded: '50.0000', net: '150.0000' },
};
const placed = {
  ...{ currency: 'EUR', kind: row.kind, rule: row.rule, proof: row.proof, totalsIncludeTax: true, keys: 1 },
  ...{ lines: 3, gross: '200.0000', refunded: '50.0000', net: '150.0000' },
};
const named = { ...placed, place: RevenuePlace.REVENUE_PLACE_NAMED };

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway({
    handlers: {
      funnelAdmin: { getCompany: async () => ({ companyId: 'company-1', timeZone: 'Asia/Kolkata' }) as never },
      funnel: {
        getCompanyState: async () => ({
          version: 1,
          language: 'en',
          funnels: [{ funnelId: 'funnel-1', subdomain: 'beauty', archived: false }],
        }),
      },
      variants: {
        getVariants: async () => ({
          variants: [
            { variantId: 'V1', productName: '=Serum', variantName: '30 ml', price: '100.00', currency: 'EUR' },
          ] as never,
        }),
      },
      orders: {
        getRevenue: async () => ({
          rows: [row, { ...row, day: '2026-11-23' }, { ...row, day: '2026-11-23', currency: 'CHF' }],
          attributionDays: [7, 14],
          keptAside: {
            ...{ waitingRefunds: 1, unknownRefundLines: 0, lateRefunds: 0, ordersWithUnknownAnalyses: 2 },
            ...{ excessRefundLines: 3, foreignLines: 4, ordersWithUnreadAnalyses: 5 },
          },
          refused: [{ kind: RefusalKind.REFUSAL_KIND_ORDER, reason: 'INVALID_REQUEST', requests: 5 }],
          variants: [
            { ...sold, variantId: 'V1' },
            { ...sold, variantId: 'GONE', rule: AttributionRule.ATTRIBUTION_RULE_ASSISTED },
            { ...sold, variants: 7, orders: 5 },
          ],
          tabs: [
            { ...named, key: '=FACE', funnelId: 'funnel-1' },
            { ...named, key: 'GONE', funnelId: 'deleted' },
            { ...placed, place: RevenuePlace.REVENUE_PLACE_OTHERS, keys: 4 },
          ],
          rules: [{ ...placed, place: RevenuePlace.REVENUE_PLACE_UNKNOWN, keys: 0 }],
          carted: [{ variantId: 'V1', analyses: 5 }],
        }),
      },
    },
  });
});
afterEach(() => gateway.stop());

const get = (path: string) => gateway.ask(path, { headers: { authorization: `Bearer ${PLATFORM_TOKEN}` } });
const asked = () => (gateway.services.calls.getRevenue as GetRevenueRequest[])[0];

describe('GET insight/revenue (docs/insight.md N7)', () => {
  it('adds up the days of a group exactly, and nothing across currencies (N7.3, N7.4, N7.10)', async () => {
    const { status, json } = await get(`${PATH}?from=2026-11-22&to=2026-11-23&timezone=Europe/Berlin&funnel=beauty`);
    expect(status).toBe(200);
    const group = { kind: 'VERIFIED', rule: 'DIRECT', proof: 'CONFIRMED', chat: 'NEVER', totalsIncludeTax: true };
    expect(json.totals).toEqual([
      { ...group, currency: 'EUR', orders: 2, lines: 2, gross: '400.0000', refunded: '100.0000', net: '300.0000' },
      { ...group, currency: 'CHF', orders: 1, lines: 1, gross: '200.0000', refunded: '50.0000', net: '150.0000' },
    ]);
    expect(json.verified).toMatchObject({ value: { value: 1 }, cases: 3 });
    expect(json).toMatchObject({
      ...{ timezone: 'Europe/Berlin', attributionDays: [7, 14], definition: expect.stringContaining('refunds') },
      keptAside: { waitingRefunds: 1, ordersWithUnknownAnalyses: 2, excessRefundLines: 3 },
    });
    const refundable = new Date(Date.parse(`${json.asOf}`) - 60 * 86_400_000);
    expect(json.mayFallSince).toBe(refundable.toISOString().slice(0, 10));
    expect(asked()).toEqual({
      ...{ companyId: 'company-1', fromDay: '2026-11-22', toDay: '2026-11-23', timeZone: 'Europe/Berlin' },
      ...{ companyTimeZone: 'Asia/Kolkata', funnelId: 'funnel-1' },
    });
  });

  it('says that what is attributed is not additional, in the table too (N7.5)', async () => {
    const [{ json }, { text }] = [await get(PATH), await get(`${PATH}.csv`)];
    for (const definition of [json.definition, text.split('\r\n')[0]])
      expect(definition).toContain('Not additional revenue');
  });

  it('passes filters on, and has the company’s time zone where none is given (N7.1, N7.8, N7.13)', async () => {
    const { json } = await get(`${PATH}?funnel=beauty&version=v1&locale=de-CH&source=&kind=verified`);
    expect(json.timezone).toBe('Asia/Kolkata');
    expect(asked()).toMatchObject({
      timeZone: 'Asia/Kolkata',
      versionId: 'v1',
      locale: 'de-ch',
      source: '',
      kind: row.kind,
    });
    // All are verified where only those are asked for.
    expect(json.verified).toMatchObject({ value: null, cases: 0 });
  });

  it('says what was put into carts, apart from revenue (N7.9)', async () => {
    const { json } = await get(PATH);
    expect(json.cart).toEqual({
      ...{ definition: expect.stringContaining('No revenue'), analyses: 5 },
      values: [{ currency: 'EUR', value: '500.0000' }],
    });
  });

  it('is of the last 28 days without a range', async () => {
    await get(PATH);
    const { fromDay, toDay } = asked()!;
    expect((Date.parse(toDay) - Date.parse(fromDay)) / 86_400_000).toBe(27);
  });

  it.each([
    'from=yesterday',
    'to=2026-02-30',
    'timezone=Mars/Base',
    'timezone=%2B01:00',
    'timezone=-08:00',
    'funnel=../x',
    'kind=all',
    'kind=toString',
    'unknown=1',
  ])('refuses ?%s', async (query) => {
    const { status, json } = await get(`${PATH}?${query}`);
    expect([status, json.error]).toEqual([400, 'INVALID_QUERY']);
  });

  it('says how many lines have variants that the catalog does not have, and what was refused (N5.8, N5.11)', async () => {
    const { json } = await get(PATH);
    expect(json.keptAside).toMatchObject({ foreignLines: 4, ordersWithUnreadAnalyses: 5 });
    expect(json.refused).toEqual([{ kind: 'ORDER', reason: 'INVALID_REQUEST', requests: 5 }]);
  });

  it('is by variant, too, with names of the catalog and the number of cases; the others share a row (N7.11)', async () => {
    const { json } = await get(PATH);
    const group = { currency: 'EUR', kind: 'VERIFIED', proof: 'CONFIRMED', totalsIncludeTax: true };
    const sums = { analyses: 2, lines: 3, gross: '200.0000', refunded: '50.0000', net: '150.0000' };
    const unnamed = { ...group, ...sums, productName: null, variantName: null };
    expect(json.variants).toEqual([
      {
        ...{ ...group, ...sums, variantId: 'V1', productName: '=Serum', variantName: '30 ml' },
        ...{ rule: 'DIRECT', variants: 1, orders: 2 },
      },
      { ...unnamed, variantId: 'GONE', rule: 'ASSISTED', variants: 1, orders: 2 },
      { ...unnamed, variantId: null, rule: 'DIRECT', variants: 7, orders: 5 },
    ]);
    expect(json.variantsDefinition).toContain('only put into a cart');
    expect(json.variantsDefinition).toContain('400 days');
  });

  it('is a table of variants as .csv?by=variant, and refuses other rows (N7.11)', async () => {
    const { headers, text } = await get(`${PATH}.csv?from=2026-11-22&to=2026-11-23&by=variant`);
    expect(headers['content-disposition']).toBe('attachment; filename="revenue-variants-glow.csv"');
    expect(text).toContain('"from","2026-11-22"\r\n');
    expect(text.split('\r\n').slice(-4)).toEqual([
      `"V1","'=Serum","30 ml","EUR","VERIFIED","DIRECT","CONFIRMED","true","1","2","2","3","200.0000","50.0000","150.0000"`,
      '"GONE","","","EUR","VERIFIED","ASSISTED","CONFIRMED","true","1","2","2","3","200.0000","50.0000","150.0000"',
      '"","","","EUR","VERIFIED","DIRECT","CONFIRMED","true","7","2","5","3","200.0000","50.0000","150.0000"',
      '',
    ]);
    expect((await get(`${PATH}.csv?by=locale`)).json.error).toBe('INVALID_QUERY');
  });

  it('is by tab and by rule, with the sub-domains of funnels; a line in several counts in each, and it says so (N7.12)', async () => {
    const { json } = await get(PATH);
    const group = { currency: 'EUR', kind: 'VERIFIED', rule: 'DIRECT', proof: 'CONFIRMED', totalsIncludeTax: true };
    const shared = { ...group, lines: 3, gross: '200.0000', refunded: '50.0000', net: '150.0000' };
    expect(json.tabs).toEqual([
      { ...shared, place: 'NAMED', key: '=FACE', funnel: 'beauty', keys: 1 },
      { ...shared, place: 'NAMED', key: 'GONE', funnel: null, keys: 1 },
      { ...shared, place: 'OTHERS', key: null, funnel: null, keys: 4 },
    ]);
    expect(json.rules).toEqual([{ ...shared, place: 'UNKNOWN', key: null, funnel: null, keys: 0 }]);
    for (const name of ['tabs', 'rules']) expect(json[`${name}Definition`]).toContain('counts in each');
  });

  it('is a table of tabs or of rules as .csv?by=tab and ?by=rule (N7.12)', async () => {
    const tabs = await get(`${PATH}.csv?by=tab`);
    expect(tabs.headers['content-disposition']).toBe('attachment; filename="revenue-tabs-glow.csv"');
    expect(tabs.text.split('\r\n').slice(-4)).toEqual([
      `"NAMED","'=FACE","beauty","EUR","VERIFIED","DIRECT","CONFIRMED","true","1","3","200.0000","50.0000","150.0000"`,
      '"NAMED","GONE","","EUR","VERIFIED","DIRECT","CONFIRMED","true","1","3","200.0000","50.0000","150.0000"',
      '"OTHERS","","","EUR","VERIFIED","DIRECT","CONFIRMED","true","4","3","200.0000","50.0000","150.0000"',
      '',
    ]);
    const { text } = await get(`${PATH}.csv?by=rule`);
    expect(text).toContain('"UNKNOWN","","","EUR"');
  });

  it('is a table for spreadsheets as .csv, with what it says above the days (N7.6)', async () => {
    const { headers, text } = await get(`${PATH}.csv?from=2026-11-22&to=2026-11-23`);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="revenue-glow.csv"',
    });
    expect(text.startsWith('\uFEFF"definition","')).toBe(true);
    expect(text).toContain('"from","2026-11-22"\r\n');
    expect(text).toMatch(/"completeUntil","\d{4}-\d\d-\d\dT[\d:.]+Z"\r\n/);
    expect(text).toContain(
      '"foreignLines","4"\r\n"ordersWithUnreadAnalyses","5"\r\n"refused","ORDER INVALID_REQUEST 5"\r\n',
    );
    expect(text.split('\r\n').slice(-4)).toEqual([
      '"2026-11-22","EUR","VERIFIED","DIRECT","CONFIRMED","NEVER","true","1","1","200.0000","50.0000","150.0000"',
      '"2026-11-23","EUR","VERIFIED","DIRECT","CONFIRMED","NEVER","true","1","1","200.0000","50.0000","150.0000"',
      '"2026-11-23","CHF","VERIFIED","DIRECT","CONFIRMED","NEVER","true","1","1","200.0000","50.0000","150.0000"',
      '',
    ]);
  });
});
