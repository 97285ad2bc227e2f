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
import { createManagement, expectAccessible } from '../support/questionnaire.js';

/** svc-analysis on pages of a shop. docs/components.md B6, B7. */

test.use({ viewport: { width: 1000, height: 700 }, locale: 'en', reducedMotion: 'reduce' });

let shop: ShopPages;
test.beforeAll(async () => {
  shop = await serveShopPages();
});
test.afterAll(() => shop.close());

const inline = (page: Page) => frameOf(page, 'svc-analysis');
const heading = (page: Page) => inline(page).locator('svc-quiz h1');
const iframe = (page: Page) => page.locator('svc-analysis iframe');
const openWith = (page: Page, baseURL: string | undefined, companyKey: string, body: string, query = '') =>
  page.goto(shop.add(shopHtml(baseURL, { settings: { COMPANY_ID: companyKey }, body })) + query);

test('a journey in the page: frame, answers, records, events, cart. docs/components.md B7.1, B7.12, B11.2, B11.5, B12.1, B12.2', async ({
  page,
  baseURL,
}) => {
  const { companyKey, origin, analysis } = await createShopCompany(baseURL, 'a-journey');
  const seen = await watchComponents(page);
  await openWith(
    page,
    baseURL,
    companyKey,
    '<svc-analysis source="landing"></svc-analysis>',
    '?utm_source=mail&token=secret',
  );
  await expect(heading(page)).toHaveText(QUESTION);
  await answerIn(inline(page));
  await expect.poll(() => seen.names()).toEqual(['svc-analysis-finished', 'svc-data-updated']);
  const [[, finished] = []] = (await seen.events()) as [string, Record<string, unknown>][];
  const id = finished?.analysis_id as string;
  expect(finished).toEqual({
    analysis_url: `${origin}/r/${id}`,
    analysis_id: id,
    funnel: 'a-journey',
    products: [{ variant_id: 'V1', link: 'http://shop.localhost/p/balm?variant=V1' }],
  });
  const { analyses, variants } = await readRecords(page);
  expect(analyses).toEqual([
    {
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      funnel: 'a-journey',
      analysis_id: id,
      analysis_url: `${origin}/r/${id}`,
      first_name: '',
      last_name: '',
      email: '',
      color_type: '',
    },
  ]);
  expect(variants).toEqual([
    { timestamp: expect.any(Number), variant_id: 'V1', source: 'landing', analysis_id: id, funnel: 'a-journey' },
  ]);
  // Of the page's address only what serves attribution reaches the service. docs/components.md B7.3, B7.8
  expect((await analysis(id)).tracking).toMatchObject({ source: 'landing', queryString: 'utm_source=mail' });

  await inline(page)
    .getByRole('button', { name: /cart|bag/i })
    .first()
    .click();
  await expect
    .poll(async () => (await seen.events()).at(-1))
    .toEqual(['svc-add-to-cart', { type: 'add_to_cart', items: [{ id: 'V1', quantity: 1 }], source: 'add_to_cart' }]);
  expect([seen.console, seen.trouble]).toEqual([[], []]);
});

test('the frame has exactly the rights that it needs. docs/components.md B7.7', async ({ page, baseURL }) => {
  const { companyKey, origin } = await createShopCompany(baseURL, 'a-frame');
  await openWith(page, baseURL, companyKey, '<svc-analysis></svc-analysis>');
  await expect(heading(page)).toHaveText(QUESTION);
  const attributes = await iframe(page).evaluate((frame) =>
    Object.fromEntries([...frame.attributes].map(({ name, value }) => [name, value])),
  );
  expect(attributes).toMatchObject({
    title: 'Find your glow',
    sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
    allow: 'clipboard-write',
    loading: 'lazy',
    referrerpolicy: 'strict-origin',
    name: expect.stringMatching(/^svc:\S{20,}$/),
    src: expect.stringMatching(new RegExp(`^${origin}/`)),
  });
});

test('a funnel with a selfie step may use the camera. docs/components.md B7.7', async ({ page, baseURL }) => {
  const { companyKey } = await createShopCompany(baseURL, 'a-selfie', {
    steps: [{ id: 1, type: 'SELFIE', title: 'A picture?', required: false }],
  });
  await openWith(page, baseURL, companyKey, '<svc-analysis></svc-analysis>');
  await expect(heading(page)).toHaveText('A picture?');
  expect((await iframe(page).getAttribute('allow'))?.split('; ').sort()).toEqual(['camera', 'clipboard-write']);
});

test('defaults, both spellings, wrong values. docs/components.md B6.1, B6.2, B6.3, B7.2', async ({ page, baseURL }) => {
  const { companyKey } = await createShopCompany(baseURL, 'a-attributes');
  const seen = await watchComponents(page);
  await openWith(
    page,
    baseURL,
    companyKey,
    `<svc-analysis id="plain"></svc-analysis>
     <svc-analysis id="kebab" force-start scroll-offset="40" source=" mail "></svc-analysis>
     <svc-analysis id="lower" forcestart scrolloffset="30"></svc-analysis>
     <svc-analysis id="both" forcestart force-start="false" scrolloffset="30" scroll-offset="20"></svc-analysis>
     <svc-analysis id="wrong" funnel="NO FUNNEL!" scroll-offset="-1"></svc-analysis>
     <svc-analysis id="unset" funnel="false" source=""></svc-analysis>`,
  );
  await page.waitForFunction(() => customElements.get('svc-analysis'));
  const properties = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('svc-analysis')].map((element) => {
        const { funnel, forceStart, scrollOffset, source } = element as unknown as Record<string, unknown>;
        return [element.id, { funnel, forceStart, scrollOffset, source: source || null }];
      }),
    ),
  );
  const defaults = { funnel: false, forceStart: false, scrollOffset: 100, source: null };
  expect(properties).toEqual({
    plain: defaults,
    kebab: { ...defaults, forceStart: true, scrollOffset: 40, source: 'mail' },
    lower: { ...defaults, forceStart: true, scrollOffset: 30 },
    both: { ...defaults, forceStart: false, scrollOffset: 20 },
    wrong: defaults,
    unset: defaults,
  });
  const warned = seen.console.filter((line) => line.startsWith('warning: svc [setting]'));
  expect(warned.some((line) => /funnel/.test(line))).toBe(true);
  expect(warned.some((line) => /scroll/i.test(line))).toBe(true);
});

test('properties that were set before the code is loaded are kept. docs/components.md B6.3', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'a-before');
  await page.goto(
    shop.add(
      shopHtml(baseURL, {
        settings: { COMPANY_ID: companyKey },
        head: `<script>addEventListener('DOMContentLoaded', () => Object.assign(document.querySelector('svc-analysis'), { scrollOffset: 7, source: 'early' }))</script>`,
        script: `<script>addEventListener('load', () => setTimeout(() => document.head.append(Object.assign(document.createElement('script'), { src: '${baseURL}/components.js' })), 50))</script>`,
        body: '<svc-analysis></svc-analysis>',
      }),
    ),
  );
  await expect(heading(page)).toHaveText(QUESTION);
  expect(
    await page.evaluate(() => {
      const { scrollOffset, source } = document.querySelector('svc-analysis') as unknown as Record<string, unknown>;
      return [scrollOffset, source];
    }),
  ).toEqual([7, 'early']);
  expect(await iframe(page).getAttribute('src')).toContain('source=early');
});

test('the frame is as high as its content, and its height is reserved before. docs/components.md B7.9, B16.5', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'a-height');
  await openWith(page, baseURL, companyKey, '<svc-analysis></svc-analysis><p id="below">Below</p>');
  await expect(heading(page)).toHaveText(QUESTION);
  await expect
    .poll(() =>
      inline(page)
        .locator('html')
        .evaluate((html) => html.scrollHeight - html.clientHeight),
    )
    .toBeLessThanOrEqual(1);
  const [box, below] = [await iframe(page).boundingBox(), await page.locator('#below').boundingBox()];
  expect(below?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0) - 1);
});

test('a change of the step scrolls to scrollOffset below the top of the window; loading does not. docs/components.md B7.5', async ({
  page,
  baseURL,
}) => {
  const steps = [1, 2].map((id) => ({
    id,
    type: 'SINGLE_SELECTION',
    title: `Question ${id}`,
    selections: Array.from({ length: 30 }, (_, index) => ({ key: `k${index}`, caption: `Choice ${index}` })),
  }));
  const { companyKey } = await createShopCompany(baseURL, 'a-scroll', { steps });
  await openWith(
    page,
    baseURL,
    companyKey,
    '<div style="height: 900px"></div><svc-analysis scroll-offset="60"></svc-analysis><div style="height: 2000px"></div>',
  );
  await page.mouse.wheel(0, 500);
  await expect(heading(page)).toHaveText('Question 1');
  const before = await page.evaluate(() => scrollY);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  await inline(page)
    .locator('label.option', { hasText: /^\s*Choice 29\s*$/ })
    .click();
  await expect(heading(page)).toHaveText('Question 2');
  const top = () => page.locator('svc-analysis').evaluate((element) => Math.round(element.getBoundingClientRect().top));
  await expect.poll(top).toBe(60);
});

test('a known result is shown again on a later visit, once per page load. docs/components.md B7.6, B11.3', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'a-again', {
    steps: [
      { id: 1, type: 'EMAIL', title: 'Your address?', required: true, settings: { fields: ['firstName', 'email'] } },
    ],
  });
  const seen = await watchComponents(page);
  await openWith(page, baseURL, companyKey, '<svc-analysis source="first"></svc-analysis>');
  await inline(page).locator('#email').fill('ada@example.com');
  await inline(page).locator('svc-quiz button[type=submit]').click();
  await expect(inline(page).locator('svc-result h1')).toBeVisible();
  await expect.poll(() => seen.names()).toContain('svc-data-updated');
  const [stored] = (await readRecords(page)).analyses;
  expect(stored.email).toBe('ada@example.com');

  await page.reload();
  await expect(inline(page).locator('svc-result h1')).toBeVisible();
  await expect.poll(() => seen.names()).toEqual(['svc-result-page-opened', 'svc-data-updated']);
  const [[, opened] = []] = (await seen.events()) as [string, Record<string, unknown>][];
  expect(opened).toMatchObject({ analysis_id: stored.analysis_id, email: 'ada@example.com' });
  expect((await readRecords(page)).analyses).toMatchObject([{ email: 'ada@example.com' }]);
});

test('forceStart starts again although the result is known. docs/components.md B7.4', async ({ page, baseURL }) => {
  const { companyKey } = await createShopCompany(baseURL, 'a-force');
  const address = shop.add(
    shopHtml(baseURL, { settings: { COMPANY_ID: companyKey }, body: '<svc-analysis force-start></svc-analysis>' }),
  );
  await page.goto(address);
  await answerIn(inline(page));
  await expect.poll(async () => (await readRecords(page)).analyses).toHaveLength(1);
  await page.reload();
  await expect(heading(page)).toHaveText(QUESTION);
  expect(await iframe(page).getAttribute('src')).toContain('forceStart=true');
  await expect(inline(page).getByRole('radio', { name: 'Dry' })).not.toBeChecked();
});

test('a repeated analysis overwrites the entry of its funnel and keeps earlier recommendations. docs/components.md B12.1, B12.3', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'a-repeat');
  await openWith(page, baseURL, companyKey, '<svc-analysis force-start></svc-analysis>');
  await page.evaluate(() =>
    localStorage.setItem(
      'svcRecommendedProductVariants',
      JSON.stringify([
        { timestamp: Date.now() - 1_000, variant_id: 'EARLIER', source: '', analysis_id: 'x', funnel: 'a-repeat' },
        {
          timestamp: Date.now() - 31 * 86_400_000,
          variant_id: 'OLD',
          source: '',
          analysis_id: 'x',
          funnel: 'a-repeat',
        },
        'foreign',
      ]),
    ),
  );
  await answerIn(inline(page));
  await expect.poll(async () => (await readRecords(page)).analyses).toHaveLength(1);
  const [first] = (await readRecords(page)).analyses;
  await page.reload();
  await answerIn(inline(page));
  await expect.poll(async () => (await readRecords(page)).analyses[0].analysis_id).not.toBe(first.analysis_id);
  const { analyses, variants } = await readRecords(page);
  expect(analyses).toHaveLength(1);
  expect(variants.map((each: { variant_id: string }) => each.variant_id).sort()).toEqual(['EARLIER', 'V1']);
  expect(variants.find((each: { variant_id: string }) => each.variant_id === 'V1').analysis_id).toBe(
    analyses[0].analysis_id,
  );
});

test('an erased result leads to the questions and leaves the records. docs/components.md B7.6', async ({
  page,
  baseURL,
}) => {
  const { companyKey, handle } = await createShopCompany(baseURL, 'a-erased');
  await openWith(page, baseURL, companyKey, '<svc-analysis></svc-analysis>');
  await answerIn(inline(page));
  await expect.poll(async () => (await readRecords(page)).analyses).toHaveLength(1);
  const [{ analysis_id: id }] = (await readRecords(page)).analyses;
  const erased = await createManagement(baseURL).call('DELETE', `/companies/${handle}/analyses/${id}`);
  expect(erased.status).toBeLessThan(300);
  await page.reload();
  await expect(heading(page)).toHaveText(QUESTION, { timeout: 20_000 });
  expect((await readRecords(page)).analyses ?? []).toEqual([]);
});

test('a change of funnel loads the other funnel. docs/components.md B7.2', async ({ page, baseURL }) => {
  const { companyKey, handle } = await createShopCompany(baseURL, 'a-change');
  const added = await createManagement(baseURL).apply(handle, {
    funnels: [
      {
        subdomain: 'a-change-two',
        name: 'Second quiz',
        paused: false,
        published: { steps: [{ id: 1, type: 'AGE', title: 'Your age?' }] },
      },
    ],
  });
  expect(added.status, added.text).toBe(200);
  await openWith(page, baseURL, companyKey, '<svc-analysis></svc-analysis>');
  await expect(heading(page)).toHaveText(QUESTION);
  await page.evaluate(() =>
    Object.assign(document.querySelector('svc-analysis') as Element, { funnel: 'a-change-two' }),
  );
  await expect(heading(page)).toHaveText('Your age?');
  await expect(iframe(page)).toHaveAttribute('title', 'Second quiz');
});

test('an element that is removed for a moment keeps its frame. docs/components.md B6.6', async ({ page, baseURL }) => {
  const { companyKey } = await createShopCompany(baseURL, 'a-moved');
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() !== page.mainFrame()) loads.push(request.url());
  });
  await page.goto(
    shop.add(
      shopHtml(baseURL, {
        settings: { COMPANY_ID: companyKey },
        // Mounts, unmounts and mounts again, as React does in its strict mode.
        script: `<script defer src="${baseURL}/components.js"></script><script type="module">
          await window.svcComponents.ready;
          const element = document.createElement('svc-analysis');
          document.body.append(element); element.remove(); document.body.append(element);
        </script>`,
      }),
    ),
  );
  await expect(heading(page)).toHaveText(QUESTION);
  expect(loads).toHaveLength(1);
});

test('fallback content is shown without script. docs/components.md B6.8', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${demoShopOrigin(baseURL)}/quiz`);
  await expect(page.getByRole('link', { name: 'Start the questionnaire' })).toHaveAttribute('href', /linden-beauty/);
  await context.close();
});

for (const query of ['', '?dir=rtl&lang=de', '?root=62.5']) {
  test(`the quiz page of the demo shop is accessible${query && ` with ${query}`}. docs/components.md B6.7, B16.3`, async ({
    page,
    baseURL,
  }) => {
    await page.goto(`${demoShopOrigin(baseURL)}/quiz${query}`);
    await expect(heading(page)).toBeVisible();
    if (query.includes('lang=de')) await expect(inline(page).locator('html')).toHaveAttribute('lang', 'de');
    await expectAccessible(page, { hasFrames: true });
  });
}

test('links of the result are followed by the page, and windows that they open have no sandbox. docs/components.md B7.7, B7.11', async ({
  page,
  context,
  baseURL,
}) => {
  const url = shop.add('<script>document.title = String(Boolean(localStorage))</script>');
  const { companyKey } = await createShopCompany(baseURL, 'a-links', {
    company: {
      catalog: {
        products: [
          { shopSystemId: 'P1', name: 'Velvet Balm', url, variants: [{ shopSystemId: 'V1', name: 'Rose', url }] },
        ],
      },
    },
  });
  const seen = await watchComponents(page);
  await openWith(page, baseURL, companyKey, '<svc-analysis></svc-analysis>');
  await answerIn(inline(page));
  const link = inline(page)
    .getByRole('link', { name: /Velvet Balm/ })
    .first();
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })]);
  await expect(opened).toHaveTitle('true');
  await opened.close();
  // A single-page application's router may stop the navigation.
  await page.evaluate(() => {
    document.addEventListener('click', (event) => {
      const clicked = (event.target as Element).closest('a');
      if (!clicked) return;
      event.preventDefault();
      Object.assign(window, { routed: clicked.href });
    });
  });
  await link.click();
  await expect.poll(() => page.evaluate(() => (window as unknown as { routed: string }).routed)).toBe(url);
  // Not from a result page: the event belongs to the widget.
  expect(await seen.names()).not.toContain('svc-variant-clicked');
});
