/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import {
  createFunnel,
  expectNoSidewaysScroll,
  freshHandle,
  funnelOrigin,
  question,
  shot as storeShot,
  watchTrouble,
} from '../../support/browser/questionnaire.js';
import { XSS_TEXTS } from '../../support/browser/xss-texts.js';
import { send } from '../../support/http.js';

/** The result page as shoppers use it, on the demo's and on small funnels. */

const PHONE = { width: 320, height: 640 };
const DESKTOP = { width: 1280, height: 900 };
const shot = (page: Page, name: string, fullPage = false) => storeShot(page, name, { folder: 'result', fullPage });

const ANSWERS = { hairColor: 'BROWN', eyeColor: 'GREEN', skinColor: 'LIGHT', skinUndertone: 'WARM' };

async function submit(baseURL: string | undefined, subdomain: string, body: object): Promise<string> {
  const origin = (baseURL as string).replace('localhost', '127.0.0.1');
  const answer = await send(origin, '/api/analyses', { host: `${subdomain}.localhost`, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.id;
}
async function openResult(page: Page, baseURL: string | undefined, subdomain: string, body: object, query = '') {
  const id = await submit(baseURL, subdomain, body);
  await page.goto(`${funnelOrigin(baseURL, subdomain)}/r/${id}${query}`);
  return id;
}
const cards = (page: Page) => page.locator('svc-result article');
const heading = (page: Page) => page.locator('svc-result h1');

/** Variants `V0` … of one product each, carrying `skin:dry`. */
const buildCatalog = (count: number, more: object = {}) => ({
  products: Array.from({ length: count }, (_, index) => ({
    shopSystemId: `P${index}`,
    name: `Product ${index}`,
    url: `http://shop.localhost/p/${index}`,
    tags: ['skin:dry'],
    variants: [{ shopSystemId: `V${index}`, name: `Product ${index} – Shade`, ...more }],
  })),
});
const STEPS = [question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry <b>skin</b>', oily: 'Oily' }, {})].map(
  (step) => ({
    ...step,
    selections: step.selections?.map((option) => ({
      ...option,
      tags: { require: [`skin:${option.key}`], prefer: [], avoid: [] },
    })),
  }),
);
const DRY = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };

// Both widths, both languages and both schemes. The styles for a width set no colors, and words have none of their own.
for (const { name, viewport, locale, colorScheme, type, tabName } of [
  {
    name: 'phone-dark-de',
    viewport: PHONE,
    locale: 'de',
    colorScheme: 'dark',
    type: 'Klarer Frühling',
    tabName: 'Sets für dich',
  },
  {
    name: 'desktop-en',
    viewport: DESKTOP,
    locale: 'en',
    colorScheme: 'light',
    type: 'Bright Spring',
    tabName: 'Sets for you',
  },
] as const) {
  test.describe(`the demo's result, ${name}`, () => {
    test.use({ viewport, locale, colorScheme, reducedMotion: 'reduce' });

    test('shows color type, tabs, products with reasons and sets with members; accessible, and fits the screen (docs/contract.md C22.5)', async ({
      page,
      baseURL,
    }) => {
      const trouble = watchTrouble(page);
      await openResult(page, baseURL, 'linden-beauty', ANSWERS, `?locale=${locale}`);
      await expect(heading(page)).toHaveText(type);
      await expect(cards(page)).toHaveCount(8); // maxItemsToShow of the first tab.
      await expect(cards(page).first().locator('.why li').first()).not.toBeEmpty();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await shot(page, name);
      await page.getByRole('tab', { name: tabName }).click();
      await expect(page.getByRole('tabpanel', { name: tabName })).toBeVisible();
      await expect(cards(page).first().locator('.members li').first()).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await shot(page, `${name}-sets`, true);
      expect(trouble).toEqual([]);
    });
  });
}

test.describe('the result page', () => {
  test.use({ viewport: DESKTOP, locale: 'en', reducedMotion: 'reduce' });

  test('is used with the keyboard alone: tabs by arrows, products by Enter, more products in view', async ({
    page,
    context,
    baseURL,
  }) => {
    await context.route(/^http:\/\/demo-shop\.localhost/, (route) => route.fulfill({ body: 'The shop' }));
    await openResult(page, baseURL, 'linden-beauty', ANSWERS, '?locale=en');
    const tabs = page.getByRole('tab');
    await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
    await tabs.first().focus();
    await page.keyboard.press('ArrowLeft');
    await expect(tabs.last()).toBeFocused();
    await expect(tabs.last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(tabs.nth(1)).toBeFocused();
    // The other tabs are not in the tab order.
    await page.keyboard.press('Tab');
    const link = cards(page).first().getByRole('link');
    await expect(link).toBeFocused();
    const [opened] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
    await expect(opened).toHaveURL(/^http:\/\/demo-shop\.localhost:\d+\/p\//);
    expect(await opened.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
    await page.bringToFront();
    const before = await cards(page).count();
    await page.getByRole('button', { name: 'Show more' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => cards(page).count()).toBeGreaterThan(before);
    await expect(cards(page).nth(before).getByRole('link').first()).toBeFocused();
    await expect(page.getByRole('status').last()).toContainText('shown');
  });

  test('asks for further products when they are shown, 48 at a time at most, and never twice', async ({
    page,
    baseURL,
  }) => {
    const handle = freshHandle('r-many');
    await createFunnel(baseURL, handle, { steps: STEPS, company: { catalog: buildCatalog(70) } });
    const asked: string[][] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith('/cards')) asked.push(url.searchParams.getAll('variantId'));
    });
    await openResult(page, baseURL, handle, DRY);
    await expect(cards(page)).toHaveCount(24);
    await expect(page.getByText('24 of 70 shown.').first()).toBeVisible();
    for (const count of [48, 70]) {
      await page.getByRole('button', { name: 'Show more' }).click();
      await expect(cards(page)).toHaveCount(count);
    }
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
    const ids = asked.flat();
    expect(new Set(ids).size).toBe(46);
    expect(ids).toHaveLength(46);
  });

  test('reports what came into view and what was opened, once', async ({ page, context, baseURL }) => {
    const handle = freshHandle('r-events');
    await createFunnel(baseURL, handle, { steps: STEPS, company: { catalog: buildCatalog(12) } });
    await context.route('http://shop.localhost/**', (route) => route.fulfill({ body: 'The shop' }));
    const events: { id: string; type: string; variantId: string; position?: number }[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/events')) events.push(...request.postDataJSON().events);
    });
    await openResult(page, baseURL, handle, DRY);
    await expect(cards(page)).toHaveCount(12);
    const stored = page.waitForResponse((response) => response.url().endsWith('/api/v1/events'));
    await Promise.all([page.waitForEvent('popup'), cards(page).first().getByRole('link').click()]);
    expect((await stored).status()).toBe(202);
    await expect
      .poll(() => events.filter(({ type }) => type === 'CLICK'))
      .toMatchObject([{ variantId: 'V0', position: 0 }]);
    const seen = () => events.filter(({ type }) => type === 'IMPRESSION');
    expect(seen()[0]).toMatchObject({ variantId: 'V0', position: 0 });
    expect(seen().length).toBeLessThan(12); // The last ones are below the fold.
    const getIds = (variantId: string) => seen().flatMap((event) => (event.variantId === variantId ? [event.id] : []));
    await cards(page).last().scrollIntoViewIfNeeded();
    await expect.poll(() => getIds('V11')).toHaveLength(1);
    await page.reload();
    await cards(page).last().scrollIntoViewIfNeeded();
    await expect.poll(() => getIds('V11')).toHaveLength(2);
    // The same id again: it counts once.
    expect(new Set(getIds('V11')).size).toBe(1);
  });

  test('says that it cannot be shown, and shows it when asked again; that is never an empty list', async ({
    page,
    baseURL,
  }) => {
    let isDown = true;
    await page.route('**/api/results/*', (route) =>
      isDown
        ? route.fulfill({ status: 503, headers: { 'x-request-id': 'req-77' }, json: { error: 'MATCHER_FAILURE' } })
        : route.continue(),
    );
    await openResult(page, baseURL, 'linden-beauty', ANSWERS, '?locale=en');
    await expect(heading(page)).toHaveText('Your result cannot be shown right now');
    await expect(page.getByText('Reference for support: req-77')).toBeVisible();
    await expectAccessible(page);
    await shot(page, 'trouble');
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(page)).toHaveText('Bright Spring');
    await expect(heading(page)).toBeFocused();
  });

  test('further products that cannot be loaded are said to be missing, and come when asked for again', async ({
    page,
    baseURL,
  }) => {
    const handle = freshHandle('r-cards');
    await createFunnel(baseURL, handle, { steps: STEPS, company: { catalog: buildCatalog(30) } });
    let isDown = true;
    await page.route('**/cards?*', (route) => (isDown ? route.fulfill({ status: 503, json: {} }) : route.continue()));
    await openResult(page, baseURL, handle, DRY);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(page.getByText('Some products could not be loaded.')).toBeVisible();
    await expect(cards(page)).toHaveCount(24);
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(cards(page)).toHaveCount(30);
  });

  test('an empty result shows a friendly message and a button to start again', async ({ page, baseURL }) => {
    const handle = freshHandle('r-empty');
    await createFunnel(baseURL, handle, { steps: STEPS, company: { catalog: buildCatalog(2) } });
    await openResult(page, baseURL, handle, { selectionValues: [{ stepId: 1, selectedKey: 'oily' }] });
    await expect(heading(page)).toHaveText('Nothing quite fits yet');
    await expectAccessible(page);
    await shot(page, 'empty');
    await page.getByRole('button', { name: 'Start again' }).click();
    await expect(page.locator('svc-quiz h1')).toHaveText('Your skin?');
  });

  test('an analysis that is erased while its page is open is shown as not found', async ({ page, baseURL }) => {
    await page.route('**/api/results/*', (route) => route.fulfill({ status: 404, json: { error: 'NOT_FOUND' } }));
    await openResult(page, baseURL, 'linden-beauty', ANSWERS, '?locale=de');
    await expect(heading(page)).toHaveText('Dieses Ergebnis gibt es nicht');
    await expect(page.getByRole('button', { name: 'Noch einmal versuchen' })).toHaveCount(0);
  });

  test('a link is shared by the clipboard where the system has no dialog', async ({ page, context, baseURL }) => {
    const id = await submit(baseURL, 'linden-beauty', ANSWERS);
    const origin = funnelOrigin(baseURL, 'linden-beauty');
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    await page.goto(`${origin}/r/${id}?locale=en&source=mail&utm_source=secret`);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByRole('status').last()).toHaveText('The link to this result was copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${origin}/r/${id}`);
  });

  test('without a shop around it there is nothing to put into a cart', async ({ page, baseURL }) => {
    await openResult(page, baseURL, 'linden-beauty', ANSWERS, '?locale=en');
    await expect(cards(page).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /cart/i })).toHaveCount(0);
  });

  test('forty hostile texts in names, descriptions and captions are read as they stand', async ({ page, baseURL }) => {
    const handle = freshHandle('r-hostile');
    const trouble = watchTrouble(page);
    const products = XSS_TEXTS.map((text, index) => ({
      shopSystemId: `P${index}`,
      name: text,
      tags: ['skin:dry'],
      variants: [{ shopSystemId: `V${index}`, name: `${text} – ${text}`, shortDescription: text }],
    }));
    const [step] = STEPS;
    const selections = step!.selections!.map((option) => ({ ...option, caption: XSS_TEXTS[0] as string }));
    await createFunnel(baseURL, handle, { steps: [{ ...step, selections }], company: { catalog: { products } } });
    await openResult(page, baseURL, handle, DRY);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(cards(page)).toHaveCount(XSS_TEXTS.length);
    const names = await page.locator('svc-result h3').allTextContents();
    const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
    expect(names.map(plain).sort()).toEqual(XSS_TEXTS.map(plain).sort());
    await expect(page.locator('svc-result .why').first()).toContainText(XSS_TEXTS[0] as string);
    expect(
      await page.locator('svc-result script, svc-result iframe, svc-result object, svc-result embed').count(),
    ).toBe(0);
    expect(trouble).toEqual([]);
  });

  test('an address that is not http or https becomes neither link nor picture', async ({ page, baseURL }) => {
    const handle = freshHandle('r-links');
    const trouble = watchTrouble(page);
    await createFunnel(baseURL, handle, { steps: STEPS, company: { catalog: buildCatalog(1) } });
    await page.route('**/api/results/*', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const origin = (baseURL as string).replace('localhost', '127.0.0.1');
      const { body: view } = await send(origin, pathname + search, { host: `${handle}.localhost` });
      Object.assign(view.cards.V0, { link: 'javascript:alert(1)', imageUrl: 'javascript:alert(1)', color: 'url(x)' });
      await route.fulfill({ json: view });
    });
    await openResult(page, baseURL, handle, DRY);
    await expect(cards(page)).toHaveCount(1);
    expect(await page.locator('svc-result a, svc-result img').count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  test('mirrors in a language that is written from right to left', async ({ page, baseURL }) => {
    await openResult(page, baseURL, 'linden-beauty', ANSWERS, '?locale=ar');
    await expect(cards(page).first()).toBeVisible();
    const tabs = page.getByRole('tab');
    const [first, second] = await Promise.all([tabs.nth(0).boundingBox(), tabs.nth(1).boundingBox()]);
    expect(first!.x).toBeGreaterThan(second!.x);
    await tabs.first().focus();
    await page.keyboard.press('ArrowLeft');
    await expect(tabs.nth(1)).toBeFocused();
    await expectNoSidewaysScroll(page);
    await shot(page, 'rtl');
  });
});
