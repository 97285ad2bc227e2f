/// <reference lib="dom" />
import { expect, type Page, test } from '@playwright/test';
import {
  createShopCompany,
  demoShopOrigin,
  frameOf,
  type ShopPages,
  serveShopPages,
  shopHtml,
  watchComponents,
} from '../support/component-pages.js';
import { expectAccessible } from '../support/questionnaire.js';

/** svc-floating-action-button on pages of a shop. docs/components.md B9. */

test.use({ viewport: { width: 1000, height: 700 }, locale: 'en', reducedMotion: 'reduce' });

let shop: ShopPages;
test.beforeAll(async () => {
  shop = await serveShopPages();
});
test.afterAll(() => shop.close());

const ONLY_BUTTON = { components: { popup: true, widget: false, floatingActionButton: true, chat: false } };
const button = (page: Page) => page.locator('svc-floating-action-button').getByRole('button');
const dialog = (page: Page) => page.getByRole('dialog');

async function openShop(
  page: Page,
  baseURL: string | undefined,
  handle: string,
  given: { body?: string; head?: string; settings?: object } = {},
) {
  const company = await createShopCompany(baseURL, handle, { settings: { ...ONLY_BUTTON, ...given.settings } });
  const seen = await watchComponents(page);
  await page.goto(
    shop.add(
      shopHtml(baseURL, {
        settings: { COMPANY_ID: company.companyKey },
        ...(given.head && { head: given.head }),
        body: given.body ?? '<a href="#x">A link</a><div style="height: 2000px"></div>',
      }),
    ),
  );
  await expect(button(page)).toBeVisible();
  return { ...company, seen };
}

test('it is created when the company wants it, and not otherwise. docs/components.md B9.1', async ({
  page,
  baseURL,
}) => {
  await openShop(page, baseURL, 'b-created');
  await expect(page.locator('body > svc-floating-action-button[auto]')).toHaveCount(1);
  const { companyKey } = await createShopCompany(baseURL, 'b-off', {
    settings: { components: { popup: true, widget: false, floatingActionButton: false, chat: false } },
  });
  await page.goto(shop.add(shopHtml(baseURL, { settings: { COMPANY_ID: companyKey } })));
  await expect(page.locator('svc-analysis-popup[auto]')).toHaveCount(1);
  expect(await page.locator('svc-floating-action-button').count()).toBe(0);
});

test('it opens the popup with the default funnel, and its functions do the same. docs/components.md B9.2, B9.3', async ({
  page,
  baseURL,
}) => {
  const { seen } = await openShop(page, baseURL, 'b-opens');
  expect(await button(page).getAttribute('aria-haspopup')).toBe('dialog');
  expect(await button(page).getAttribute('aria-label')).toBeTruthy();
  await button(page).click();
  await expect(frameOf(page, 'svc-analysis-popup').locator('svc-quiz h1')).toBeVisible();
  await expect(button(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();
  expect(await page.evaluate(() => window.svcFloatingActionButton?.open())).toBe(true);
  await expect(dialog(page)).toBeVisible();
  await page.evaluate(() => void window.svcFloatingActionButton?.close());
  await expect(dialog(page)).toHaveCount(0);
  expect(await seen.names()).toEqual(['svc-popup-opened', 'svc-popup-closed', 'svc-popup-opened', 'svc-popup-closed']);
});

test('size, place and z-index; mirrored in pages from right to left. docs/components.md B9.3, B9.4, B5.6, B6.7', async ({
  page,
  baseURL,
}) => {
  await openShop(page, baseURL, 'b-place', { settings: { zIndex: { floatingActionButton: 321 } } });
  const box = await button(page).boundingBox();
  expect([box?.width, box?.height].map((length) => Math.round(length as number))).toEqual([56, 56]);
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  expect(Math.round(width - (box as { x: number }).x - 56)).toBe(20);
  expect(Math.round(700 - (box as { y: number }).y - 56)).toBe(20);
  expect(await page.locator('svc-floating-action-button').evaluate((element) => getComputedStyle(element).zIndex)).toBe(
    '321',
  );
  await page.goto(`${demoShopOrigin(baseURL)}/?dir=rtl`);
  await expect.poll(async () => Math.round((await button(page).boundingBox())?.x as number)).toBeLessThanOrEqual(40);
});

test('the first button works, others hide with one warning. docs/components.md B6.10', async ({ page, baseURL }) => {
  const { seen } = await openShop(page, baseURL, 'b-two', {
    body: '<svc-floating-action-button id="one"></svc-floating-action-button><svc-floating-action-button id="two"></svc-floating-action-button>',
  });
  await expect(page.locator('#one').getByRole('button')).toBeVisible();
  await expect(page.locator('#two').getByRole('button')).toHaveCount(0);
  expect(await page.evaluate(() => window.svcFloatingActionButton?.id)).toBe('one');
  await expect.poll(() => seen.console).toEqual([expect.stringMatching(/^warning: svc \[two-buttons\]/)]);
});

test('with --svc-fab-avoid it moves above a bar of the page. docs/components.md B9.5', async ({ page, baseURL }) => {
  await openShop(page, baseURL, 'b-avoid', {
    head: '<style>svc-floating-action-button { --svc-fab-avoid: auto }</style>',
    body: '<div id="bar" style="position: fixed; inset: auto 0 0 0; height: 80px; background: #eee">Buy</div>',
  });
  const gap = async () => {
    const [above, below] = [await button(page).boundingBox(), await page.locator('#bar').boundingBox()];
    return Math.round((below?.y as number) - (above?.y as number) - (above?.height as number));
  };
  await expect.poll(gap).toBe(12);
});

test('before the first interaction a page loads only the files that its budget counts. docs/components.md B16.4', async ({
  page,
  baseURL,
}) => {
  const origin = demoShopOrigin(baseURL);
  const { companyKey } = await createShopCompany(baseURL, 'b-bytes', { settings: ONLY_BUTTON });
  // As in libs/components/build/budgets.mjs, which the build checks.
  const pages = [
    {
      address: shop.add(shopHtml(baseURL, { settings: { COMPANY_ID: companyKey } })),
      files: ['components', 'launcher'],
    },
    { address: `${origin}/p/velvet-hour-foundation`, files: ['components', 'core', 'launcher', 'widget'] },
    { address: `${origin}/quiz`, files: ['components', 'core', 'frame', 'launcher'] },
  ];
  const loaded = new Set<string>();
  page.on('requestfinished', (request) => {
    const { origin: from, pathname } = new URL(request.url());
    const name = /^(?:\/v\/[^/]+)?\/([a-z]+)(?:-[^/]+)?\.js$/.exec(pathname)?.[1];
    if (name && from === baseURL) loaded.add(name);
  });
  for (const { address, files } of pages) {
    loaded.clear();
    await page.goto(address);
    await expect(button(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect([...loaded].sort(), address).toEqual(files);
  }
});

for (const query of ['', '?dir=rtl&lang=de', '?root=62.5']) {
  test(`the demo shop with the button is accessible${query && ` with ${query}`}. docs/components.md B16.3`, async ({
    page,
    baseURL,
  }) => {
    await page.goto(`${demoShopOrigin(baseURL)}/${query}`);
    await expect(button(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Velvet Hour Foundation' })).toBeVisible();
    await expectAccessible(page);
  });
}

test('a page with components does not shift. docs/components.md B16.5', async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
        if (!entry.hadRecentInput) (window as unknown as { shift: number }).shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['/', '/quiz', '/p/velvet-hour-foundation']) {
    await page.goto(`${demoShopOrigin(baseURL)}${path}`);
    await page.evaluate(() => window.svcComponents?.ready);
    if (path === '/quiz') await expect(frameOf(page, 'svc-analysis').locator('svc-quiz h1')).toBeVisible();
    else await expect(button(page)).toBeVisible();
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift), path).toBeLessThanOrEqual(0.02);
  }
});
