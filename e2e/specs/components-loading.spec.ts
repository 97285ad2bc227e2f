/// <reference lib="dom" />
import { expect, test } from '@playwright/test';
import {
  createShopCompany,
  demoShopOrigin,
  frameOf,
  QUESTION,
  type ShopPages,
  serveShopPages,
  shopHtml,
  watchComponents,
} from '../support/component-pages.js';

/** How the script gets into a page. docs/components.md B1, B5. */

test.use({ viewport: { width: 1000, height: 700 }, locale: 'en', reducedMotion: 'reduce' });

let shop: ShopPages;
test.beforeAll(async () => {
  shop = await serveShopPages();
});
test.afterAll(() => shop.close());

test('the demo shop creates popup and button, and its console stays empty. docs/components.md B5.1, B16.6', async ({
  page,
  baseURL,
}) => {
  const seen = await watchComponents(page);
  await page.goto(`${demoShopOrigin(baseURL)}/`);
  await expect(page.locator('body > svc-analysis-popup[auto]')).toHaveCount(1);
  await expect(page.locator('body > svc-floating-action-button[auto]')).toHaveCount(1);
  await page.evaluate(() => window.svcComponents?.ready);
  expect([seen.console, seen.trouble]).toEqual([[], []]);
});

test('the popup opens from the page’s own button, also before the script is loaded. docs/components.md B5.8', async ({
  page,
  baseURL,
}) => {
  let deliver = () => {};
  const isDelivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route('**/components.js', async (route) => {
    await isDelivered;
    await route.continue();
  });
  await page.goto(`${demoShopOrigin(baseURL)}/`, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
  await page.evaluate(() => void window.svcAnalysisPopup?.open());
  await expect(page.locator('svc-analysis-popup')).toHaveCount(0);
  deliver();
  await expect(frameOf(page, 'svc-analysis-popup').locator('svc-quiz h1')).toBeVisible();
});

for (const [name, script] of Object.entries({
  defer: (source: string) => `<script defer src="${source}"></script>`,
  async: (source: string) => `<script async src="${source}"></script>`,
  'before the body': (source: string) => `<script src="${source}"></script>`,
  'inserted by a tag manager': (source: string) =>
    `<script>addEventListener('load', () => document.head.append(Object.assign(document.createElement('script'), { src: '${source}' })))</script>`,
})) {
  test(`the script works ${name}. docs/components.md B1.3`, async ({ page, baseURL }) => {
    const { companyKey } = await createShopCompany(baseURL, `l-${name.split(' ')[0]}`);
    const seen = await watchComponents(page);
    await page.goto(
      shop.add(
        shopHtml(baseURL, {
          settings: { COMPANY_ID: companyKey },
          body: '<svc-analysis></svc-analysis>',
          script: script(`${baseURL}/components.js`),
        }),
      ),
    );
    await expect(frameOf(page, 'svc-analysis').locator('svc-quiz h1')).toHaveText(QUESTION);
    expect([seen.console, seen.trouble]).toEqual([[], []]);
  });
}

test('from a funnel’s host the script needs no company key. docs/components.md B1.2, B1.4, B3.2', async ({
  page,
  baseURL,
}) => {
  const { origin } = await createShopCompany(baseURL, 'l-funnel-host');
  const seen = await watchComponents(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/components/')) asked.push(new URL(request.url()).origin);
  });
  await page.goto(
    shop.add(
      shopHtml(baseURL, {
        body: '<svc-analysis></svc-analysis>',
        script: `<script defer src="${origin}/components.js"></script>`,
      }),
    ),
  );
  await expect(frameOf(page, 'svc-analysis').locator('svc-quiz h1')).toHaveText(QUESTION);
  expect(asked).toEqual([origin]);
  expect(seen.console).toEqual([]);
});

test('a second script finds the first one and changes nothing. docs/components.md B1.10', async ({ page, baseURL }) => {
  const { companyKey } = await createShopCompany(baseURL, 'l-twice');
  const seen = await watchComponents(page);
  const tag = `<script defer src="${baseURL}/components.js"></script>`;
  await page.goto(
    shop.add(
      shopHtml(baseURL, {
        settings: { COMPANY_ID: companyKey },
        body: '<svc-analysis></svc-analysis>',
        script: tag + tag,
      }),
    ),
  );
  await expect(frameOf(page, 'svc-analysis').locator('svc-quiz h1')).toHaveText(QUESTION);
  expect(await page.locator('svc-floating-action-button').count()).toBeLessThanOrEqual(1);
  await expect(page.locator('svc-analysis-popup')).toHaveCount(1);
  expect(seen.console).toEqual([expect.stringMatching(/^info: svc.*\d+\.\d+\.\d+.*\d+\.\d+\.\d+/)]);
  expect(await page.evaluate(() => Object.isFrozen(window.svcComponents))).toBe(true);
});

test('a tag that another script has defined stays as it is. docs/components.md B1.10, B15.1', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'l-taken');
  const seen = await watchComponents(page);
  await page.goto(
    shop.add(
      shopHtml(baseURL, {
        settings: { COMPANY_ID: companyKey },
        head: `<script>customElements.define('svc-analysis', class Foreign extends HTMLElement {})</script>`,
        body: '<svc-analysis>theirs</svc-analysis>',
      }),
    ),
  );
  await expect.poll(() => seen.console.filter((line) => line.startsWith('warning: svc [taken]'))).toHaveLength(1);
  expect(await page.evaluate(() => customElements.get('svc-analysis')?.name)).toBe('Foreign');
  expect(seen.trouble).toEqual([]);
});

test('while the service does not answer, the page keeps its fallback and no exception. docs/components.md B4.6, B6.8, B6.12', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'l-down');
  const seen = await watchComponents(page);
  await page.route('**/api/components/v1/config*', (route) => route.abort());
  await page.goto(
    shop.add(
      shopHtml(baseURL, {
        settings: { COMPANY_ID: companyKey },
        body: '<svc-analysis><a href="https://example.com/">Start here</a></svc-analysis>',
      }),
    ),
  );
  await expect.poll(() => seen.console.filter((line) => line.startsWith('warning: svc [config]'))).toHaveLength(1);
  await expect(page.getByRole('link', { name: 'Start here' })).toBeVisible();
  // The next open() tries again.
  await page.unroute('**/api/components/v1/config*');
  const opened = await page.evaluate(() => window.svcAnalysisPopup?.open());
  expect(opened).toBe(true);
  expect(seen.trouble).toEqual([]);
});

test('a missing chunk is loaded again from the version that the address names. docs/components.md B1.9', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'l-chunk');
  const seen = await watchComponents(page);
  let refused = 0;
  await page.route(/\/v\/[^/]+\/frame-[^/]+\.js$/, (route) => {
    refused += 1;
    return refused === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue();
  });
  await page.goto(
    shop.add(shopHtml(baseURL, { settings: { COMPANY_ID: companyKey }, body: '<svc-analysis></svc-analysis>' })),
  );
  await expect(frameOf(page, 'svc-analysis').locator('svc-quiz h1')).toHaveText(QUESTION);
  expect(refused).toBeGreaterThan(1);
  expect(seen.console).toEqual([]);
});

test('a chunk that stays missing is one warning, and the fallback stays. docs/components.md B1.9', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'l-no-chunk');
  const seen = await watchComponents(page);
  await page.route(/\/v\/[^/]+\/frame-[^/]+\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(
    shop.add(
      shopHtml(baseURL, { settings: { COMPANY_ID: companyKey }, body: '<svc-analysis><p>Fallback</p></svc-analysis>' }),
    ),
  );
  await expect.poll(() => seen.console).toEqual([expect.stringMatching(/^warning: svc \[chunk\] .+ https?:\/\//)]);
  await expect(page.getByText('Fallback')).toBeVisible();
});

test('no cookie is set and nothing is stored before the shopper does something. docs/components.md B12.8', async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto(`${demoShopOrigin(baseURL)}/quiz`);
  await expect(frameOf(page, 'svc-analysis').locator('svc-quiz h1')).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])).toEqual([[], []]);
});
