/// <reference lib="dom" />
import { expect, type Page, test } from '@playwright/test';
import {
  createShopCompany,
  frameOf,
  QUESTION,
  type ShopPages,
  serveShopPages,
  shopHtml,
  watchComponents,
} from '../support/component-pages.js';
import { createManagement } from '../support/questionnaire.js';

/** `window.SVC_AI`, and how the company is found. docs/components.md B2, B3. */

test.use({ viewport: { width: 1000, height: 700 }, locale: 'en', reducedMotion: 'reduce' });

let shop: ShopPages;
test.beforeAll(async () => {
  shop = await serveShopPages();
});
test.afterAll(() => shop.close());

const INLINE = '<svc-analysis><p>Fallback</p></svc-analysis>';
const quizIn = (page: Page) => frameOf(page, 'svc-analysis').locator('svc-quiz h1');
const getWarnings = (lines: readonly string[], code: string) =>
  lines.filter((line) => line.startsWith(`warning: svc [${code}]`));
/** Changes settings as an integrator does. */
const changeSettings = (page: Page, settings: object) =>
  page.evaluate((next) => {
    window.SVC_AI = next;
    window.dispatchEvent(new Event('svc-settings-changed'));
  }, settings);

test('an unknown company key is one warning, and the fallback stays. docs/components.md B2.1, B3.1', async ({
  page,
  baseURL,
}) => {
  const seen = await watchComponents(page);
  await page.goto(shop.add(shopHtml(baseURL, { settings: { COMPANY_ID: 'x'.repeat(25) }, body: INLINE })));
  await expect.poll(() => getWarnings(seen.console, 'company')).toHaveLength(1);
  await expect(page.getByText('Fallback')).toBeVisible();
  expect(await page.locator('svc-analysis-popup, svc-floating-action-button').count()).toBe(0);
});

test('without a key the domain decides; a domain of two companies is a warning. docs/components.md B3.3', async ({
  browser,
  baseURL,
}) => {
  // Hosts of their own: other tests list shop.localhost.
  const address = new URL(shop.add(shopHtml(baseURL, { body: INLINE })));
  const one = new URL(address);
  one.hostname = 'one-shop.localhost';
  const two = new URL(address);
  two.hostname = 'two-shops.localhost';
  await createShopCompany(baseURL, 's-domain', { company: { domains: ['one-shop.localhost'] } });
  await createShopCompany(baseURL, 's-both-1', { company: { domains: ['two-shops.localhost'] } });
  await createShopCompany(baseURL, 's-both-2', { company: { domains: ['two-shops.localhost'] } });
  const context = await browser.newContext();
  const page = await context.newPage();
  const seen = await watchComponents(page);
  await page.goto(one.href);
  await expect(quizIn(page)).toHaveText(QUESTION);
  expect(seen.console).toEqual([]);
  await page.goto(two.href);
  await expect.poll(() => getWarnings(seen.console, 'domain')).toEqual([expect.stringContaining('COMPANY_ID')]);
  await expect(page.getByText('Fallback')).toBeVisible();
  await context.close();
});

test('a page that the company does not list learns which domain to add. docs/components.md B3.5', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 's-foreign', { company: { domains: ['other.localhost'] } });
  const seen = await watchComponents(page);
  await page.goto(shop.add(shopHtml(baseURL, { settings: { COMPANY_ID: companyKey }, body: INLINE })));
  await expect.poll(() => getWarnings(seen.console, 'domain')).toEqual([expect.stringContaining('shop.localhost')]);
});

test('INCLUDE_DRAFT_FUNNEL shows funnels in draft, and only if it is exactly true. docs/components.md B2.3, B4.3, B4.4', async ({
  page,
  baseURL,
}) => {
  const { companyKey, handle } = await createShopCompany(baseURL, 's-drafts');
  const draft = { steps: [{ id: 1, type: 'AGE', title: 'Your age?' }] };
  const applied = await createManagement(baseURL).apply(handle, {
    funnels: [{ subdomain: 's-drafts-new', name: 'New quiz', paused: false, draft }],
  });
  expect(applied.status, applied.text).toBe(200);
  const seen = await watchComponents(page);
  const body = '<svc-analysis funnel="s-drafts-new"><p>Fallback</p></svc-analysis>';
  await page.goto(
    shop.add(shopHtml(baseURL, { settings: { COMPANY_ID: companyKey, INCLUDE_DRAFT_FUNNEL: 'yes' }, body })),
  );
  await expect.poll(() => getWarnings(seen.console, 'funnel')).toHaveLength(1);
  await expect(page.getByText('Fallback')).toBeVisible();
  expect(await page.evaluate(() => window.svcAnalysisPopup?.open('s-drafts-new'))).toBe(false);
  await page.goto(
    shop.add(shopHtml(baseURL, { settings: { COMPANY_ID: companyKey, INCLUDE_DRAFT_FUNNEL: true }, body })),
  );
  await expect(quizIn(page)).toHaveText('Your age?');
});

test('NO_AUTOMATIC_COMPONENT_CREATION creates nothing, and the globals are undefined. docs/components.md B2.4, B5.7', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 's-manual');
  const settings = { COMPANY_ID: companyKey, NO_AUTOMATIC_COMPONENT_CREATION: true };
  await page.goto(shop.add(shopHtml(baseURL, { settings, body: INLINE })));
  await expect(quizIn(page)).toHaveText(QUESTION);
  expect(await page.locator('[auto]').count()).toBe(0);
  expect(await page.evaluate(() => [typeof window.svcAnalysisPopup, typeof window.svcFloatingActionButton])).toEqual([
    'undefined',
    'undefined',
  ]);
  // Allowed later, they are created; forbidden again, they go.
  await changeSettings(page, { COMPANY_ID: companyKey });
  await expect(page.locator('svc-analysis-popup[auto]')).toHaveCount(1);
  await changeSettings(page, settings);
  await expect(page.locator('[auto]')).toHaveCount(0);
});

test('PLATFORM_BASE_URL is the base of the config, with or without a slash at its end. docs/components.md B2.5', async ({
  page,
  baseURL,
}) => {
  const { companyKey, origin } = await createShopCompany(baseURL, 's-platform');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/components/')) asked.push(request.url());
  });
  await page.goto(
    shop.add(
      shopHtml(baseURL, { settings: { COMPANY_ID: companyKey, PLATFORM_BASE_URL: `${origin}/` }, body: INLINE }),
    ),
  );
  await expect(quizIn(page)).toHaveText(QUESTION);
  expect(asked).toEqual([expect.stringMatching(new RegExp(`^${origin}/api/components/v1/config\\?`))]);
});

test('values of other types count as unset, with one warning for each setting. docs/components.md B2.7', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 's-types');
  const seen = await watchComponents(page);
  const settings = {
    COMPANY_ID: companyKey,
    PRODUCT_ID: {},
    PLATFORM_BASE_URL: 'javascript:alert(1)',
    TRACKING_BASE_URL: 7,
    NO_AUTOMATIC_COMPONENT_CREATION: 'false',
    CONSENT: 'maybe',
  };
  await page.goto(shop.add(shopHtml(baseURL, { settings, body: INLINE })));
  await expect(quizIn(page)).toHaveText(QUESTION);
  await expect(page.locator('svc-analysis-popup[auto]')).toHaveCount(1);
  const warned = getWarnings(seen.console, 'setting');
  for (const name of [
    'PRODUCT_ID',
    'PLATFORM_BASE_URL',
    'TRACKING_BASE_URL',
    'NO_AUTOMATIC_COMPONENT_CREATION',
    'CONSENT',
  ]) {
    expect(
      warned.filter((line) => line.includes(name)),
      name,
    ).toHaveLength(1);
  }
});

test('a page whose settings are no object works like one without. docs/components.md B2.7', async ({
  page,
  baseURL,
}) => {
  await createShopCompany(baseURL, 's-odd', { company: { domains: ['odd-shop.localhost'] } });
  for (const head of ['<script>window.SVC_AI = null</script>', '<script>window.SVC_AI = "x"</script>']) {
    const address = new URL(shop.add(shopHtml(baseURL, { head, body: INLINE })));
    address.hostname = 'odd-shop.localhost';
    const seen = await watchComponents(page);
    await page.goto(address.href);
    await expect(quizIn(page)).toHaveText(QUESTION);
    expect(seen.trouble).toEqual([]);
  }
});
