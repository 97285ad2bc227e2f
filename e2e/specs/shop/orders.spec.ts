/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { answerIn, readRecords } from '../../support/browser/component-pages.js';
import { expect, test } from '../../support/browser/component-test.js';
import { createManagement } from '../../support/browser/questionnaire.js';
import { send } from '../../support/http.js';

/** Orders that pages and servers of a shop report, and the revenue that follows. docs/insight.md N5 to N7, docs/components.md B13. */

const order = (orderId: string, price = '200.00') => ({
  ...{ orderId, createdAt: new Date().toISOString().replace(/\.\d+/, ''), currency: 'EUR' },
  lines: [{ lineId: '1', variantId: 'V1', quantity: 1, price }],
});
const track = (page: Page, given: ReturnType<typeof order>) =>
  page.evaluate((value) => window.svcComponents?.trackOrder(value), given);
const readOutbox = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('svc:outbox') ?? '[]') as unknown[]).length);

/** What the company earned, and its server. */
function openBooks(baseURL: string | undefined, handle: string) {
  const management = createManagement(baseURL);
  const origin = (baseURL as string).replace('localhost', '127.0.0.1');
  return {
    async net() {
      const { status, body, text } = await management.call('GET', `/companies/${handle}/insight/revenue`);
      expect(status, text).toBe(200);
      return (body.totals as Record<string, string>[]).map(({ kind, rule, proof, net }) => [kind, rule, proof, net]);
    },
    async createServer() {
      const key = await management.call('POST', `/companies/${handle}/api-keys`, {
        name: 'Server of the shop',
        scopes: ['order.write'],
      });
      expect(key.status, key.text).toBe(201);
      const headers = { authorization: `Bearer ${key.body.value}` };
      return (path: string, body: object) => send(origin, path, { headers, body });
    },
  };
}

test('a shopper takes the quiz, buys for 200 and gets 50 back: 150 are credited to the analysis. docs/insight.md N5, N6, N7', async ({
  page,
  baseURL,
  openShop,
  createCompany,
  inline,
  seen,
}) => {
  const company = await createCompany();
  const books = openBooks(baseURL, company.handle);
  await openShop({ company, body: '<svc-analysis></svc-analysis>' });
  await answerIn(inline.frame);
  await expect.poll(async () => (await readRecords(page)).variants).toHaveLength(1);

  const bought = order('4711');
  const updates = async () => (await seen.names()).filter((name) => name === 'svc-data-updated').length;
  await expect.poll(updates).toBe(1);
  expect(await track(page, bought)).toBe(true);
  await expect.poll(updates).toBe(2);
  expect(await readOutbox(page)).toBe(0);
  expect(await books.net()).toEqual([['REPORTED', 'DIRECT', 'CONFIRMED', '200.0000']]);

  // The thank-you page is loaded again.
  await page.reload();
  await page.evaluate(() => window.svcComponents?.ready);
  expect(await track(page, bought)).toBe(true);
  expect(await books.net()).toEqual([['REPORTED', 'DIRECT', 'CONFIRMED', '200.0000']]);

  // The server of the shop reports the same order, and what came back.
  const [{ analysis_id: analysisId }] = (await readRecords(page)).variants;
  const server = await books.createServer();
  const lines = bought.lines.map((line) => ({ ...line, analysisId }));
  expect((await server('/api/v1/orders', { ...bought, lines })).status).toBe(202);
  const refund = {
    refundId: 'R1',
    orderId: '4711',
    createdAt: bought.createdAt,
    lines: [{ lineId: '1', amount: '50' }],
  };
  for (let times = 0; times < 2; times += 1) expect((await server('/api/v1/refunds', refund)).status).toBe(202);
  expect(await books.net()).toEqual([['VERIFIED', 'DIRECT', 'CONFIRMED', '150.0000']]);

  // Erasing the analysis removes what is credited to it.
  const erased = await createManagement(baseURL).call('DELETE', `/companies/${company.handle}/analyses/${analysisId}`);
  expect(erased.status).toBeLessThan(300);
  await expect.poll(() => books.net(), { timeout: 60_000 }).toEqual([]);
});

test('an order that the network loses is sent at the next page load, once. docs/components.md B13.7', async ({
  page,
  baseURL,
  openShop,
  createCompany,
}) => {
  const company = await createCompany();
  const books = openBooks(baseURL, company.handle);
  await page.route('**/api/v1/orders*', (route) => route.abort());
  const { address } = await openShop({ company });
  await page.evaluate(() => window.svcComponents?.ready);
  void track(page, order('1')).catch(() => {});
  await expect.poll(() => readOutbox(page)).toBe(1);
  await page.unroute('**/api/v1/orders*');
  await page.goto(address);
  await expect.poll(() => readOutbox(page)).toBe(0);
  expect(await books.net()).toEqual([['REPORTED', 'NONE', 'NONE', '200.0000']]);
});

test('a shopper who declined reports no order, and what waits is forgotten. docs/components.md B13.7', async ({
  page,
  baseURL,
  openShop,
  createCompany,
}) => {
  const company = await createCompany();
  const books = openBooks(baseURL, company.handle);
  await page.route('**/api/v1/orders*', (route) => route.abort());
  await openShop({ company });
  await page.evaluate(() => window.svcComponents?.ready);
  void track(page, order('1')).catch(() => {});
  await expect.poll(() => readOutbox(page)).toBe(1);
  await page.evaluate(() => {
    window.SVC_AI = { ...(window.SVC_AI as object), CONSENT: 'denied' };
    window.dispatchEvent(new Event('svc-settings-changed'));
  });
  await expect.poll(() => readOutbox(page)).toBe(0);
  // Only now: the next attempt comes a second after the first one, perhaps before the components know of the answer.
  await page.unroute('**/api/v1/orders*');
  expect(await track(page, order('2'))).toBe(false);
  expect(await books.net()).toEqual([]);
});
