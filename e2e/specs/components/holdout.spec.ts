/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expect, INLINE, test } from '../../support/browser/component-test.js';
import { createManagement } from '../../support/browser/questionnaire.js';

const readVisitor = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('svcVisitor') ?? 'null'));
const button = (page: Page) => page.locator('svc-floating-action-button [part~="button"]');

/** Makes this browser one of an arm: an id is looked for that the test assigns to it. */
const keepVisitor = (page: Page, config: { salt: string; weights: number[] }, arm: number) =>
  page.evaluate(
    async ({ salt, weights, arm: wanted }) => {
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      for (;;) {
        const id = crypto.randomUUID();
        const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(salt + id));
        const share = new DataView(hash).getUint32(0) / 2 ** 32;
        if ((share < (weights[0] as number) / total ? 0 : 1) !== wanted) continue;
        localStorage.setItem('svcVisitor', JSON.stringify({ id, timestamp: Date.now() - 1_000 }));
        return id;
      }
    },
    { ...config, arm },
  );

test('a holdout: without consent nothing is kept; an arm sees no components, the other all; both are counted. docs/insight.md N14', async ({
  page,
  baseURL,
  openShop,
  createCompany,
  seen,
}) => {
  const company = await createCompany({ settings: { tracking: { visitId: 'STORAGE' } } });
  const management = createManagement(baseURL);
  const created = await management.call('POST', `/companies/${company.handle}/experiments`, {
    ...{ name: 'Without', kind: 'HOLDOUT', hypothesis: 'They help.', primaryMeasure: 'ORDERS_PER_UNIT' },
    ...{ minimumEffect: 0.1, arms: [{}, {}] },
  });
  expect(created.status, created.text).toBe(201);
  const key = await management.call('POST', `/companies/${company.handle}/api-keys`, {
    ...{ name: 'Server', scopes: ['order.write'] },
  });
  const order = (orderId: string) => ({
    ...{ orderId, createdAt: new Date().toISOString(), currency: 'EUR' },
    lines: [{ lineId: '1', variantId: 'V1', quantity: 1, price: '20' }],
  });
  // Without an order, the test cannot be planned.
  const first = await page.request.post(`${(baseURL as string).replace('localhost', '127.0.0.1')}/api/v1/orders`, {
    headers: { authorization: `Bearer ${key.body.value}` },
    data: order('before'),
  });
  expect(first.status()).toBe(202);
  const started = await management.call('POST', `/companies/${company.handle}/experiments/${created.body.id}/start`);
  expect(started.status, started.text).toBe(200);

  const reports: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/v1\/(visits|orders)$/.test(pathname) && request.method() === 'POST')
      reports.push({ pathname, ...JSON.parse(request.postData() ?? '{}') });
  });
  const exposures = () => reports.filter(({ kind }) => kind === 'EXPOSURE');

  await openShop({ company, body: INLINE });
  await expect(button(page)).toBeVisible();
  await expect(page.locator('svc-analysis iframe')).toBeVisible();
  expect([await readVisitor(page), exposures()]).toEqual([null, []]);
  const { visitor } = await page.evaluate(
    async (address) => (await fetch(address)).json(),
    `${baseURL}/api/components/v1/config?company=${company.companyKey}`,
  );

  // Arm A.
  const held = await keepVisitor(page, visitor.holdout, 0);
  await openShop({ company, body: INLINE, settings: { CONSENT: 'granted' } });
  await page.evaluate(() => window.svcComponents?.ready);
  await expect.poll(async () => (await readVisitor(page)).reported).toBe(created.body.id);
  expect(await readVisitor(page)).toMatchObject({ id: held, arm: 'A', holdout: created.body.id });
  expect(exposures()).toMatchObject([{ visitorId: held, experimentId: created.body.id }]);
  expect(await page.evaluate(() => window.svcAnalysisPopup?.open())).toBe(false);
  await expect(page.getByText('Fallback')).toBeVisible();
  await expect(page.locator('svc-analysis iframe')).toHaveCount(0);
  await expect(button(page)).toHaveCount(0);
  expect(await page.evaluate((given) => window.svcComponents?.trackOrder(given), order('4711'))).toBe(true);
  expect(reports.find(({ pathname }) => pathname === '/api/v1/orders')).toMatchObject({ visitorId: held });

  // The same page again: nothing is counted twice. Then arm B.
  await page.reload();
  await page.evaluate(() => window.svcComponents?.ready);
  await expect(button(page)).toHaveCount(0);
  expect(exposures()).toHaveLength(1);
  const shown = await keepVisitor(page, visitor.holdout, 1);
  await page.reload();
  await expect(button(page)).toBeVisible();
  await expect.poll(async () => (await readVisitor(page)).reported).toBe(created.body.id);
  expect(exposures()).toMatchObject([{ visitorId: held }, { visitorId: shown }]);

  // The shopper declines: the id is removed immediately, and not made again.
  await page.evaluate(() => {
    window.SVC_AI = { ...(window.SVC_AI as object), CONSENT: 'denied' };
    window.dispatchEvent(new Event('svc-settings-changed'));
  });
  await expect.poll(() => readVisitor(page)).toBeNull();
  expect([seen.console, seen.trouble]).toEqual([[], []]);
});
