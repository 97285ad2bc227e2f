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
import { XSS_TEXTS } from '../support/xss-texts.js';

/** Strict policies, forged messages, hostile texts. docs/components.md B14, B16; docs/reliability.md R10. */

test.use({ viewport: { width: 1000, height: 700 }, locale: 'en', reducedMotion: 'reduce' });

let shop: ShopPages;
test.beforeAll(async () => {
  shop = await serveShopPages();
});
test.afterAll(() => shop.close());

const inline = (page: Page) => frameOf(page, 'svc-analysis');

for (const path of ['/', '/quiz', '/p/velvet-hour-foundation', '/spa/']) {
  test(`${path} of the demo shop works under a strict policy with Trusted Types. docs/components.md B16.1`, async ({
    page,
    baseURL,
  }) => {
    const seen = await watchComponents(page);
    await page.addInitScript(() => {
      Object.assign(window, { violations: [] });
      document.addEventListener('securitypolicyviolation', (event) =>
        (window as unknown as { violations: string[] }).violations.push(
          `${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
        ),
      );
    });
    await page.goto(`${demoShopOrigin(baseURL)}${path}?csp=strict`);
    await page.evaluate(() => window.svcComponents?.ready);
    const expected = await page.evaluate(() => window.svcAnalysisPopup?.open());
    expect(expected).toBe(true);
    await expect(frameOf(page, 'svc-analysis-popup').locator('svc-quiz h1')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await page.evaluate(() => (window as unknown as { violations: string[] }).violations)).toEqual([]);
    expect([seen.console, seen.trouble]).toEqual([[], []]);
  });
}

test('a policy that stops the frame is a warning that names it. docs/components.md B15.1', async ({
  page,
  baseURL,
}) => {
  const { companyKey } = await createShopCompany(baseURL, 'x-policy');
  const seen = await watchComponents(page);
  const headers = { 'Content-Security-Policy': "frame-src 'none'" };
  await page.goto(
    shop.add(
      shopHtml(baseURL, { settings: { COMPANY_ID: companyKey }, body: '<svc-analysis></svc-analysis>' }),
      headers,
    ),
  );
  await expect
    .poll(() => seen.console.filter((line) => /^warning: svc \[(?:csp|frame-refused)\]/.test(line)))
    .toEqual([expect.stringContaining('frame-src')]);
});

test('forged messages have no effect. docs/components.md B14.6; docs/reliability.md R10.1', async ({
  page,
  baseURL,
}) => {
  const { companyKey, origin } = await createShopCompany(baseURL, 'x-forged');
  const seen = await watchComponents(page);
  await page.goto(
    shop.add(
      shopHtml(baseURL, {
        settings: { COMPANY_ID: companyKey },
        body: '<svc-analysis></svc-analysis><iframe id="sibling" srcdoc="<p>Sibling</p>"></iframe>',
      }),
    ),
  );
  await expect(inline(page).locator('svc-quiz h1')).toHaveText(QUESTION);
  await page.waitForTimeout(200);
  const height = await page.locator('svc-analysis').evaluate((element) => element.clientHeight);
  await page.evaluate((funnelOrigin) => {
    const embedId = document
      .querySelector('svc-analysis')
      ?.shadowRoot?.querySelector('iframe')
      ?.name.replace('svc:', '');
    const detail = { analysis_url: `${funnelOrigin}/r/x`, analysis_id: 'x', funnel: 'x-forged', products: [] };
    const payloads: Record<string, unknown[]> = {
      height: [{ height: 9_999 }, { height: -1 }, { height: '1e9' }],
      finished: [detail, { ...detail, analysis_url: 'javascript:alert(1)' }, null, []],
      'result-opened': [detail, { __proto__: { polluted: true } }],
      'add-to-cart': [{ type: 'add_to_cart', items: [{ id: 'V1', quantity: 1 }], source: 'x' }],
      'open-product': [
        { id: 'V1', name: 'x', link: 'javascript:alert(1)' },
        { id: 'V1', name: 'x', link: 'https://evil.example/' },
      ],
      'close-requested': [{}],
      ready: [{}],
      awake: [{}],
      constructor: [{}],
    };
    const sibling = (document.querySelector('#sibling') as HTMLIFrameElement).contentWindow as Window & {
      eval(code: string): void;
    };
    for (const [type, each] of Object.entries(payloads)) {
      for (const payload of each) {
        const message = { svc: 1, v: 1, embedId, type, payload };
        // From this window, as the funnel's origin would claim it, and from a sibling frame.
        window.postMessage(message, '*');
        window.dispatchEvent(new MessageEvent('message', { data: message, origin: funnelOrigin }));
        window.dispatchEvent(new MessageEvent('message', { data: message, origin: funnelOrigin, source: sibling }));
        sibling.eval(`parent.postMessage(${JSON.stringify(message)}, '*')`);
      }
    }
  }, origin);
  await page.waitForTimeout(300);
  expect(await seen.names()).toEqual([]);
  expect(await page.locator('svc-analysis').evaluate((element) => element.clientHeight)).toBe(height);
  expect(await readRecords(page)).toEqual({ analyses: null, variants: null });
  expect(await page.evaluate(() => ({}) as { polluted?: boolean })).toEqual({});
  expect(seen.trouble).toEqual([]);
});

test('a page of another company’s domain cannot use the funnel. docs/components.md B3.5', async ({ page, baseURL }) => {
  const { companyKey } = await createShopCompany(baseURL, 'x-foreign', { company: { domains: ['other.localhost'] } });
  const seen = await watchComponents(page);
  await page.goto(
    shop.add(
      shopHtml(baseURL, { settings: { COMPANY_ID: companyKey }, body: '<svc-analysis><p>Fallback</p></svc-analysis>' }),
    ),
  );
  await page.evaluate(() => window.svcComponents?.ready);
  expect(await page.locator('svc-floating-action-button').count()).toBe(0);
  await expect(page.getByText('Fallback')).toBeVisible({ timeout: 20_000 });
  expect(await seen.names()).toEqual([]);
});

test('texts of attacks are shown as text. docs/components.md B6.11, B16.2; docs/reliability.md R10.3', async ({
  page,
  baseURL,
}) => {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${baseURL} 'unsafe-inline'`,
    `connect-src ${baseURL} ${(baseURL as string).replace('//', '//*.')}`,
    `frame-src ${(baseURL as string).replace('//', '//*.')}`,
    'img-src data: http: https:',
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const seen = await watchComponents(page);
  for (const [index, text] of XSS_TEXTS.slice(0, 4).entries()) {
    const handle = `x-text-${index}`;
    const { companyKey } = await createShopCompany(baseURL, handle, { funnel: { name: text.slice(0, 100) } });
    await page.goto(
      shop.add(shopHtml(baseURL, { settings: { COMPANY_ID: companyKey }, body: '<svc-analysis></svc-analysis>' }), {
        'Content-Security-Policy': policy,
      }),
    );
    await expect(inline(page).locator('svc-quiz h1')).toHaveText(QUESTION);
    expect(await page.evaluate(() => window.svcAnalysisPopup?.open())).toBe(true);
    await expect(page.getByRole('dialog')).toHaveAttribute('aria-label', text.slice(0, 100));
    await answerIn(frameOf(page, 'svc-analysis-popup'));
    // Records of other scripts are texts from outside as well.
    await page.evaluate((value) => {
      const entries = JSON.parse(localStorage.getItem('svcAnalysesData') as string);
      for (const key of ['first_name', 'last_name', 'email', 'color_type']) entries[0][key] = value;
      localStorage.setItem('svcAnalysesData', JSON.stringify(entries));
      window.dispatchEvent(new Event('svc-data-synchronized'));
    }, text);
    await page.reload();
    await expect(inline(page).locator('svc-result h1')).toBeVisible();
  }
  expect(dialogs).toEqual([]);
  expect(seen.trouble).toEqual([]);
});
