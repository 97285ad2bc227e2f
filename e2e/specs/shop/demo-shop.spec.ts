/// <reference lib="dom" />
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { expectNoSidewaysScroll, funnelOrigin } from '../../support/browser/questionnaire.js';

/** The shop of the demo company by itself: demo/README.md. What the components do in it is in components-*.spec.ts. */

test.use({ viewport: { width: 1000, height: 700 }, locale: 'en' });

const shopOrigin = (baseURL: string | undefined) => funnelOrigin(baseURL, 'demo-shop');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** The components stay out of these tests. */
test.beforeEach(({ page }) => page.route('**/components.js', (route) => route.fulfill({ body: '' })));

const PAGES: [path: string, heading: string][] = [
  ['/', 'Color that knows you'],
  ['/quiz', 'Find your shade'],
  ['/p/velvet-hour-foundation', 'Velvet Hour Foundation'],
  ['/p/lip-wardrobe', 'Lip Wardrobe'],
  ['/chat', 'Ask about our products'],
  ['/cart', 'Cart'],
  ['/thanks', 'Thank you'],
  ['/elements/svc-analysis', 'svc-analysis'],
  ['/elements/svc-analysis-popup', 'svc-analysis-popup'],
  ['/elements/svc-floating-action-button', 'svc-floating-action-button'],
  ['/elements/svc-widget', 'svc-widget'],
  ['/spa/', 'Linden & Lune as a single-page application'],
  ['/spa/p/velvet-hour-foundation', 'Velvet Hour Foundation'],
  ['/nothing', 'There is no such page'],
];

for (const [path, title] of PAGES) {
  test(`${path} is accessible, on narrow screens too, and loads nothing that a strict policy stops`, async ({
    page,
    baseURL,
  }) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted/.test(message.text())) problems.push(message.text());
    });
    await page.goto(`${shopOrigin(baseURL)}${path}?csp=strict&banner=1`);
    await expect(heading(page)).toHaveText(title);
    await expect(page.locator('main li:empty')).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    expect(problems).toEqual([]);
  });
}

test('a choice is a link that shows the picture in its shade; what is sold out cannot be added', async ({
  page,
  baseURL,
}) => {
  await page.goto(`${shopOrigin(baseURL)}/p/velvet-hour-foundation`);
  await page.getByRole('link', { name: '30C Blush Beige' }).click();
  await expect(page.getByRole('link', { name: '30C Blush Beige' })).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('article img')).toHaveAttribute('src', /fnd-velvet\.svg#s-30c$/);
  await page.getByRole('link', { name: '25N Linen (sold out)' }).click();
  await expect(page.getByRole('button', { name: 'Sold out' })).toBeDisabled();
});

test('the cart is filled on a product page and by svc-add-to-cart, and knows sets and the analysis', async ({
  page,
  baseURL,
}) => {
  await page.goto(`${shopOrigin(baseURL)}/p/velvet-hour-foundation?variant=FND-VELVET-30C`);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByRole('status')).toHaveText('Velvet Hour Foundation is in the cart.');
  await page.getByRole('link', { name: 'Cart (1)' }).click();
  await expect(page.locator('[data-line]')).toHaveCount(1);
  await page.evaluate(() => {
    const entry = {
      timestamp: 1,
      variant_id: 'LIP-MATTE-TRUE-RED',
      source: '',
      analysis_id: 'old',
      funnel: 'linden-beauty',
    };
    const newer = { ...entry, timestamp: 2, analysis_id: 'new' };
    localStorage.setItem('svcRecommendedProductVariants', JSON.stringify([entry, newer]));
    const add = (detail: object) =>
      document.dispatchEvent(
        new CustomEvent('svc-add-to-cart', { detail: { type: 'add_to_cart', source: 'add_to_cart', ...detail } }),
      );
    add({ items: [{ id: 'LIP-MATTE-TRUE-RED', quantity: 2 }] });
    add({
      items: [
        { id: 'CLN-MILK-100ML', quantity: 1 },
        { id: 'SER-HYA-30ML', quantity: 1 },
      ],
      set_id: 'SET-MORNING',
    });
  });
  await expect(page.locator('[data-cart-count]')).toHaveText('5');
  await expect(page.locator('[data-line="LIP-MATTE-TRUE-RED"] [data-analysis="new"]')).toBeVisible();
  await expect(page.locator('[data-line="SER-HYA-30ML"]')).toContainText('Part of Morning Dew Ritual');
  await expect(page.locator('[data-line="FND-VELVET-30C"]')).toContainText('30C Blush Beige');
  await page.getByRole('button', { name: 'Remove Velvet Hour Foundation' }).click();
  await expect(page.locator('[data-line]')).toHaveCount(3);
  await page.getByRole('link', { name: 'Order' }).click();
  await expect(page.getByText('Your order of 4 items was received.')).toBeVisible();
  await expect(page.locator('[data-cart-count]')).toHaveText('0');
});

test('the single-page version sets the product first and then reports the route', async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    Object.assign(window, { reported: [] });
    for (const name of ['svc-settings-changed', 'svcOnRouteChange']) {
      window.addEventListener(name, () => {
        const { SVC_AI, reported } = window as unknown as { SVC_AI: { PRODUCT_ID?: string }; reported: unknown[] };
        reported.push([name, location.pathname, SVC_AI.PRODUCT_ID ?? null]);
      });
    }
  });
  await page.goto(`${shopOrigin(baseURL)}/spa/`);
  await expect(heading(page)).toBeVisible();
  await page.getByRole('link', { name: 'Velvet Hour Foundation' }).click();
  await expect(heading(page)).toHaveText('Velvet Hour Foundation');
  await expect(heading(page)).toBeFocused();
  await page.goBack();
  await expect(heading(page)).toHaveText('Linden & Lune as a single-page application');
  const reported = () => page.evaluate(() => (window as unknown as { reported: unknown[] }).reported);
  const product = '/spa/p/velvet-hour-foundation';
  await expect.poll(reported).toEqual([
    ['svc-settings-changed', '/spa/', null],
    ['svcOnRouteChange', '/spa/', null],
    ['svc-settings-changed', product, 'FND-VELVET'],
    ['svcOnRouteChange', product, 'FND-VELVET'],
    ['svc-settings-changed', '/spa/', null],
    ['svcOnRouteChange', '/spa/', null],
  ]);
});

test('the page of an element changes its attributes, and shows its markup', async ({ page, baseURL }) => {
  await page.goto(`${shopOrigin(baseURL)}/elements/svc-analysis`);
  const markup = page.locator('[data-markup]');
  await expect(markup).toHaveText('<svc-analysis source="elements"></svc-analysis>');
  await page.getByLabel('force-start').check();
  await page.getByLabel('funnel').selectOption('linden-style');
  await page.getByLabel('source').fill('');
  await page.getByLabel('source').blur();
  await expect(markup).toHaveText('<svc-analysis force-start funnel="linden-style"></svc-analysis>');
  await page.getByLabel('force-start').uncheck();
  await expect(markup).toHaveText('<svc-analysis funnel="linden-style"></svc-analysis>');
});

test('the banner passes consent on', async ({ page, baseURL }) => {
  await page.goto(`${shopOrigin(baseURL)}/?consent=required`);
  const consent = () => page.evaluate(() => (window as unknown as { SVC_AI: { CONSENT?: string } }).SVC_AI.CONSENT);
  expect(await consent()).toBe('denied');
  await page.evaluate(() =>
    window.addEventListener('svc-settings-changed', () => Object.assign(window, { hasChanged: true })),
  );
  await page.getByRole('button', { name: 'Accept' }).click();
  expect(await consent()).toBe('granted');
  expect(await page.evaluate(() => 'hasChanged' in window)).toBe(true);
  await expect(page.getByRole('button', { name: 'Accept' })).toBeHidden();
});
