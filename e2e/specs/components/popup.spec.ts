/// <reference lib="dom" />
import { answerIn, QUESTION, readRecords } from '../../support/browser/component-pages.js';
import { expect, test } from '../../support/browser/component-test.js';
import { createManagement } from '../../support/browser/questionnaire.js';

/** Properties, functions and events of svc-analysis-popup. docs/components.md B8. The dialog: components-dialog.spec.ts. */

const BODY = '<button type="button" id="start">Start</button>';
const OPENED_AND_CLOSED = ['svc-popup-opened', 'svc-popup-closed'];

test('defaults of the properties. docs/components.md B8.1, B6.1, S25; docs/contract.md C19.3', async ({
  page,
  openShop,
  popup,
}) => {
  const { handle } = await openShop({
    body: `<svc-analysis-popup id="one"></svc-analysis-popup>
      <svc-analysis-popup id="two" close-before-result forcestart source="x" funnel="other"></svc-analysis-popup>`,
  });
  expect(handle).toBeTruthy();
  expect(await popup.open()).toBe(true);
  const read = (id: string) =>
    page.locator(`#${id}`).evaluate((element) => {
      const { funnel, source, isOpen, closeBeforeResult, forceStart } = element as unknown as Record<string, unknown>;
      return { funnel, source: source || null, isOpen, closeBeforeResult, forceStart };
    });
  expect(await read('one')).toEqual({
    funnel: false,
    source: null,
    isOpen: true,
    closeBeforeResult: false,
    forceStart: false,
  });
  expect(await read('two')).toEqual({
    funnel: 'other',
    source: 'x',
    isOpen: false,
    closeBeforeResult: true,
    forceStart: true,
  });
  // The first popup of the document is the global instance.
  expect(await page.evaluate(() => window.svcAnalysisPopup?.id)).toBe('one');
});

test('open() shows the default funnel and resolves to true; close() hides it; each is one event; another funnel is one warning. docs/components.md B4.4, B8.2, B8.4, B8.8, B6.4, B11.6, S26, S28, S53; docs/contract.md C19.3', async ({
  page,
  openShop,
  popup,
  seen,
}) => {
  await openShop({ body: BODY });
  expect(await popup.open('no-such-funnel')).toBe(false);
  await expect(popup.dialog).toHaveCount(0);
  expect(seen.console).toEqual([expect.stringMatching(/^warning: svc \[funnel\]/)]);
  expect(await seen.names()).toEqual([]);

  expect(await popup.open()).toBe(true);
  await expect(popup.dialog).toBeVisible();
  await expect(popup.heading).toHaveText(QUESTION);
  await expect(popup.element).toHaveAttribute('is-open', '');
  expect(await page.evaluate(() => window.svcAnalysisPopup?.isOpen)).toBe(true);
  expect(await popup.open()).toBe(true);
  expect(await seen.names()).toEqual(['svc-popup-opened']);
  await popup.close();
  await expect(popup.dialog).toHaveCount(0);
  await popup.close();
  expect(await seen.events()).toEqual(OPENED_AND_CLOSED.map((name) => [name, null]));
  await expect(popup.element).not.toHaveAttribute('is-open');
});

test('the argument takes precedence over the property, and source is a parameter of the frame. docs/components.md B8.2, B8.3, S26, S27', async ({
  page,
  baseURL,
  openShop,
  createCompany,
  popup,
}) => {
  const company = await createCompany();
  const other = `${company.handle}-two`;
  const published = { steps: [{ id: 1, type: 'AGE', title: 'Your age?' }] };
  const added = await createManagement(baseURL).apply(company.handle, {
    funnels: [{ subdomain: other, name: 'Second', paused: false, published }],
  });
  expect(added.status, added.text).toBe(200);
  await openShop({ company, body: `<svc-analysis-popup funnel="${other}" source="property"></svc-analysis-popup>` });
  expect(await popup.open()).toBe(true);
  await expect(popup.heading).toHaveText('Your age?');
  const source = async () => new URL((await popup.iframe.getAttribute('src')) as string).searchParams.get('source');
  expect(await source()).toBe('property');
  expect(await popup.open(company.handle, 'argument')).toBe(true);
  await expect(popup.heading).toHaveText(QUESTION);
  expect(await source()).toBe('argument');
  // The result page keeps it, and it is stored with the analysis.
  await answerIn(popup.frame);
  const findResult = () => page.frames().find((frame) => frame.url().includes('/r/'));
  await expect.poll(() => new URL(findResult()?.url() ?? 'about:blank').searchParams.get('source')).toBe('argument');
  await expect.poll(async () => (await readRecords(page)).variants?.[0]?.source).toBe('argument');
});

test('isOpen opens and closes, as attribute and as property. docs/components.md B8.5', async ({
  openShop,
  popup,
  seen,
}) => {
  await openShop({ body: `${BODY}<svc-analysis-popup is-open></svc-analysis-popup>` });
  await expect(popup.heading).toHaveText(QUESTION);
  expect(await seen.names()).toEqual(['svc-popup-opened']);
  await popup.element.evaluate((element) => Object.assign(element, { isOpen: false }));
  await expect(popup.dialog).toHaveCount(0);
  await popup.element.evaluate((element) => element.setAttribute('is-open', ''));
  await expect(popup.dialog).toBeVisible();
  await popup.element.evaluate((element) => element.removeAttribute('is-open'));
  await expect(popup.dialog).toHaveCount(0);
  await expect.poll(() => seen.names()).toEqual([...OPENED_AND_CLOSED, ...OPENED_AND_CLOSED]);
});

test('closeBeforeResult: records, finished, then closed; opened again it shows the result. docs/components.md B8.13, B8.14, B14.2, S30', async ({
  page,
  openShop,
  popup,
  seen,
}) => {
  const { handle } = await openShop({ body: '<svc-analysis-popup close-before-result></svc-analysis-popup>' });
  await page.evaluate(() =>
    document.addEventListener('svc-analysis-finished', () => {
      Object.assign(window, { stored: localStorage.getItem('svcAnalysesData') });
    }),
  );
  expect(await popup.open()).toBe(true);
  await popup.frame.locator('label.option', { hasText: 'Dry' }).click();
  await popup.frame.locator('svc-quiz button[type=submit]').click();
  await expect(popup.dialog).toHaveCount(0);
  await expect.poll(() => seen.names()).toContain('svc-popup-closed');
  const names = (await seen.names()).filter((name) => name !== 'svc-data-updated');
  expect(names).toEqual(['svc-popup-opened', 'svc-analysis-finished', 'svc-popup-closed']);
  expect(await page.evaluate(() => (window as unknown as { stored: string }).stored)).toContain(handle);
  const [, finished] = (await seen.events()).find(([name]) => name === 'svc-analysis-finished') as [
    string,
    { products: unknown[] },
  ];
  expect(finished.products).toHaveLength(1);
  expect(await popup.open()).toBe(true);
  await expect(popup.result).toBeVisible();
});

test('forceStart: an opening after a finished analysis starts again, an interrupted one continues. docs/components.md B8.1', async ({
  openShop,
  popup,
  seen,
}) => {
  await openShop({ body: '<svc-analysis-popup force-start></svc-analysis-popup>' });
  expect(await popup.open()).toBe(true);
  await popup.frame.locator('label.option', { hasText: 'Oily' }).click();
  await popup.close();
  expect(await popup.open()).toBe(true);
  await expect(popup.frame.getByRole('radio', { name: 'Oily' })).toBeChecked();
  await answerIn(popup.frame);
  // The page learns of the result after the shopper sees it.
  await expect.poll(() => seen.names()).toContain('svc-analysis-finished');
  await popup.close();
  expect(await popup.open()).toBe(true);
  await expect(popup.heading).toHaveText(QUESTION);
  await expect(popup.frame.getByRole('radio', { name: 'Dry' })).not.toBeChecked();
});

test('a popup in a page that a framework replaces is closed, and is there again in the next page. docs/components.md B8.16', async ({
  page,
  openShop,
  popup,
  seen,
}) => {
  await openShop({ body: BODY });
  expect(await popup.open()).toBe(true);
  await page.evaluate(() => {
    const newBody = document.createElement('body');
    newBody.append(Object.assign(document.createElement('h1'), { textContent: 'Next page' }));
    document.dispatchEvent(new CustomEvent('turbo:before-render', { detail: { newBody } }));
    document.documentElement.replaceChild(newBody, document.body);
    document.dispatchEvent(new Event('turbo:render'));
  });
  await expect(page.locator('body > svc-analysis-popup')).toHaveCount(1);
  await expect.poll(() => seen.names()).toEqual(OPENED_AND_CLOSED);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible');
  expect(await popup.open()).toBe(true);
  await expect(popup.heading).toHaveText(QUESTION);
});
