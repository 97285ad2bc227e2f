/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { QUESTION } from '../../support/browser/component-pages.js';
import { expect, getWarnings, INLINE, test } from '../../support/browser/component-test.js';
import { createManagement } from '../../support/browser/questionnaire.js';

/** `window.SVC_AI`, and how the company is found. docs/components.md B2, B3. */

/** Changes settings as an integrator does. */
const changeSettings = (page: Page, settings: object) =>
  page.evaluate((next) => {
    window.SVC_AI = next;
    window.dispatchEvent(new Event('svc-settings-changed'));
  }, settings);

test('an unknown company key is one warning, and the fallback stays. docs/components.md B2.1, B3.1, S7', async ({
  page,
  openShop,
  seen,
}) => {
  await openShop({ settings: { COMPANY_ID: 'x'.repeat(25) }, body: INLINE });
  await expect.poll(() => getWarnings(seen, 'company')).toHaveLength(1);
  await expect(page.getByText('Fallback')).toBeVisible();
  expect(await page.locator('svc-analysis-popup, svc-floating-action-button').count()).toBe(0);
});

test('without a key the domain decides; a domain of two companies is a warning. docs/components.md B3.3, S13; docs/contract.md C19.1', async ({
  page,
  openShop,
  createCompany,
  inline,
  seen,
}) => {
  // Hosts of their own: other tests list shop.localhost.
  const [one, two] = ['one', 'two'].map((name) => `${name}-${crypto.randomUUID()}.localhost`) as [string, string];
  for (const domain of [one, two, two]) await createCompany({ company: { domains: [domain] } });
  await openShop({ company: null, hostname: one, body: INLINE });
  await expect(inline.heading).toHaveText(QUESTION);
  expect(seen.console).toEqual([]);
  await openShop({ company: null, hostname: two, body: INLINE });
  await expect.poll(() => getWarnings(seen, 'domain')).toEqual([expect.stringContaining('COMPANY_ID')]);
  await expect(page.getByText('Fallback')).toBeVisible();
});

test('a page that the company does not list cannot use the funnel, and learns which domain to add. docs/components.md B3.5', async ({
  page,
  openShop,
  createCompany,
  seen,
}) => {
  const company = await createCompany({ company: { domains: ['other.localhost'] } });
  await openShop({ company, body: INLINE });
  await page.evaluate(() => window.svcComponents?.ready);
  await expect.poll(() => getWarnings(seen, 'domain')).toEqual([expect.stringContaining('shop.localhost')]);
  expect(await page.locator('svc-floating-action-button').count()).toBe(0);
  await expect(page.getByText('Fallback')).toBeVisible();
  expect(await seen.names()).toEqual([]);
});

test('INCLUDE_DRAFT_FUNNEL shows funnels in draft, and only if it is exactly true. docs/components.md B2.3, B4.3, B4.4, S15', async ({
  page,
  baseURL,
  openShop,
  createCompany,
  inline,
  popup,
  seen,
}) => {
  const company = await createCompany();
  const subdomain = `${company.handle}-new`;
  const draft = { steps: [{ id: 1, type: 'AGE', title: 'Your age?' }] };
  const applied = await createManagement(baseURL).apply(company.handle, {
    funnels: [{ subdomain, name: 'New quiz', paused: false, draft }],
  });
  expect(applied.status, applied.text).toBe(200);
  const body = `<svc-analysis funnel="${subdomain}"><p>Fallback</p></svc-analysis>`;
  await openShop({ company, settings: { INCLUDE_DRAFT_FUNNEL: 'yes' }, body });
  await expect.poll(() => getWarnings(seen, 'funnel')).toHaveLength(1);
  await expect(page.getByText('Fallback')).toBeVisible();
  expect(await popup.open(subdomain)).toBe(false);
  await openShop({ company, settings: { INCLUDE_DRAFT_FUNNEL: true }, body });
  await expect(inline.heading).toHaveText('Your age?');
});

test('a paused funnel leaves the fallback, with one warning; INCLUDE_DRAFT_FUNNEL shows that it is paused. docs/components.md B4.3, B15, S15, S63', async ({
  page,
  baseURL,
  openShop,
  createCompany,
  popup,
  seen,
}) => {
  const company = await createCompany();
  const applied = await createManagement(baseURL).apply(company.handle, {
    funnels: [{ subdomain: company.handle, paused: true }],
  });
  expect(applied.status, applied.text).toBe(200);
  const body = `<svc-analysis funnel="${company.handle}"><p>Fallback</p></svc-analysis>`;
  await openShop({ company, body });
  await expect.poll(() => getWarnings(seen, 'funnel')).toHaveLength(1);
  await expect(page.getByText('Fallback')).toBeVisible();
  expect(await popup.open(company.handle)).toBe(false);
  expect(getWarnings(seen, 'funnel')).toHaveLength(1);
  await openShop({ company, settings: { INCLUDE_DRAFT_FUNNEL: true }, body });
  const frame = page.frameLocator('svc-analysis iframe');
  await expect(frame.getByRole('heading', { name: 'We are taking a short break' })).toBeVisible();
});

test('NO_AUTOMATIC_COMPONENT_CREATION creates nothing, and the globals are undefined. docs/components.md B2.4, B5.7, S16', async ({
  page,
  openShop,
  inline,
}) => {
  const settings = { NO_AUTOMATIC_COMPONENT_CREATION: true };
  const { companyKey } = await openShop({ settings, body: INLINE });
  await expect(inline.heading).toHaveText(QUESTION);
  expect(await page.locator('[auto]').count()).toBe(0);
  expect(await page.evaluate(() => [typeof window.svcAnalysisPopup, typeof window.svcFloatingActionButton])).toEqual([
    'undefined',
    'undefined',
  ]);
  // Allowed later, they are created; forbidden again, they go.
  await changeSettings(page, { COMPANY_ID: companyKey });
  await expect(page.locator('svc-analysis-popup[auto]')).toHaveCount(1);
  await changeSettings(page, { ...settings, COMPANY_ID: companyKey });
  await expect(page.locator('[auto]')).toHaveCount(0);
});

test('PLATFORM_BASE_URL is the base of the config, with or without a slash at its end. docs/components.md B2.5, S17', async ({
  page,
  openShop,
  createCompany,
  inline,
}) => {
  const company = await createCompany();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/components/')) asked.push(request.url());
  });
  await openShop({ company, settings: { PLATFORM_BASE_URL: `${company.origin}/` }, body: INLINE });
  await expect(inline.heading).toHaveText(QUESTION);
  expect(asked).toEqual([expect.stringMatching(new RegExp(`^${company.origin}/api/components/v1/config\\?`))]);
});

test('values of other types count as unset, with one warning for each setting. docs/components.md B2.7', async ({
  page,
  openShop,
  inline,
  seen,
}) => {
  const settings = {
    PRODUCT_ID: {},
    PLATFORM_BASE_URL: 'javascript:alert(1)',
    TRACKING_BASE_URL: 7,
    NO_AUTOMATIC_COMPONENT_CREATION: 'false',
    CONSENT: 'maybe',
  };
  await openShop({ settings, body: INLINE });
  await expect(inline.heading).toHaveText(QUESTION);
  await expect(page.locator('svc-analysis-popup[auto]')).toHaveCount(1);
  for (const name of [
    'PRODUCT_ID',
    'PLATFORM_BASE_URL',
    'TRACKING_BASE_URL',
    'NO_AUTOMATIC_COMPONENT_CREATION',
    'CONSENT',
  ]) {
    await expect.poll(() => getWarnings(seen, 'setting').filter((line) => line.includes(name)), name).toHaveLength(1);
  }
});

test('a page whose settings are no object works like one without. docs/components.md B2.7', async ({
  openShop,
  createCompany,
  inline,
  seen,
}) => {
  const hostname = `odd-${crypto.randomUUID()}.localhost`;
  await createCompany({ company: { domains: [hostname] } });
  for (const value of ['null', '"x"']) {
    await openShop({ company: null, hostname, head: `<script>window.SVC_AI = ${value}</script>`, body: INLINE });
    await expect(inline.heading).toHaveText(QUESTION);
    expect(seen.trouble).toEqual([]);
  }
});
