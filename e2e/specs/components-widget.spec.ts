/// <reference lib="dom" />
import { expect, type Page, test } from '@playwright/test';
import {
  answerIn,
  createShopCompany,
  demoShopOrigin,
  frameOf,
  readRecords,
  type ShopPages,
  serveShopPages,
  shopHtml,
  watchComponents,
} from '../support/component-pages.js';
import { createManagement, expectAccessible } from '../support/questionnaire.js';

/** svc-widget on pages of a shop. docs/components.md B10. */

test.use({ viewport: { width: 1000, height: 700 }, locale: 'en', reducedMotion: 'reduce' });

let shop: ShopPages;
test.beforeAll(async () => {
  shop = await serveShopPages();
});
test.afterAll(() => shop.close());

interface Widget extends HTMLElement {
  isCollapsed: boolean;
  preventVariantNavigation: boolean;
  renderSetVariantsAsLinks: boolean;
  toggleWidget(): void;
  openWidget(): void;
  closeWidget(): void;
}

const NO_CHAT = { components: { popup: true, widget: true, floatingActionButton: true, chat: false } };
const widget = (page: Page) => page.locator('svc-widget');
const invitation = (page: Page) => page.locator('svc-widget [part~="invitation"]');
const variants = (page: Page) => page.locator('svc-widget [part~="variant"]');

const product = (id: string, tags: string[], names = ['Rose']) => ({
  shopSystemId: id,
  name: `Product ${id}`,
  url: `${shop.origin}/p/${id.toLowerCase()}`,
  variants: names.map((name, index) => ({
    shopSystemId: `${id}-${index + 1}`,
    name,
    url: `${shop.origin}/p/${id.toLowerCase()}?variant=${id}-${index + 1}`,
    tags,
  })),
});
const createCatalog = () => ({
  products: [
    product('DRY', ['concern:dryness'], ['Rose', 'Mint']),
    product('OTHER', ['concern:dryness']),
    product('WRONG', ['concern:oiliness']),
    {
      shopSystemId: 'SET',
      name: 'Duo',
      url: `${shop.origin}/p/set`,
      variants: [{ shopSystemId: 'SET', name: 'Duo', tags: ['concern:dryness'] }],
    },
  ],
});
/** Dry skin requires its tag, so that products of other skins never match. */
const STEPS = [
  {
    id: 1,
    type: 'SINGLE_SELECTION',
    title: 'Your skin?',
    selections: [
      { key: 'dry', caption: 'Dry', tags: { require: ['concern:dryness'] } },
      { key: 'oily', caption: 'Oily', tags: { require: ['concern:oiliness'] } },
    ],
  },
];
const SETS = [
  {
    key: 'duo',
    name: { en: 'Duo' },
    variantId: 'SET',
    size: 2,
    products: [
      { id: 'DRY', max: 1 },
      { id: 'OTHER', max: 1 },
    ],
  },
];

async function createCompany(baseURL: string | undefined, handle: string, settings: object = {}) {
  return createShopCompany(baseURL, handle, {
    steps: STEPS,
    settings: { ...NO_CHAT, ...settings },
    company: { catalog: createCatalog(), sets: SETS },
  });
}

const productPage = (baseURL: string | undefined, companyKey: string, productId?: string, body = '') =>
  shop.add(
    shopHtml(baseURL, { settings: { COMPANY_ID: companyKey, ...(productId && { PRODUCT_ID: productId }) }, body }),
  );

/** Does the analysis in the page's popup. */
async function doAnalysis(page: Page): Promise<string> {
  await page.evaluate(() => window.svcComponents?.ready);
  expect(await page.evaluate(() => window.svcAnalysisPopup?.open())).toBe(true);
  await answerIn(frameOf(page, 'svc-analysis-popup'));
  await expect.poll(async () => (await readRecords(page)).analyses).toHaveLength(1);
  await page.evaluate(() => void window.svcAnalysisPopup?.close());
  return (await readRecords(page)).analyses[0].analysis_id;
}

test('defaults, functions and both ways to set properties. docs/components.md B10.1, B10.2', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createCompany(baseURL, 'w-defaults');
  await page.goto(productPage(baseURL, companyKey, 'DRY', '<svc-widget></svc-widget>'));
  await expect(invitation(page)).toBeVisible();
  const read = () =>
    widget(page).evaluate((element) => {
      const { isCollapsed, preventVariantNavigation, renderSetVariantsAsLinks } = element as Widget;
      return [isCollapsed, preventVariantNavigation, renderSetVariantsAsLinks, element.hasAttribute('is-collapsed')];
    });
  expect(await read()).toEqual([false, false, false, false]);
  const call = (name: 'toggleWidget' | 'openWidget' | 'closeWidget') =>
    widget(page).evaluate((element, method) => (element as Widget)[method](), name);
  expect(await call('toggleWidget')).toBeUndefined();
  expect((await read())[0]).toBe(true);
  await expect(invitation(page)).toBeHidden();
  await call('openWidget');
  expect((await read())[3]).toBe(false);
  await call('closeWidget');
  expect((await read())[3]).toBe(true);
  await widget(page).evaluate((element) => element.setAttribute('render-set-variants-as-links', ''));
  await widget(page).evaluate((element) => element.setAttribute('preventvariantnavigation', ''));
  expect((await read()).slice(1, 3)).toEqual([true, true]);
});

test('a product page without an analysis invites, and the invitation opens the popup, whose events come once. docs/components.md B10.3, B10.11', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createCompany(baseURL, 'w-invite');
  const seen = await watchComponents(page);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (/matches|api\/results/.test(request.url())) requests.push(request.url());
  });
  await page.goto(productPage(baseURL, companyKey, 'DRY', '<svc-widget></svc-widget>'));
  await invitation(page).getByRole('button').first().click();
  await expect(frameOf(page, 'svc-analysis-popup').locator('svc-quiz h1')).toBeVisible();
  expect(requests).toEqual([]);
  await answerIn(frameOf(page, 'svc-analysis-popup'));
  await expect.poll(() => seen.names()).toContain('svc-data-updated');
  expect(await seen.names()).toEqual(['svc-popup-opened', 'svc-analysis-finished', 'svc-data-updated']);
});

test('with an analysis: the variants of the product that suit, with reasons. docs/components.md B10.4, B10.7', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createCompany(baseURL, 'w-suits');
  const seen = await watchComponents(page);
  await page.goto(productPage(baseURL, companyKey, 'DRY', '<svc-widget></svc-widget>'));
  await doAnalysis(page);
  // The widget follows the records without a reload.
  await expect(variants(page)).toHaveCount(2);
  await page.reload();
  await expect(variants(page)).toHaveCount(2);
  await expect(variants(page).first()).toContainText('Rose');
  await expect(page.locator('svc-widget [part~="reason"]').first()).not.toBeEmpty();
  const link = widget(page).getByRole('link').first();
  expect(await link.getAttribute('href')).toBe(`${shop.origin}/p/dry?variant=DRY-1`);
  expect(seen.console).toEqual([]);
  await expectAccessible(page);
});

test('none of the product suits: the best of the result, and no verdict. docs/components.md B10.4', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createCompany(baseURL, 'w-none');
  await page.goto(productPage(baseURL, companyKey, 'WRONG', '<svc-widget></svc-widget>'));
  await doAnalysis(page);
  await page.reload();
  await expect.poll(() => variants(page).count()).toBeGreaterThan(0);
  expect(await variants(page).count()).toBeLessThanOrEqual(3);
  await expect(widget(page)).not.toContainText(/not suit|nothing|no match|unsuitable/i);
  await expect(widget(page)).not.toContainText('Product WRONG');
});

for (const [name, fulfill] of Object.entries({
  'slower than 2 s': 'slow',
  'a 503': 503,
  'a 422': 422,
  'no connection': 'abort',
})) {
  test(`matching that is ${name}: results are omitted, the rest works. docs/components.md B10.5`, async ({
    page,
    baseURL,
  }) => {
    const { companyKey } = await createCompany(baseURL, `w-fault-${String(fulfill)}`);
    await page.goto(productPage(baseURL, companyKey, 'DRY', '<svc-widget></svc-widget>'));
    await doAnalysis(page);
    await page.route('**/matches?*', async (route) => {
      if (fulfill === 'abort') return route.abort();
      if (fulfill === 'slow') {
        await new Promise((resolve) => setTimeout(resolve, 6_000));
        return route.abort();
      }
      return route.fulfill({
        status: fulfill as number,
        headers: { 'Access-Control-Allow-Origin': '*' },
        json: { error: 'X' },
      });
    });
    const seen = await watchComponents(page);
    await page.reload();
    const open = widget(page)
      .getByRole('button', { name: /result/i })
      .first();
    await expect(open).toBeVisible({ timeout: 5_000 });
    expect(await variants(page).count()).toBe(0);
    await expect(widget(page)).not.toContainText(/nothing|not found|error/i);
    await open.click();
    await expect(frameOf(page, 'svc-analysis-popup').locator('svc-result h1')).toBeVisible();
    expect(seen.trouble).toEqual([]);
  });
}

test('an erased analysis leaves the records, with an event, and the widget invites. docs/components.md B10.5', async ({
  page,
  baseURL,
}) => {
  const { companyKey, handle } = await createCompany(baseURL, 'w-erased');
  await page.goto(productPage(baseURL, companyKey, 'DRY', '<svc-widget></svc-widget>'));
  const id = await doAnalysis(page);
  expect((await createManagement(baseURL).call('DELETE', `/companies/${handle}/analyses/${id}`)).status).toBe(204);
  const seen = await watchComponents(page);
  await page.goto(productPage(baseURL, companyKey, 'OTHER', '<svc-widget></svc-widget>'));
  await expect(invitation(page)).toBeVisible({ timeout: 10_000 });
  const { analyses, variants: recommended } = await readRecords(page);
  expect([analyses ?? [], recommended ?? []]).toEqual([[], []]);
  expect(await seen.names()).toEqual(['svc-data-updated']);
});

test('a click dispatches svc-variant-clicked and then navigates; two things stop it. docs/components.md B10.7, B11.7, B11.11', async ({
  page,
  context,
  baseURL,
}) => {
  const { companyKey } = await createCompany(baseURL, 'w-click');
  const address = productPage(baseURL, companyKey, 'DRY', '<svc-widget></svc-widget>');
  const seen = await watchComponents(page);
  await page.goto(address);
  await doAnalysis(page);
  const link = widget(page).getByRole('link').first();
  await expect(link).toBeVisible();
  await widget(page).evaluate((element) => Object.assign(element, { preventVariantNavigation: true }));
  await link.click();
  const clicks = async () => (await seen.events()).filter(([name]) => name === 'svc-variant-clicked');
  await expect
    .poll(clicks)
    .toEqual([
      [
        'svc-variant-clicked',
        { id: 'DRY-1', name: expect.stringContaining('Rose'), link: `${shop.origin}/p/dry?variant=DRY-1` },
      ],
    ]);
  expect(page.url()).toBe(address);
  await widget(page).evaluate((element) => Object.assign(element, { preventVariantNavigation: false }));
  await page.evaluate(() =>
    document.addEventListener('svc-variant-clicked', (event) => event.preventDefault(), { once: true }),
  );
  await link.click();
  await expect.poll(async () => (await clicks()).length).toBe(2);
  expect(page.url()).toBe(address);
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })]);
  await opened.waitForURL(`${shop.origin}/p/dry?variant=DRY-1`);
  expect(await clicks()).toHaveLength(3);
  await link.click();
  await page.waitForURL(`${shop.origin}/p/dry?variant=DRY-1`);
});

test('on the page of a set its variants are information, with renderSetVariantsAsLinks links. docs/components.md B10.9', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createCompany(baseURL, 'w-set');
  const seen = await watchComponents(page);
  await page.goto(productPage(baseURL, companyKey, 'SET', '<svc-widget prevent-variant-navigation></svc-widget>'));
  await doAnalysis(page);
  await expect(widget(page)).toContainText('Product DRY');
  await expect(widget(page)).toContainText('Product OTHER');
  const links = widget(page).getByRole('link', { name: /Product (DRY|OTHER)/ });
  expect(await links.count()).toBe(0);
  await widget(page).evaluate((element) => element.setAttribute('render-set-variants-as-links', ''));
  await expect(links).toHaveCount(2);
  await links.first().click();
  await expect.poll(async () => (await seen.names()).at(-1)).toBe('svc-variant-clicked');
});

test('without PRODUCT_ID the address of the page decides. docs/components.md B10.8, B2.2', async ({
  page,
  baseURL,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/components/v1/page')) asked.push(request.url());
  });
  await page.goto(`${demoShopOrigin(baseURL)}/p/velvet-hour-foundation?product=none&token=secret`);
  await expect(invitation(page)).toBeVisible();
  expect(asked).toHaveLength(1);
  const url = new URL(new URL(asked[0] as string).searchParams.get('url') as string);
  expect([url.pathname, url.search]).toEqual(['/p/velvet-hour-foundation', '']);
  // With it nothing is asked.
  await page.goto(`${demoShopOrigin(baseURL)}/p/velvet-hour-foundation`);
  await expect(invitation(page)).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('on other pages it is hidden without the chat, and the button opens the popup. docs/components.md B10.6, B9.2', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createCompany(baseURL, 'w-other');
  await page.goto(productPage(baseURL, companyKey));
  await page.evaluate(() => window.svcComponents?.ready);
  await expect(widget(page)).toBeHidden();
  await page.locator('svc-floating-action-button').getByRole('button').click();
  await expect(frameOf(page, 'svc-analysis-popup').locator('svc-quiz h1')).toBeVisible();
});

test('the automatic widget is a compact card; collapsed, it stays so for the session. docs/components.md B10.10, B12.8', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createCompany(baseURL, 'w-auto', { zIndex: { widget: 901 } });
  const address = productPage(baseURL, companyKey, 'DRY');
  await page.goto(address);
  await expect(invitation(page)).toBeVisible();
  await expect(page.locator('body > svc-widget[auto]')).toHaveCount(1);
  const panel = await page.locator('svc-widget [part~="panel"]').boundingBox();
  expect(panel?.height).toBeLessThanOrEqual(168);
  expect(panel?.width).toBeLessThanOrEqual(360);
  const layers = await widget(page).evaluate((element) =>
    [element, element.shadowRoot?.querySelector('[part~="panel"]') as Element].map(
      (each) => getComputedStyle(each).zIndex,
    ),
  );
  expect(layers).toContain('901');
  await page.locator('svc-widget [part~="toggle"]').first().click();
  await expect(invitation(page)).toBeHidden();
  await page.reload();
  await expect(page.locator('svc-floating-action-button').getByRole('button')).toBeVisible();
  await expect(invitation(page)).toBeHidden();
  await page.locator('svc-floating-action-button').getByRole('button').click();
  await expect(invitation(page)).toBeVisible();
});

test('a page with svc-analysis gets no automatic widget. docs/components.md B5.3', async ({ page, baseURL }) => {
  await page.goto(`${demoShopOrigin(baseURL)}/quiz`);
  await expect(page.locator('svc-floating-action-button')).toHaveCount(1);
  expect(await widget(page).count()).toBe(0);
});

test('in a single-page application it follows the product. docs/components.md B11.12, B11.13', async ({
  page,
  baseURL,
}) => {
  await page.goto(`${demoShopOrigin(baseURL)}/spa/`);
  await page.evaluate(() => window.svcComponents?.ready);
  await expect(invitation(page)).toBeHidden();
  await page.getByRole('link', { name: 'Velvet Hour Foundation' }).click();
  await expect(invitation(page)).toBeVisible();
  await page.goBack();
  await expect(invitation(page)).toBeHidden();
});

for (const query of ['', '?dir=rtl&lang=de', '?root=62.5', '?widget=flow']) {
  test(`a product page of the demo shop is accessible${query && ` with ${query}`}. docs/components.md B16.3`, async ({
    page,
    baseURL,
  }) => {
    await page.goto(`${demoShopOrigin(baseURL)}/p/velvet-hour-foundation${query}`);
    await expect(invitation(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Velvet Hour Foundation');
    await expectAccessible(page);
    await page.screenshot({ path: `test-results/artifacts/components/widget${query.replace(/\W/g, '-')}.png` });
  });
}
