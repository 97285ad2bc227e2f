/// <reference lib="dom" />
import { expect, type Page, test } from '@playwright/test';
import {
  answerIn,
  createShopCompany,
  demoShopOrigin,
  frameOf,
  QUESTION,
  readRecords,
  type ShopPages,
  serveShopPages,
  shopHtml,
  watchComponents,
} from '../support/component-pages.js';

/** Events of the components and of the integrator, and the records. docs/components.md B11, B12. */

test.use({ viewport: { width: 1000, height: 700 }, locale: 'en', reducedMotion: 'reduce' });

let shop: ShopPages;
test.beforeAll(async () => {
  shop = await serveShopPages();
});
test.afterAll(() => shop.close());

const inline = (page: Page) => frameOf(page, 'svc-analysis');

test('events are dispatched on document, bubble to window, and a listener that throws stops nothing. docs/components.md B11.1, B11.8', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'v-target');
  await page.goto(
    shop.add(
      shopHtml(baseURL, {
        settings: { COMPANY_ID: companyKey },
        head: `<script>
          window.targets = [];
          document.addEventListener('svc-analysis-finished', () => { throw new Error('listener of the page'); });
          document.addEventListener('svc-analysis-finished', (event) => targets.push(['document', event.target === document, event.cancelable]));
          window.addEventListener('svc-analysis-finished', (event) => targets.push(['window', event.bubbles, event.composed]));
          document.addEventListener('svc-add-to-cart', (event) => targets.push(['cart', event.cancelable]));
          document.addEventListener('svc-data-updated', (event) => targets.push(['updated', event.detail]));
        </script>`,
        body: '<svc-analysis></svc-analysis>',
      }),
    ),
  );
  await answerIn(inline(page));
  const targets = () => page.evaluate(() => (window as unknown as { targets: unknown[] }).targets);
  await expect.poll(targets).toEqual([
    ['document', true, false],
    ['window', true, false],
    ['updated', null],
  ]);
  await inline(page)
    .getByRole('button', { name: /cart|bag/i })
    .first()
    .click();
  await expect.poll(async () => (await targets()).at(-1)).toEqual(['cart', true]);
});

test('one occurrence is one event, however many components are in the page. docs/components.md B11.8, B6.10', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'v-once');
  const seen = await watchComponents(page);
  await page.goto(
    shop.add(
      shopHtml(baseURL, {
        settings: { COMPANY_ID: companyKey },
        body: '<svc-analysis id="one"></svc-analysis><svc-analysis id="two"></svc-analysis><svc-analysis id="three"></svc-analysis>',
      }),
    ),
  );
  await answerIn(page.frameLocator('#one iframe'));
  await expect.poll(() => seen.names()).toContain('svc-data-updated');
  // Time for what must not come.
  await page.waitForTimeout(500);
  const names = await seen.names();
  expect(names.filter((name) => name === 'svc-analysis-finished')).toHaveLength(1);
  expect(names).not.toContain('svc-result-page-opened');
});

test('an analysis that was finished in this page load is no later visit. docs/components.md B11.3', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'v-visit');
  const seen = await watchComponents(page);
  await page.goto(shop.add(shopHtml(baseURL, { settings: { COMPANY_ID: companyKey } })));
  await page.evaluate(() => window.svcComponents?.ready);
  expect(await page.evaluate(() => window.svcAnalysisPopup?.open())).toBe(true);
  await answerIn(frameOf(page, 'svc-analysis-popup'));
  await expect.poll(() => seen.names()).toContain('svc-analysis-finished');
  await page.evaluate(() => void window.svcAnalysisPopup?.close());
  expect(await page.evaluate(() => window.svcAnalysisPopup?.open())).toBe(true);
  await page.waitForTimeout(500);
  expect(await seen.names()).not.toContain('svc-result-page-opened');
  // In the next page load it is one, once.
  await page.reload();
  await page.evaluate(() => window.svcComponents?.ready);
  for (let time = 0; time < 2; time += 1) {
    expect(await page.evaluate(() => window.svcAnalysisPopup?.open())).toBe(true);
    await expect(frameOf(page, 'svc-analysis-popup').locator('svc-result h1')).toBeVisible();
    await page.evaluate(() => void window.svcAnalysisPopup?.close());
  }
  const names = await seen.names();
  expect(names.filter((name) => name === 'svc-result-page-opened')).toHaveLength(1);
});

test('the cart of the demo shop is filled by the event, and knows the analysis. docs/components.md B11.4, B11.10', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'v-cart');
  const seen = await watchComponents(page);
  await page.goto(
    shop.add(shopHtml(baseURL, { settings: { COMPANY_ID: companyKey }, body: '<svc-analysis></svc-analysis>' })),
  );
  await answerIn(inline(page));
  const add = inline(page)
    .getByRole('button', { name: /cart|bag/i })
    .first();
  await add.click();
  await expect.poll(async () => (await seen.events()).at(-1)?.[0]).toBe('svc-add-to-cart');
  const [, detail] = (await seen.events()).at(-1) as [string, object];
  expect(detail).toEqual({ type: 'add_to_cart', items: [{ id: 'V1', quantity: 1 }], source: 'add_to_cart' });

  await page.goto(`${demoShopOrigin(baseURL)}/cart`);
  await expect(page.getByText('The cart is empty.')).toBeVisible();
  await page.evaluate(() => {
    const entry = {
      timestamp: Date.now(),
      variant_id: 'FND-VELVET-10C',
      source: '',
      analysis_id: 'analysis-1',
      funnel: 'linden-beauty',
    };
    localStorage.setItem('svcRecommendedProductVariants', JSON.stringify([entry]));
    const items = [{ id: 'FND-VELVET-10C', quantity: 2 }];
    document.dispatchEvent(
      new CustomEvent('svc-add-to-cart', { detail: { type: 'add_to_cart', items, source: 'add_to_cart' } }),
    );
    const members = [
      { id: 'CLN-MILK-100ML', quantity: 1 },
      { id: 'SER-HYA-30ML', quantity: 1 },
    ];
    document.dispatchEvent(
      new CustomEvent('svc-add-to-cart', {
        detail: { type: 'add_to_cart', items: members, set_id: 'SET-MORNING', source: 'add_to_cart' },
      }),
    );
  });
  const line = page.locator('[data-line="FND-VELVET-10C"]');
  await expect(line).toContainText('Velvet Hour Foundation');
  await expect(line.locator('[data-analysis="analysis-1"]')).toBeVisible();
  await expect(page.locator('[data-line="SER-HYA-30ML"]')).toContainText('Part of Morning Dew Ritual');
  await expect(page.locator('[data-cart-count]')).toHaveText('4');
  await page.getByRole('button', { name: 'Remove Velvet Hour Foundation' }).click();
  await expect(line).toHaveCount(0);
  await page.getByRole('link', { name: 'Order' }).click();
  await expect(page.getByText('Your order of 2 items was received.')).toBeVisible();
  await expect(page.locator('[data-cart-count]')).toHaveText('0');
});

test('svc-data-synchronized is no reason for svc-data-updated; a write in another tab is. docs/components.md B11.5, B11.14, B12.7', async ({
  page,
  context,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'v-sync');
  const seen = await watchComponents(page);
  const address = shop.add(
    shopHtml(baseURL, { settings: { COMPANY_ID: companyKey }, body: '<svc-analysis></svc-analysis>' }),
  );
  await page.goto(address);
  await expect(inline(page).locator('svc-quiz h1')).toHaveText(QUESTION);
  await page.evaluate(() => window.dispatchEvent(new Event('svc-data-synchronized')));
  await page.waitForTimeout(300);
  expect(await seen.names()).toEqual([]);
  const other = await context.newPage();
  await other.goto(address);
  await answerIn(inline(other));
  await expect.poll(() => seen.names()).toContain('svc-data-updated');
  // It was not finished here. The frame of this page may show it, as a result of another visit.
  expect(await seen.names()).not.toContain('svc-analysis-finished');
});

test('storage that is blocked or full: events as usual, one warning. docs/components.md B12.5', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'v-blocked');
  const seen = await watchComponents(page);
  await page.addInitScript(() => {
    if (window.top !== window) return;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto(
    shop.add(shopHtml(baseURL, { settings: { COMPANY_ID: companyKey }, body: '<svc-analysis></svc-analysis>' })),
  );
  await answerIn(inline(page));
  await expect.poll(() => seen.names()).toContain('svc-analysis-finished');
  expect(seen.console.filter((line) => line.startsWith('warning: svc [storage]'))).toHaveLength(1);
  expect(seen.trouble).toEqual([]);
});

test('foreign and poisoned records have no effect. docs/components.md B12.6', async ({ page, baseURL }) => {
  const { companyKey } = await createShopCompany(baseURL, 'v-poison');
  const seen = await watchComponents(page);
  const address = shop.add(
    shopHtml(baseURL, { settings: { COMPANY_ID: companyKey }, body: '<svc-analysis></svc-analysis>' }),
  );
  await page.goto(address);
  const entry = {
    timestamp: new Date().toISOString(),
    funnel: 'v-poison',
    first_name: '',
    last_name: '',
    email: '',
    color_type: '',
  };
  const records = [
    'null',
    '{"0":1}',
    'not json',
    JSON.stringify([null, 7, 'x', { funnel: 'v-poison' }]),
    JSON.stringify([{ ...entry, analysis_id: 'x', analysis_url: 'javascript:alert(1)' }]),
    JSON.stringify([{ ...entry, analysis_id: 'x', analysis_url: 'https://evil.example/r/x' }]),
    JSON.stringify([{ ...entry, analysis_id: '<img src=x onerror=alert(1)>', analysis_url: `${shop.origin}/r/x` }]),
  ];
  for (const record of records) {
    await page.evaluate((value) => {
      localStorage.setItem('svcAnalysesData', value);
      localStorage.setItem('svcRecommendedProductVariants', value);
    }, record);
    await page.reload();
    await expect(inline(page).locator('svc-quiz h1'), record).toHaveText(QUESTION);
  }
  expect(seen.trouble).toEqual([]);
  // The next analysis writes usable records.
  await answerIn(inline(page));
  await expect.poll(async () => (await readRecords(page)).analyses).toHaveLength(1);
});

test('storeContactData: false keeps contact data out of the record and in the events. docs/components.md B12.4, B11.9', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'v-contact', {
    settings: { storeContactData: false },
    steps: [
      { id: 1, type: 'EMAIL', title: 'Your address?', required: true, settings: { fields: ['firstName', 'email'] } },
    ],
  });
  const seen = await watchComponents(page);
  await page.goto(
    shop.add(shopHtml(baseURL, { settings: { COMPANY_ID: companyKey }, body: '<svc-analysis></svc-analysis>' })),
  );
  await inline(page).locator('#email').fill('ada@example.com');
  await inline(page).locator('svc-quiz button[type=submit]').click();
  await expect.poll(() => seen.names(), { timeout: 15_000 }).toContain('svc-analysis-finished');
  const [, detail] = (await seen.events()).find(([name]) => name === 'svc-analysis-finished') as [string, object];
  expect(detail).toMatchObject({ email: 'ada@example.com' });
  expect((await readRecords(page)).analyses).toMatchObject([{ first_name: '', last_name: '', email: '' }]);
});

test('the single-page shop reports its routes, and components stay. docs/components.md B11.12, B11.13, B11.15', async ({
  page,
  baseURL,
}) => {
  const seen = await watchComponents(page);
  await page.goto(`${demoShopOrigin(baseURL)}/spa/`);
  await page.evaluate(() => window.svcComponents?.ready);
  await expect(page.locator('svc-analysis-popup[auto]')).toHaveCount(1);
  await page.getByRole('link', { name: 'Velvet Hour Foundation' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Velvet Hour Foundation');
  expect(new URL(page.url()).pathname).toBe('/spa/p/velvet-hour-foundation');
  expect(await page.evaluate(() => (window.SVC_AI as { PRODUCT_ID: string }).PRODUCT_ID)).toBe('FND-VELVET');
  // An application that replaced everything gets its automatic elements again with the next route.
  await page.evaluate(() => document.querySelector('svc-floating-action-button')?.remove());
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Linden & Lune as a single-page application');
  await expect(page.locator('svc-floating-action-button')).toHaveCount(1);
  expect(await page.evaluate(() => 'PRODUCT_ID' in (window.SVC_AI as object))).toBe(false);
  expect([seen.console, seen.trouble]).toEqual([[], []]);
});
