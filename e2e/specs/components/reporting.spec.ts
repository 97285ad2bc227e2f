/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { answerIn, QUESTION, readRecords } from '../../support/browser/component-pages.js';
import { expect, INLINE, test } from '../../support/browser/component-test.js';

/** What components send, when, and what they leave alone. docs/components.md B1, B5, B7, B13, B16. */

/** Requests of the page and its frames, in order. */
function watchRequests(page: Page) {
  const requests: { url: URL; headers: Record<string, string>; body: string | null }[] = [];
  page.on('request', (request) =>
    requests.push({ url: new URL(request.url()), headers: request.headers(), body: request.postData() }),
  );
  return requests;
}
/** Kinds and variants of the events that were reported, in order. */
const listReports = (requests: ReturnType<typeof watchRequests>) =>
  requests
    .filter(({ url }) => url.pathname === '/api/v1/events')
    .flatMap(({ body }) => (JSON.parse(body as string) as { events: { type: string }[] }).events)
    .map(({ type }) => type);
/** Events of visits of the questionnaire that were reported. */
const listVisitEvents = (requests: ReturnType<typeof watchRequests>) =>
  requests
    .filter(({ url }) => url.pathname === '/api/v1/visits')
    .map(({ body }) => JSON.parse(body as string) as { kind: string; events: { type: string }[] })
    .flatMap(({ kind, events }) => (kind === 'FUNNEL' ? events.map(({ type }) => type) : []));
const changeConsent = (page: Page, consent: string) =>
  page.evaluate((CONSENT) => {
    window.SVC_AI = { ...(window.SVC_AI as object), CONSENT };
    window.dispatchEvent(new Event('svc-settings-changed'));
  }, consent);

for (const [name, consent, settings] of [
  ['the shopper declined', 'IMPLIED', { CONSENT: 'denied' }],
  ['the company requires consent', 'REQUIRED', {}],
] as const) {
  test(`while ${name}, nothing is reported; from consent on, what happens then is. docs/components.md B13.1, B13.3, B13.6`, async ({
    page,
    openShop,
    createCompany,
    inline,
    seen,
  }) => {
    const requests = watchRequests(page);
    const company = await createCompany({ settings: { tracking: { consent } } });
    await openShop({ company, settings, body: '<svc-analysis></svc-analysis>' });
    await answerIn(inline.frame);
    await expect.poll(async () => (await readRecords(page)).analyses).toHaveLength(1);
    expect(await page.evaluate(() => window.svcComponents?.consent)).toBe('denied');
    const add = inline.frame.getByRole('button', { name: /cart|bag/i }).first();
    const carts = async () => (await seen.names()).filter((each) => each === 'svc-add-to-cart').length;
    await add.click();
    await expect.poll(carts).toBe(1);
    expect(listVisitEvents(requests)).toEqual([]);
    await changeConsent(page, 'granted');
    await expect.poll(() => page.evaluate(() => window.svcComponents?.consent)).toBe('granted');
    await add.click();
    // Reports are sent in order: what was seen and done before would have come first.
    await expect.poll(() => listReports(requests)).toEqual(['ADD_TO_CART']);
    expect(listVisitEvents(requests)).toEqual([]);
  });
}

test('with implied consent, what was seen is reported, and the visit of the questionnaire. docs/components.md B13.1, B13.6', async ({
  page,
  openShop,
  inline,
}) => {
  const requests = watchRequests(page);
  await openShop({ body: '<svc-analysis></svc-analysis>' });
  await answerIn(inline.frame);
  await expect.poll(() => listReports(requests)).toEqual(['IMPRESSION']);
  await expect.poll(() => listVisitEvents(requests)).toContain('FINISHED');
});

test('the browser’s Global Privacy Control counts as denied, unless the shopper consents. docs/components.md B13.2', async ({
  page,
  openShop,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await openShop();
  const consent = async () => {
    await page.evaluate(() => window.svcComponents?.ready);
    return page.evaluate(() => window.svcComponents?.consent);
  };
  expect(await consent()).toBe('denied');
  await changeConsent(page, 'granted');
  await expect.poll(consent).toBe('granted');
});

test('everything works while reports are blocked. docs/components.md B13.5', async ({
  page,
  openShop,
  inline,
  seen,
}) => {
  await page.route(/\/api\/(?:v1\/(?:events|orders|visits)|chat\/)/, (route) => route.abort());
  await openShop({ body: '<svc-analysis></svc-analysis>' });
  await answerIn(inline.frame);
  await expect.poll(() => seen.names()).toEqual(['svc-analysis-finished', 'svc-data-updated']);
  expect([seen.console, seen.trouble]).toEqual([[], []]);
});

test('requests carry no credentials, and the id of the analysis reaches the service only. docs/components.md B3.4, B16.7, S47', async ({
  page,
  baseURL,
  openShop,
  inline,
}) => {
  const requests = watchRequests(page);
  await openShop({ body: '<svc-analysis></svc-analysis>' });
  await answerIn(inline.frame);
  await expect.poll(async () => (await readRecords(page)).analyses).toHaveLength(1);
  const [{ analysis_id: id }] = (await readRecords(page)).analyses;
  await page.reload();
  await expect(inline.result).toBeVisible();
  for (const { headers } of requests) {
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('cookie');
  }
  const { port } = new URL(baseURL as string);
  const carriers = requests.filter(({ url, headers }) => url.href.includes(id) || headers.referer?.includes(id));
  expect(carriers.length).toBeGreaterThan(0);
  expect(carriers.filter(({ url }) => url.port !== port)).toEqual([]);
});

test('a page may name a version and its hash. docs/components.md B1.6, B1.8, B1.11, B1.13', async ({
  page,
  request,
  baseURL,
  openShop,
  inline,
  seen,
}) => {
  const [, version] = /\/v\/([^/]+)\//.exec(await (await request.get(`${baseURL}/components.js`)).text()) ?? [];
  const folder = version ?? '0.2.0';
  const file = `${baseURL}/v/${folder}/all.js`;
  const integrity = JSON.stringify(await (await request.get(`${baseURL}/v/${folder}/integrity.json`)).json());
  const hash = /all\.js[^}]*?(sha384-[A-Za-z0-9+/=]+)/.exec(integrity)?.[1] as string;
  expect(hash).toMatch(/^sha384-/);
  const open = (value: string) =>
    openShop({ body: INLINE, script: `<script defer crossorigin src="${file}" integrity="${value}"></script>` });
  await open(hash);
  await expect(inline.heading).toHaveText(QUESTION);
  const components = await page.evaluate(() => ({
    ...window.svcComponents,
    keys: Object.keys(window.svcComponents ?? {}),
  }));
  expect([components.version, components.keys.sort()]).toEqual([folder, ['consent', 'ready', 'trackOrder', 'version']]);
  expect(seen.console).toEqual([]);
  // A browser refuses a file with another hash, and the fallback stays.
  await open(`sha384-${'A'.repeat(64)}`);
  await expect(page.getByText('Fallback')).toBeVisible();
  expect(await page.evaluate(() => 'svcComponents' in window)).toBe(false);
});

test('a funnel that does not answer in its frame: one warning, and the fallback. docs/components.md B7.10', async ({
  page,
  openShop,
  createCompany,
  seen,
}) => {
  const company = await createCompany();
  await page.route(`${company.origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Not the questionnaire' }),
  );
  await openShop({ company, body: INLINE });
  await expect(page.getByText('Fallback')).toBeVisible();
  await expect.poll(() => seen.console).toEqual([expect.stringMatching(/^warning: svc \[frame-refused\]/)]);
});
