/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { answerIn, readRecords, type ShopPages } from '../../support/browser/component-pages.js';
import { test as base, type CompanyOptions, expect, type ShopCompany } from '../../support/browser/component-test.js';
import { oncePerWorker } from '../../support/browser/once-per-worker.js';
import { createManagement } from '../../support/browser/questionnaire.js';

/** svc-widget on pages of a shop. docs/components.md B10. */

interface Widget extends HTMLElement {
  isCollapsed: boolean;
  preventVariantNavigation: boolean;
  renderSetVariantsAsLinks: boolean;
  toggleWidget(): void;
  openWidget(): void;
  closeWidget(): void;
}

const SETTINGS = {
  components: { popup: true, widget: true, floatingActionButton: true, chat: false },
  zIndex: { widget: 901 },
};
const WIDGET = '<svc-widget></svc-widget>';
const widget = (page: Page) => page.locator('svc-widget');
const invitation = (page: Page) => page.locator('svc-widget [part~="invitation"]');
const variants = (page: Page) => page.locator('svc-widget [part~="variant"]');

const createCatalog = (origin: string) => {
  const product = (id: string, tags: string[], names = ['Rose']) => ({
    shopSystemId: id,
    name: `Product ${id}`,
    url: `${origin}/p/${id.toLowerCase()}`,
    variants: names.map((name, index) => ({
      shopSystemId: `${id}-${index + 1}`,
      name,
      url: `${origin}/p/${id.toLowerCase()}?variant=${id}-${index + 1}`,
      tags,
    })),
  });
  return {
    products: [
      product('DRY', ['concern:dryness'], ['Rose', 'Mint']),
      product('OTHER', ['concern:dryness']),
      product('WRONG', ['concern:oiliness']),
      {
        shopSystemId: 'SET',
        name: 'Duo',
        url: `${origin}/p/set`,
        variants: [{ shopSystemId: 'SET', name: 'Duo', tags: ['concern:dryness'] }],
      },
    ],
  };
};
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

/** Events that the page of the shop itself reported, apart from its frames: analysis, type, variant, and place. */
function watchReports(page: Page): string[] {
  const reports: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/v1/events') || request.frame() !== page.mainFrame()) return;
    const { analysisId, events } = request.postDataJSON();
    for (const { type, variantId, position = '' } of events)
      reports.push(`${analysisId} ${type} ${variantId} ${position}`.trim());
  });
  return reports;
}

interface TestFixtures {
  /** Of the worker; no test changes it. */
  company: ShopCompany;
  /** Opens the page of a product, or without one another page, and gives its address. */
  openProduct(productId?: string, body?: string): Promise<string>;
  /** Does the analysis in the page's popup, and gives its id. */
  doAnalysis(): Promise<string>;
}

const getCompany = oncePerWorker(
  (createCompany: (given: CompanyOptions) => Promise<ShopCompany>, { origin }: ShopPages) =>
    createCompany({ steps: STEPS, settings: SETTINGS, company: { catalog: createCatalog(origin), sets: SETS } }),
);

const test = base.extend<TestFixtures>({
  company: async ({ shop, createCompany }, use) => use(await getCompany(createCompany, shop)),
  openProduct: async ({ openShop, company }, use) =>
    use(async (productId, body = WIDGET) => {
      const settings = productId ? { PRODUCT_ID: productId } : {};
      return (await openShop({ company, settings, body })).address;
    }),
  doAnalysis: async ({ page, popup }, use) =>
    use(async () => {
      expect(await popup.open()).toBe(true);
      await answerIn(popup.frame);
      await expect.poll(async () => (await readRecords(page)).analyses).toHaveLength(1);
      await popup.close();
      return (await readRecords(page)).analyses[0].analysis_id;
    }),
});

test('defaults, functions and both ways to set properties. docs/components.md B10.1, B10.2, S31, S33; docs/contract.md C19.4', async ({
  page,
  openProduct,
}) => {
  await openProduct('DRY');
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

test('a product page without an analysis invites, and the invitation opens the popup, whose events come once. docs/components.md B10.3, B10.11, S34, S36', async ({
  page,
  openProduct,
  popup,
  seen,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (/matches|api\/results/.test(request.url())) requests.push(request.url());
  });
  await openProduct('DRY');
  await invitation(page).getByRole('button').first().click();
  await expect(popup.heading).toBeVisible();
  expect(requests).toEqual([]);
  await answerIn(popup.frame);
  await expect.poll(() => seen.names()).toContain('svc-data-updated');
  expect(await seen.names()).toEqual(['svc-popup-opened', 'svc-analysis-finished', 'svc-data-updated']);
});

test('with an analysis: the variants of the product that suit, with reasons; what is seen of them is reported. docs/components.md B10.4, B10.7, B13.11, S8, S34', async ({
  page,
  shop,
  openProduct,
  doAnalysis,
  seen,
}) => {
  const reports = watchReports(page);
  await openProduct('DRY');
  const analysisId = await doAnalysis();
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
  await widget(page).getByRole('button', { name: 'Add to cart' }).first().click();
  await expect
    .poll(() => [...new Set(reports)].sort())
    .toEqual([
      `${analysisId} ADD_TO_CART DRY-1`,
      `${analysisId} IMPRESSION DRY-1 0`,
      `${analysisId} IMPRESSION DRY-2 1`,
    ]);
});

test('none of the product suits: the best of the result, and no verdict. docs/components.md B10.4', async ({
  page,
  openProduct,
  doAnalysis,
}) => {
  await openProduct('WRONG');
  await doAnalysis();
  await page.reload();
  await expect.poll(() => variants(page).count()).toBeGreaterThan(0);
  expect(await variants(page).count()).toBeLessThanOrEqual(3);
  await expect(widget(page)).not.toContainText(/not suit|nothing|no match|unsuitable/i);
  await expect(widget(page)).not.toContainText('Product WRONG');
});

test.describe('with the limits of a shop', () => {
  test.use({ endsSlowRequests: true });

  test('matching that is slow or fails: results are omitted, the rest works. docs/components.md B10.5, S4', async ({
    page,
    openProduct,
    doAnalysis,
    popup,
    seen,
  }) => {
    await openProduct('DRY');
    await doAnalysis();
    const open = widget(page).getByRole('button', { name: /result/i });
    for (const fault of ['slower than 2 s', 503, 422, 'no connection'] as const) {
      let end = () => {};
      const isOver = new Promise<void>((resolve) => {
        end = resolve;
      });
      await page.route('**/matches?*', async (route) => {
        if (fault === 'slower than 2 s') await isOver;
        if (typeof fault === 'string') return route.abort().catch(() => undefined);
        const headers = { 'Access-Control-Allow-Origin': '*' };
        return route.fulfill({ status: fault, headers, json: { error: 'X' } });
      });
      await page.reload();
      await expect(open.first(), String(fault)).toBeVisible();
      expect(await variants(page).count(), String(fault)).toBe(0);
      await expect(widget(page)).not.toContainText(/nothing|not found|error/i);
      end();
      await page.unroute('**/matches?*');
    }
    await open.first().click();
    await expect(popup.result).toBeVisible();
    expect(seen.trouble).toEqual([]);
  });
});

test('an erased analysis leaves the records, with an event, and the widget invites. docs/components.md B10.5', async ({
  page,
  baseURL,
  company,
  openProduct,
  doAnalysis,
  seen,
}) => {
  await openProduct('DRY');
  const id = await doAnalysis();
  expect((await createManagement(baseURL).call('DELETE', `/companies/${company.handle}/analyses/${id}`)).status).toBe(
    204,
  );
  await openProduct('OTHER');
  await expect(invitation(page)).toBeVisible();
  // The invitation may be there before the service has said that the analysis is erased.
  await expect.poll(() => seen.names()).toEqual(['svc-data-updated']);
  const { analyses, variants: recommended } = await readRecords(page);
  expect([analyses ?? [], recommended ?? []]).toEqual([[], []]);
});

test('a click dispatches svc-variant-clicked and then navigates; two things stop it. docs/components.md B10.7, B11.7, B11.11, S54, S62', async ({
  page,
  context,
  shop,
  openProduct,
  doAnalysis,
  seen,
}) => {
  const address = await openProduct('DRY');
  await doAnalysis();
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

test('on the page of a set its variants are information, with renderSetVariantsAsLinks links. docs/components.md B10.9, S32', async ({
  page,
  openProduct,
  doAnalysis,
  seen,
}) => {
  await openProduct('SET', '<svc-widget prevent-variant-navigation></svc-widget>');
  await doAnalysis();
  await expect(widget(page)).toContainText('Product DRY');
  await expect(widget(page)).toContainText('Product OTHER');
  const links = widget(page).getByRole('link', { name: /Product (DRY|OTHER)/ });
  expect(await links.count()).toBe(0);
  await widget(page).evaluate((element) => element.setAttribute('render-set-variants-as-links', ''));
  await expect(links).toHaveCount(2);
  await links.first().click();
  await expect.poll(async () => (await seen.names()).at(-1)).toBe('svc-variant-clicked');
});

test('without PRODUCT_ID the address of the page decides. docs/components.md B10.8, B2.2, S14; docs/contract.md C19.1', async ({
  page,
  demoShop,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/components/v1/page')) asked.push(request.url());
  });
  await page.goto(`${demoShop}/p/velvet-hour-foundation?product=none&token=secret`);
  await expect(invitation(page)).toBeVisible();
  expect(asked).toHaveLength(1);
  const url = new URL(new URL(asked[0] as string).searchParams.get('url') as string);
  expect([url.pathname, url.search]).toEqual(['/p/velvet-hour-foundation', '']);
  // With it nothing is asked.
  await page.goto(`${demoShop}/p/velvet-hour-foundation`);
  await expect(invitation(page)).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('on other pages it is hidden without the chat, and the button opens the popup. docs/components.md B10.6, B9.2, S35', async ({
  page,
  openProduct,
  popup,
}) => {
  await openProduct(undefined, '');
  await page.evaluate(() => window.svcComponents?.ready);
  await expect(widget(page)).toBeHidden();
  await page.locator('svc-floating-action-button').getByRole('button').click();
  await expect(popup.heading).toBeVisible();
});

test('the automatic widget is a compact card; collapsed, it stays so for the session. docs/components.md B10.10, B12.8, S19', async ({
  page,
  openProduct,
}) => {
  await openProduct('DRY', '');
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
