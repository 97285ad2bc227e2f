/// <reference lib="dom" />
import { answerIn, QUESTION, readRecords } from '../../support/browser/component-pages.js';
import { expect, getWarnings, test } from '../../support/browser/component-test.js';
import { createManagement } from '../../support/browser/questionnaire.js';

/** What components keep in the browser, and what they show of it on later visits. docs/components.md B7, B12. */

const CONTACT_STEPS = [
  { id: 1, type: 'EMAIL', title: 'Your address?', required: true, settings: { fields: ['firstName', 'email'] } },
];
const BODY = '<svc-analysis></svc-analysis>';

test('a known result is shown again on a later visit, once per page load. docs/components.md B7.6, B11.3', async ({
  page,
  openShop,
  createCompany,
  inline,
  seen,
}) => {
  await openShop({
    company: await createCompany({ steps: CONTACT_STEPS }),
    body: '<svc-analysis source="first"></svc-analysis>',
  });
  await inline.frame.locator('#email').fill('ada@example.com');
  await inline.frame.locator('svc-quiz button[type=submit]').click();
  await expect(inline.result).toBeVisible();
  await expect.poll(() => seen.names()).toContain('svc-data-updated');
  const [stored] = (await readRecords(page)).analyses;
  expect(stored.email).toBe('ada@example.com');

  await page.reload();
  await expect(inline.result).toBeVisible();
  await expect.poll(() => seen.names()).toEqual(['svc-result-page-opened', 'svc-data-updated']);
  const [[, opened] = []] = (await seen.events()) as [string, Record<string, unknown>][];
  expect(opened).toMatchObject({ analysis_id: stored.analysis_id, email: 'ada@example.com' });
  expect((await readRecords(page)).analyses).toMatchObject([{ email: 'ada@example.com' }]);
});

test('the known result is shown although the browser blocks the storage of the frame. docs/components.md B7.6, B12.5', async ({
  page,
  openShop,
  inline,
  seen,
}) => {
  await page.addInitScript(() => {
    if (window.top === window) return;
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Blocked.', 'SecurityError');
        },
      });
    }
  });
  await openShop({ body: BODY });
  await answerIn(inline.frame);
  await expect.poll(async () => (await readRecords(page)).analyses).toHaveLength(1);
  await page.reload();
  await expect(inline.result).toBeVisible();
  await expect.poll(() => seen.names()).toEqual(['svc-result-page-opened', 'svc-data-updated']);
  expect([seen.console, seen.trouble]).toEqual([[], []]);
});

test('with forceStart a repeated analysis overwrites the entry of its funnel and keeps earlier recommendations. docs/components.md B7.4, B12.1, B12.3, S23, S45', async ({
  page,
  openShop,
  inline,
}) => {
  const { handle } = await openShop({ body: '<svc-analysis force-start></svc-analysis>' });
  await page.evaluate((funnel) => {
    const DAY_MS = 86_400_000;
    const entry = { timestamp: Date.now() - 1_000, variant_id: 'EARLIER', source: '', analysis_id: 'x', funnel };
    const old = { ...entry, timestamp: Date.now() - 31 * DAY_MS, variant_id: 'OLD' };
    localStorage.setItem('svcRecommendedProductVariants', JSON.stringify([entry, old, 'foreign']));
  }, handle);
  await answerIn(inline.frame);
  await expect.poll(async () => (await readRecords(page)).analyses).toHaveLength(1);
  const [first] = (await readRecords(page)).analyses;
  await page.reload();
  await expect(inline.heading).toHaveText(QUESTION);
  expect(await inline.iframe.getAttribute('src')).toContain('forceStart=true');
  await expect(inline.frame.getByRole('radio', { name: 'Dry' })).not.toBeChecked();
  await answerIn(inline.frame);
  await expect.poll(async () => (await readRecords(page)).analyses[0].analysis_id).not.toBe(first.analysis_id);
  const { analyses, variants } = await readRecords(page);
  expect(analyses).toHaveLength(1);
  expect(variants.map((each: { variant_id: string }) => each.variant_id).sort()).toEqual(['EARLIER', 'V1']);
  expect(variants.find((each: { variant_id: string }) => each.variant_id === 'V1').analysis_id).toBe(
    analyses[0].analysis_id,
  );
});

test('an erased result leads to the questions, leaves the records, and adds no entry to the history. docs/components.md B7.6, B7.13', async ({
  page,
  baseURL,
  openShop,
  createCompany,
  inline,
}) => {
  const company = await createCompany();
  await openShop({ company, body: BODY });
  await answerIn(inline.frame);
  await expect.poll(async () => (await readRecords(page)).analyses).toHaveLength(1);
  const [record] = (await readRecords(page)).analyses;
  const path = `/companies/${company.handle}/analyses/${record.analysis_id}`;
  expect((await createManagement(baseURL).call('DELETE', path)).status).toBe(204);
  await page.reload();
  await expect(inline.heading).toHaveText(QUESTION);
  // The frame shows the questions, and notifies the page.
  await expect.poll(async () => (await readRecords(page)).analyses ?? []).toEqual([]);
  // A frame that follows the records while the page is open replaces its address.
  const before = await page.evaluate(() => history.length);
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url()));
  await page.evaluate((known) => {
    localStorage.setItem('svcAnalysesData', JSON.stringify([known]));
    dispatchEvent(new Event('svc-data-synchronized'));
  }, record);
  await expect.poll(() => visited.some((address) => address.includes(`/r/${record.analysis_id}`))).toBe(true);
  await expect(inline.heading).toHaveText(QUESTION);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('svcAnalysesData'))).toBe('[]');
  expect(await page.evaluate(() => history.length)).toBe(before);
});

test('svc-data-synchronized is no reason for svc-data-updated; a write in another tab is. docs/components.md B11.5, B11.14, B12.7', async ({
  page,
  context,
  openShop,
  inline,
  seen,
}) => {
  const { address } = await openShop({ body: BODY });
  await expect(inline.heading).toHaveText(QUESTION);
  await page.evaluate(() => window.dispatchEvent(new Event('svc-data-synchronized')));
  const other = await context.newPage();
  await other.goto(address);
  await expect(other.frameLocator('svc-analysis iframe').locator('svc-quiz h1')).toHaveText(QUESTION);
  expect(await seen.names()).toEqual([]);
  await answerIn(other.frameLocator('svc-analysis iframe'));
  await expect.poll(() => seen.names()).toContain('svc-data-updated');
  // It was not finished here. The frame of this page may show it, as a result of another visit.
  expect(await seen.names()).not.toContain('svc-analysis-finished');
});

test('storage that is blocked or full: events as usual, one warning. docs/components.md B12.5', async ({
  page,
  openShop,
  inline,
  seen,
}) => {
  await page.addInitScript(() => {
    if (window.top !== window) return;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await openShop({ body: BODY });
  await answerIn(inline.frame);
  await expect.poll(() => seen.names()).toContain('svc-analysis-finished');
  await expect.poll(() => getWarnings(seen, 'storage')).toHaveLength(1);
  expect(seen.trouble).toEqual([]);
});

test('foreign and poisoned records have no effect. docs/components.md B12.6', async ({
  page,
  shop,
  openShop,
  inline,
  seen,
}) => {
  const { handle: funnel } = await openShop({ body: BODY });
  const texts = { first_name: '', last_name: '', email: '', color_type: '' };
  const entry = { timestamp: new Date().toISOString(), funnel, ...texts };
  const records = [
    'null',
    '{"0":1}',
    'not json',
    JSON.stringify([
      null,
      7,
      'x',
      { funnel },
      { ...entry, analysis_id: 'x', analysis_url: 'javascript:alert(1)' },
      { ...entry, analysis_id: 'x', analysis_url: 'https://evil.example/r/x' },
      { ...entry, analysis_id: '<img src=x onerror=alert(1)>', analysis_url: `${shop.origin}/r/x` },
    ]),
  ];
  for (const record of records) {
    await page.evaluate((value) => {
      localStorage.setItem('svcAnalysesData', value);
      localStorage.setItem('svcRecommendedProductVariants', value);
    }, record);
    await page.reload();
    await expect(inline.heading, record).toHaveText(QUESTION);
  }
  expect(seen.trouble).toEqual([]);
  // The next analysis writes usable records.
  await answerIn(inline.frame);
  await expect.poll(async () => (await readRecords(page)).analyses).toHaveLength(1);
});

test('storeContactData: false keeps contact data out of the record and in the events. docs/components.md B12.4, B11.9', async ({
  page,
  openShop,
  createCompany,
  inline,
  seen,
}) => {
  const company = await createCompany({ settings: { storeContactData: false }, steps: CONTACT_STEPS });
  await openShop({ company, body: BODY });
  await inline.frame.locator('#email').fill('ada@example.com');
  await inline.frame.locator('svc-quiz button[type=submit]').click();
  await expect.poll(() => seen.names()).toContain('svc-analysis-finished');
  const [, detail] = (await seen.events()).find(([name]) => name === 'svc-analysis-finished') as [string, object];
  expect(detail).toMatchObject({ email: 'ada@example.com' });
  expect((await readRecords(page)).analyses).toMatchObject([{ first_name: '', last_name: '', email: '' }]);
});
