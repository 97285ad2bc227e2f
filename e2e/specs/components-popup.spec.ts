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

/** svc-analysis-popup on pages of a shop. docs/components.md B8. */

test.use({ viewport: { width: 1000, height: 700 }, locale: 'en', reducedMotion: 'reduce' });

let shop: ShopPages;
test.beforeAll(async () => {
  shop = await serveShopPages();
});
test.afterAll(() => shop.close());

const BODY = '<button type="button" id="start">Start</button><div style="height: 3000px">Long</div>';
const inPopup = (page: Page) => frameOf(page, 'svc-analysis-popup');
const heading = (page: Page) => inPopup(page).locator('svc-quiz h1');
const popup = (page: Page) => page.locator('svc-analysis-popup');
const dialog = (page: Page) => page.getByRole('dialog');
const closeButton = (page: Page) => page.locator('svc-analysis-popup [part~="close"]');
const open = (page: Page, ...args: unknown[]) =>
  page.evaluate((given) => window.svcAnalysisPopup?.open(...given), args);
const close = (page: Page) => page.evaluate(() => void window.svcAnalysisPopup?.close());

async function openShop(
  page: Page,
  baseURL: string | undefined,
  handle: string,
  given: { body?: string; after?: string; settings?: object; steps?: object[]; funnel?: object } = {},
) {
  const company = await createShopCompany(baseURL, handle, {
    ...(given.settings && { settings: given.settings }),
    ...(given.steps && { steps: given.steps }),
  });
  const seen = await watchComponents(page);
  await page.goto(
    shop.add(
      shopHtml(baseURL, {
        settings: { COMPANY_ID: company.companyKey },
        body: given.body ?? BODY,
        after: given.after ?? '',
      }),
    ),
  );
  await page.evaluate(() => window.svcComponents?.ready);
  return { ...company, seen };
}

test('defaults of the properties. docs/components.md B8.1, B6.1', async ({ page, baseURL }) => {
  await openShop(page, baseURL, 'p-defaults', {
    body: `<svc-analysis-popup id="one"></svc-analysis-popup>
      <svc-analysis-popup id="two" close-before-result forcestart source="x" funnel="p-defaults"></svc-analysis-popup>`,
  });
  expect(await open(page)).toBe(true);
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
    funnel: 'p-defaults',
    source: 'x',
    isOpen: false,
    closeBeforeResult: true,
    forceStart: true,
  });
  // The first popup of the document is the global instance.
  expect(await page.evaluate(() => window.svcAnalysisPopup?.id)).toBe('one');
});

test('open() shows the default funnel and resolves to true; close() hides it; each is one event. docs/components.md B8.2, B8.4, B8.8, B6.4, B11.6', async ({
  page,
  baseURL,
}) => {
  const { seen } = await openShop(page, baseURL, 'p-open');
  expect(await open(page)).toBe(true);
  await expect(dialog(page)).toBeVisible();
  await expect(heading(page)).toHaveText(QUESTION);
  await expect(popup(page)).toHaveAttribute('is-open', '');
  expect(await page.evaluate(() => window.svcAnalysisPopup?.isOpen)).toBe(true);
  expect(await open(page)).toBe(true);
  expect(await seen.names()).toEqual(['svc-popup-opened']);
  await close(page);
  await expect(dialog(page)).toHaveCount(0);
  await close(page);
  expect(await seen.names()).toEqual(['svc-popup-opened', 'svc-popup-closed']);
  expect((await seen.events()).map(([, detail]) => detail)).toEqual([null, null]);
  await expect(popup(page)).not.toHaveAttribute('is-open');
});

test('the argument takes precedence over the property, and source is a parameter of the frame. docs/components.md B8.2, B8.3', async ({
  page,
  baseURL,
}) => {
  const { companyKey, handle } = await createShopCompany(baseURL, 'p-arguments');
  const added = await createManagement(baseURL).apply(handle, {
    funnels: [
      {
        subdomain: 'p-arguments-two',
        name: 'Second',
        paused: false,
        published: { steps: [{ id: 1, type: 'AGE', title: 'Your age?' }] },
      },
    ],
  });
  expect(added.status, added.text).toBe(200);
  const body = '<svc-analysis-popup funnel="p-arguments-two" source="property"></svc-analysis-popup>';
  await page.goto(shop.add(shopHtml(baseURL, { settings: { COMPANY_ID: companyKey }, body })));
  await page.evaluate(() => window.svcComponents?.ready);
  expect(await open(page)).toBe(true);
  await expect(heading(page)).toHaveText('Your age?');
  const source = async () =>
    new URL((await page.locator('svc-analysis-popup iframe').getAttribute('src')) as string).searchParams.get('source');
  expect(await source()).toBe('property');
  expect(await open(page, handle, 'argument')).toBe(true);
  await expect(heading(page)).toHaveText(QUESTION);
  expect(await source()).toBe('argument');
  // The result page keeps it, and it is stored with the analysis.
  await answerIn(inPopup(page));
  const result = page.frames().find((frame) => frame.url().includes('/r/'));
  expect(new URL(result?.url() as string).searchParams.get('source')).toBe('argument');
  await expect.poll(async () => (await readRecords(page)).variants?.[0]?.source).toBe('argument');
});

test('a funnel that does not exist resolves to false with one warning. docs/components.md B4.4', async ({
  page,
  baseURL,
}) => {
  const { seen } = await openShop(page, baseURL, 'p-none');
  expect(await open(page, 'no-such-funnel')).toBe(false);
  await expect(dialog(page)).toHaveCount(0);
  expect(seen.console).toEqual([expect.stringMatching(/^warning: svc \[funnel\]/)]);
  expect(await seen.names()).toEqual([]);
});

test('isOpen opens and closes, as attribute and as property. docs/components.md B8.5', async ({ page, baseURL }) => {
  const { seen } = await openShop(page, baseURL, 'p-is-open', {
    body: `${BODY}<svc-analysis-popup is-open></svc-analysis-popup>`,
  });
  await expect(heading(page)).toHaveText(QUESTION);
  expect(await seen.names()).toEqual(['svc-popup-opened']);
  await popup(page).evaluate((element) => Object.assign(element, { isOpen: false }));
  await expect(dialog(page)).toHaveCount(0);
  await popup(page).evaluate((element) => element.setAttribute('is-open', ''));
  await expect(dialog(page)).toBeVisible();
  await popup(page).evaluate((element) => element.removeAttribute('is-open'));
  await expect(dialog(page)).toHaveCount(0);
  await expect
    .poll(() => seen.names())
    .toEqual(['svc-popup-opened', 'svc-popup-closed', 'svc-popup-opened', 'svc-popup-closed']);
});

test('the close button has the focus, Escape closes, and the focus returns. docs/components.md B8.6, B8.7', async ({
  page,
  baseURL,
}) => {
  const { seen } = await openShop(page, baseURL, 'p-focus');
  await page.locator('#start').focus();
  expect(await open(page)).toBe(true);
  await expect(closeButton(page)).toBeFocused();
  const size = await closeButton(page).boundingBox();
  expect([size?.width, size?.height].every((length) => (length as number) >= 44)).toBe(true);
  expect(await dialog(page).getAttribute('aria-label')).toBe('Find your glow');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('#start')).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  // Inside of the frame as well: a key press there is no event of this page.
  expect(await open(page)).toBe(true);
  await expect(heading(page)).toHaveText(QUESTION);
  await inPopup(page).getByRole('radio').first().focus();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => seen.names()).toHaveLength(4);
});

test('Tab stays in the popup and the browser: nothing of the page behind gets the focus. docs/components.md B8.11', async ({
  page,
  baseURL,
}) => {
  await openShop(page, baseURL, 'p-tab');
  expect(await open(page)).toBe(true);
  await expect(heading(page)).toHaveText(QUESTION);
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('start');
  }
});

test('a click on the backdrop closes until a question was answered. docs/components.md B8.7', async ({
  page,
  baseURL,
}) => {
  await openShop(page, baseURL, 'p-backdrop');
  expect(await open(page)).toBe(true);
  await expect(heading(page)).toHaveText(QUESTION);
  await page.mouse.click(4, 350);
  await expect(dialog(page)).toHaveCount(0);
  expect(await open(page)).toBe(true);
  await inPopup(page).locator('label.option', { hasText: 'Dry' }).click();
  await expect(inPopup(page).getByRole('radio', { name: 'Dry' })).toBeChecked();
  await page.mouse.click(4, 350);
  await expect(dialog(page)).toBeVisible();
  // Closed and opened again, the answer is still there. docs/components.md B8.10
  await closeButton(page).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await open(page)).toBe(true);
  await expect(inPopup(page).getByRole('radio', { name: 'Dry' })).toBeChecked();
});

test('history, scroll position and width of the page are the same before and after. docs/components.md B8.9, B8.12, B14.5', async ({
  page,
  baseURL,
}) => {
  const steps = [1, 2, 3].map((id) => ({
    id,
    type: 'SINGLE_SELECTION',
    title: `Question ${id}`,
    selections: [
      { key: 'a', caption: 'A' },
      { key: 'b', caption: 'B' },
    ],
  }));
  await openShop(page, baseURL, 'p-page', { steps });
  await page.evaluate(() => scrollTo(0, 1234));
  const measure = () =>
    page.evaluate(() => [
      history.length,
      scrollX,
      scrollY,
      document.querySelector('main')?.getBoundingClientRect().width,
    ]);
  const before = await measure();
  expect(await open(page)).toBe(true);
  await expect(heading(page)).toHaveText('Question 1');
  expect(await measure()).toEqual(before);
  await page.mouse.move(500, 350);
  await page.mouse.wheel(0, 700);
  expect(await page.evaluate(() => scrollY)).toBe(1234);
  for (const title of ['Question 2', 'Question 3']) {
    await inPopup(page)
      .locator('label.option', { hasText: /^\s*A\s*$/ })
      .click();
    await expect(heading(page)).toHaveText(title);
  }
  await inPopup(page).getByRole('button', { name: 'Back' }).click();
  await expect(heading(page)).toHaveText('Question 2');
  await inPopup(page)
    .locator('label.option', { hasText: /^\s*B\s*$/ })
    .click();
  await expect(heading(page)).toHaveText('Question 3');
  await inPopup(page)
    .locator('label.option', { hasText: /^\s*B\s*$/ })
    .click();
  await inPopup(page).locator('svc-quiz button[type=submit]').click();
  await expect(inPopup(page).locator('svc-result h1')).toBeVisible({ timeout: 15_000 });
  expect(await page.evaluate(() => history.length)).toBe(before[0]);
  await close(page);
  await expect(dialog(page)).toHaveCount(0);
  expect(await measure()).toEqual(before);
  await page.goBack();
  expect(page.url()).toBe('about:blank');
});

test('closeBeforeResult: records, finished, then closed; opened again it shows the result. docs/components.md B8.13, B8.14, B14.2', async ({
  page,
  baseURL,
}) => {
  const { seen } = await openShop(page, baseURL, 'p-before', {
    body: '<svc-analysis-popup close-before-result></svc-analysis-popup>',
  });
  await page.evaluate(() =>
    document.addEventListener('svc-analysis-finished', () => {
      Object.assign(window, { stored: localStorage.getItem('svcAnalysesData') });
    }),
  );
  expect(await open(page)).toBe(true);
  await inPopup(page).locator('label.option', { hasText: 'Dry' }).click();
  await inPopup(page).locator('svc-quiz button[type=submit]').click();
  await expect(dialog(page)).toHaveCount(0, { timeout: 15_000 });
  await expect.poll(() => seen.names()).toContain('svc-popup-closed');
  const names = (await seen.names()).filter((name) => name !== 'svc-data-updated');
  expect(names).toEqual(['svc-popup-opened', 'svc-analysis-finished', 'svc-popup-closed']);
  expect(await page.evaluate(() => (window as unknown as { stored: string }).stored)).toContain('p-before');
  const [, finished] = (await seen.events()).find(([name]) => name === 'svc-analysis-finished') as [
    string,
    { products: unknown[] },
  ];
  expect(finished.products).toHaveLength(1);
  expect(await open(page)).toBe(true);
  await expect(inPopup(page).locator('svc-result h1')).toBeVisible();
});

test('forceStart: an opening after a finished analysis starts again, an interrupted one continues. docs/components.md B8.1', async ({
  page,
  baseURL,
}) => {
  await openShop(page, baseURL, 'p-force', { body: '<svc-analysis-popup force-start></svc-analysis-popup>' });
  expect(await open(page)).toBe(true);
  await inPopup(page).locator('label.option', { hasText: 'Oily' }).click();
  await close(page);
  expect(await open(page)).toBe(true);
  await expect(inPopup(page).getByRole('radio', { name: 'Oily' })).toBeChecked();
  await answerIn(inPopup(page));
  await close(page);
  expect(await open(page)).toBe(true);
  await expect(heading(page)).toHaveText(QUESTION);
  await expect(inPopup(page).getByRole('radio', { name: 'Dry' })).not.toBeChecked();
});

test('with z-index null everything behind is inert, a banner included. docs/components.md B8.11', async ({
  page,
  baseURL,
}) => {
  await openShop(page, baseURL, 'p-layer', {
    settings: { zIndex: { popup: null } },
    after: `<div id="banner" style="position: fixed; bottom: 0; left: 0; z-index: 5000"><button type="button">Accept</button></div>`,
  });
  expect(await open(page)).toBe(true);
  await expect(heading(page)).toHaveText(QUESTION);
  expect(await page.evaluate(() => document.elementFromPoint(500, 350)?.localName)).toBe('svc-analysis-popup');
  await page.locator('#banner button').evaluate((button) => (button as HTMLElement).focus());
  expect(await page.evaluate(() => document.activeElement?.closest('#banner'))).toBeNull();
});

test('with a number, what is above stays usable and the page behind is inert; afterwards all is as before. docs/components.md B8.11, B5.6', async ({
  page,
  baseURL,
}) => {
  await openShop(page, baseURL, 'p-number', {
    settings: { zIndex: { popup: 1000 } },
    after: `<aside inert id="was-inert">x</aside>
      <div id="banner" style="position: fixed; bottom: 0; left: 0; z-index: 5000"><button type="button">Accept</button></div>`,
  });
  const inert = () =>
    page.evaluate(() => [...document.querySelectorAll('[inert]')].map(({ id, localName }) => id || localName));
  const before = await inert();
  expect(await open(page)).toBe(true);
  await expect(heading(page)).toHaveText(QUESTION);
  await page.locator('#banner button').focus();
  await expect(page.locator('#banner button')).toBeFocused();
  await page.locator('#start').evaluate((button) => (button as HTMLElement).focus());
  await expect(page.locator('#start')).not.toBeFocused();
  await close(page);
  await expect(dialog(page)).toHaveCount(0);
  expect(await inert()).toEqual(before);
});

test('on a phone the popup fills the screen. docs/components.md B8.15', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openShop(page, baseURL, 'p-phone');
  expect(await open(page)).toBe(true);
  await expect(heading(page)).toHaveText(QUESTION);
  const box = await dialog(page).boundingBox();
  expect([box?.x, box?.y, box?.width, box?.height].map((each) => Math.round(each as number))).toEqual([0, 0, 390, 700]);
});

test('closing the popup stops the camera. docs/components.md B8.10, B14.4', async ({ page, context, baseURL }) => {
  await openShop(page, baseURL, 'p-camera', {
    steps: [{ id: 1, type: 'SELFIE', title: 'A picture?', required: false }],
  });
  // A frame that may use the camera has the permission of the page around it.
  await context.grantPermissions(['camera'], { origin: shop.origin });
  expect(await open(page)).toBe(true);
  await inPopup(page).getByRole('checkbox').check();
  await inPopup(page).getByRole('button', { name: 'Use the camera' }).click();
  const video = inPopup(page).locator('video');
  await expect.poll(() => video.evaluate((element) => (element as HTMLVideoElement).videoWidth)).toBeGreaterThan(0);
  await video.evaluate((element) => {
    Object.assign(window, { track: ((element as HTMLVideoElement).srcObject as MediaStream).getTracks()[0] });
  });
  const state = () =>
    inPopup(page)
      .locator('html')
      .evaluate(() => (window as unknown as { track: MediaStreamTrack }).track.readyState);
  expect(await state()).toBe('live');
  await close(page);
  await expect.poll(state, { timeout: 1_000 }).toBe('ended');
});

test('a popup in a page that a framework replaces is closed, and is there again in the next page. docs/components.md B8.16', async ({
  page,
  baseURL,
}) => {
  const { seen } = await openShop(page, baseURL, 'p-swap');
  expect(await open(page)).toBe(true);
  await page.evaluate(() => {
    const newBody = document.createElement('body');
    newBody.append(Object.assign(document.createElement('h1'), { textContent: 'Next page' }));
    document.dispatchEvent(new CustomEvent('turbo:before-render', { detail: { newBody } }));
    document.documentElement.replaceChild(newBody, document.body);
    document.dispatchEvent(new Event('turbo:render'));
  });
  await expect(page.locator('body > svc-analysis-popup')).toHaveCount(1);
  await expect.poll(() => seen.names()).toEqual(['svc-popup-opened', 'svc-popup-closed']);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible');
  expect(await open(page)).toBe(true);
  await expect(heading(page)).toHaveText(QUESTION);
});

for (const query of ['', '?dir=rtl&lang=de', '?root=62.5&banner=1']) {
  test(`the open popup of the demo shop is accessible${query && ` with ${query}`}. docs/components.md B16.3`, async ({
    page,
    baseURL,
  }) => {
    await page.goto(`${demoShopOrigin(baseURL)}/${query}`);
    await page.evaluate(() => window.svcComponents?.ready);
    await page.getByRole('button', { name: 'Find your shade' }).click();
    await expect(heading(page)).toBeVisible();
    await expectAccessible(page, { hasFrames: true });
    await page.screenshot({ path: `test-results/artifacts/components/popup${query.replace(/\W/g, '-')}.png` });
  });
}
