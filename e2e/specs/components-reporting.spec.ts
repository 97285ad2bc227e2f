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

/** What components send, when, and what they leave alone. docs/components.md B1, B5, B7, B13, B16. */

test.use({ viewport: { width: 1000, height: 700 }, locale: 'en', reducedMotion: 'reduce' });

let shop: ShopPages;
test.beforeAll(async () => {
  shop = await serveShopPages();
});
test.afterAll(() => shop.close());

const inline = (page: Page) => frameOf(page, 'svc-analysis');

/** Requests of the page and its frames, in order. */
function watchRequests(page: Page) {
  const requests: { url: URL; headers: Record<string, string> }[] = [];
  page.on('request', (request) => requests.push({ url: new URL(request.url()), headers: request.headers() }));
  return { requests, reports: () => requests.filter(({ url }) => url.pathname === '/api/v1/events').length };
}

const openShop = (page: Page, baseURL: string | undefined, settings: object) =>
  page.goto(shop.add(shopHtml(baseURL, { settings, body: '<svc-analysis></svc-analysis>' })));

test('what was seen is reported, unless the shopper declined. docs/components.md B13.1, B13.3', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'o-consent');
  const { reports } = watchRequests(page);
  await openShop(page, baseURL, { COMPANY_ID: companyKey, CONSENT: 'denied' });
  await answerIn(inline(page));
  // Longer than the two seconds for which reports are collected.
  await page.waitForTimeout(4_000);
  expect(reports()).toBe(0);
  expect((await readRecords(page)).analyses).toHaveLength(1);
  await openShop(page, baseURL, { COMPANY_ID: companyKey });
  await expect(inline(page).locator('svc-result h1')).toBeVisible();
  await expect.poll(reports, { timeout: 15_000 }).toBeGreaterThan(0);
});

test('a company that requires consent reports nothing before it. docs/components.md B13.1, B13.3', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'o-required', {
    settings: { tracking: { consent: 'REQUIRED' } },
  });
  const { reports } = watchRequests(page);
  await openShop(page, baseURL, { COMPANY_ID: companyKey });
  await answerIn(inline(page));
  await page.waitForTimeout(4_000);
  expect(reports()).toBe(0);
  expect(await page.evaluate(() => window.svcComponents?.consent)).toBe('denied');
  await page.evaluate(() => {
    window.SVC_AI = { ...(window.SVC_AI as object), CONSENT: 'granted' };
    window.dispatchEvent(new Event('svc-settings-changed'));
  });
  await expect.poll(() => page.evaluate(() => window.svcComponents?.consent)).toBe('granted');
});

test('everything works while reports are blocked. docs/components.md B13.5', async ({ page, baseURL }) => {
  const { companyKey } = await createShopCompany(baseURL, 'o-blocked');
  const seen = await watchComponents(page);
  await page.route('**/api/v1/events', (route) => route.abort());
  await openShop(page, baseURL, { COMPANY_ID: companyKey });
  await answerIn(inline(page));
  await expect.poll(() => seen.names()).toEqual(['svc-analysis-finished', 'svc-data-updated']);
  expect([seen.console, seen.trouble]).toEqual([[], []]);
});

test('requests carry no credentials, and the id of the analysis reaches the service only. docs/components.md B3.4, B16.7', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'o-secrets');
  const { requests } = watchRequests(page);
  await openShop(page, baseURL, { COMPANY_ID: companyKey });
  await answerIn(inline(page));
  await expect.poll(async () => (await readRecords(page)).analyses).toHaveLength(1);
  const [{ analysis_id: id }] = (await readRecords(page)).analyses;
  await page.reload();
  await expect(inline(page).locator('svc-result h1')).toBeVisible();
  for (const { headers } of requests) {
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('cookie');
  }
  const { port } = new URL(baseURL as string);
  const carriers = requests.filter(({ url, headers }) => url.href.includes(id) || headers.referer?.includes(id));
  expect(carriers.length).toBeGreaterThan(0);
  expect(carriers.filter(({ url }) => url.port !== port)).toEqual([]);
});

test('nothing opens by itself, and the code of the popup waits until it is needed. docs/components.md B5.2, B5.5', async ({
  page,
  baseURL,
}) => {
  const seen = await watchComponents(page);
  const { requests } = watchRequests(page);
  const loadsPopup = () => requests.some(({ url }) => /\/popup-[^/]+\.js$/.test(url.pathname));
  await page.goto(`${demoShopOrigin(baseURL)}/p/velvet-hour-foundation`);
  await expect(page.locator('svc-floating-action-button').getByRole('button')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect([await seen.names(), await page.getByRole('dialog').count(), loadsPopup()]).toEqual([[], 0, false]);
  expect(await page.evaluate(() => window.svcAnalysisPopup?.open())).toBe(true);
  expect(loadsPopup()).toBe(true);
});

test('a page may name a version and its hash. docs/components.md B1.6, B1.8, B1.11', async ({
  page,
  request,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'o-pinned');
  const [, version] = /\/v\/([^/]+)\//.exec(await (await request.get(`${baseURL}/components.js`)).text()) ?? [];
  const folder = version ?? '0.2.0';
  const file = `${baseURL}/v/${folder}/all.js`;
  const integrity = JSON.stringify(await (await request.get(`${baseURL}/v/${folder}/integrity.json`)).json());
  const hash = /all\.js[^}]*?(sha384-[A-Za-z0-9+/=]+)/.exec(integrity)?.[1] as string;
  expect(hash).toMatch(/^sha384-/);
  const seen = await watchComponents(page);
  const open = (value: string) =>
    page.goto(
      shop.add(
        shopHtml(baseURL, {
          settings: { COMPANY_ID: companyKey },
          body: '<svc-analysis><p>Fallback</p></svc-analysis>',
          script: `<script defer crossorigin src="${file}" integrity="${value}"></script>`,
        }),
      ),
    );
  await open(hash);
  await expect(inline(page).locator('svc-quiz h1')).toHaveText(QUESTION);
  const components = await page.evaluate(() => ({
    ...window.svcComponents,
    keys: Object.keys(window.svcComponents ?? {}),
  }));
  expect([components.version, components.keys.sort()]).toEqual([folder, ['consent', 'ready', 'version']]);
  expect(seen.console).toEqual([]);
  // A browser refuses a file with another hash, and the fallback stays.
  await open(`sha384-${'A'.repeat(64)}`);
  await expect(page.getByText('Fallback')).toBeVisible();
  expect(await page.evaluate(() => 'svcComponents' in window)).toBe(false);
});

test('a funnel that does not answer in its frame: one warning, and the fallback. docs/components.md B7.10', async ({
  page,
  baseURL,
}) => {
  const { companyKey, origin } = await createShopCompany(baseURL, 'o-silent');
  const seen = await watchComponents(page);
  await page.route(`${origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Not the questionnaire' }),
  );
  await page.goto(
    shop.add(
      shopHtml(baseURL, { settings: { COMPANY_ID: companyKey }, body: '<svc-analysis><p>Fallback</p></svc-analysis>' }),
    ),
  );
  await expect(page.getByText('Fallback')).toBeVisible({ timeout: 20_000 });
  expect(seen.console).toEqual([expect.stringMatching(/^warning: svc \[frame-refused\]/)]);
});
