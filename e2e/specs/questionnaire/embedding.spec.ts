/// <reference lib="dom" />
import { expect, type Page, test } from '@playwright/test';
import { createFunnel, everyStep, freshHandle, visitor, waitForHeight } from '../../support/browser/questionnaire.js';
import { type ShopPage, serveShop } from '../../support/browser/shop-page.js';

/** What a shop page asks of the questionnaire in its frame. The journey as a whole is embedding.spec.ts. */

test.use({ viewport: { width: 800, height: 700 }, locale: 'en', reducedMotion: 'reduce' });

const OPTIONS = {
  source: null,
  queryString: null,
  locale: null,
  analysisId: null,
  forceStart: false,
  popup: false,
  cart: false,
};
const COMPANY = { domains: ['shop.localhost'] };

let shop: ShopPage;
test.beforeAll(async () => {
  shop = await serveShop();
});
test.afterAll(() => shop.close());

type Received = [type: string, payload: unknown][];
const getReceivedMessages = async (page: Page, type: string) =>
  (await page.evaluate(() => (window as unknown as { received: Received }).received)).filter(([each]) => each === type);

/** Opens the funnel in a frame of the shop's page. */
async function openInShop(page: Page, origin: string, options: object = {}) {
  await page.goto(shop.address(`${origin}/`, { ...OPTIONS, ...options }));
  const frame = page.frameLocator('#funnel');
  return {
    frame,
    heading: frame.locator('svc-quiz h1'),
    option: (text: string) => frame.locator('label.option', { hasText: text }),
  };
}

test('the frame is as high as each question', async ({ page, baseURL }) => {
  const { origin } = await createFunnel(baseURL, freshHandle('e-height'), { company: COMPANY });
  const { frame, heading, option } = await openInShop(page, origin);
  const iframe = page.locator('#funnel');
  await expect(heading).toHaveText('Your goal?');
  await option('A look').click();
  await expect(heading).toHaveText('Your skin?');
  await waitForHeight(iframe);
  const before = await iframe.evaluate((element) => element.clientHeight);
  await frame.getByRole('button', { name: 'Skip' }).click();
  await expect(heading).toHaveText('Your hair?');
  await waitForHeight(iframe);
  // Eight colors are higher than three options, and going back takes the height back.
  expect(await iframe.evaluate((element) => element.clientHeight)).toBeGreaterThan(before);
  await frame.getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => iframe.evaluate((element) => element.clientHeight)).toBe(before);
});

test('forceStart starts again although the frame has stored the last visit', async ({ page, baseURL }) => {
  const { origin } = await createFunnel(baseURL, freshHandle('e-force'), {
    company: COMPANY,
    steps: everyStep().slice(0, 1),
  });
  const { frame, heading, option } = await openInShop(page, origin, { forceStart: true });
  await option('Care').click();
  await frame.locator('svc-quiz button[type=submit]').click();
  await expect.poll(() => getReceivedMessages(page, 'finished')).toHaveLength(1);
  await page.reload();
  await expect(heading).toHaveText('Your goal?');
  await expect(frame.getByRole('radio', { name: 'Care' })).not.toBeChecked();
});

test('it speaks the language of the shop page, where the funnel has it, and keeps what was answered', async ({
  page,
  baseURL,
}) => {
  const { origin } = await createFunnel(baseURL, freshHandle('e-language'), { company: COMPANY });
  const { frame, heading, option } = await openInShop(page, origin, { locale: 'de-AT' });
  await expect(heading).toHaveText('Dein Ziel?');
  await option('Pflege').click();
  await expect(heading).toHaveText('Deine Haut?');
  await frame.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
  await expect(heading).toHaveText('Your skin?');
  await frame.getByRole('button', { name: 'Back' }).click();
  await expect(frame.getByRole('radio', { name: 'Care' })).toBeChecked();
});

test('it takes the keyboard focus when it is given, and Escape closes no page that is not in a dialog', async ({
  page,
  baseURL,
}) => {
  const { origin } = await createFunnel(baseURL, freshHandle('e-focus'), { company: COMPANY });
  const { heading } = await openInShop(page, origin);
  await expect(heading).toHaveText('Your goal?');
  await expect.poll(() => getReceivedMessages(page, 'ready')).toHaveLength(1);
  await page.locator('#funnel').focus();
  await page.evaluate(() =>
    (window as unknown as { link: { send(type: string, payload: object): void } }).link.send('focus', {}),
  );
  await expect(heading).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await getReceivedMessages(page, 'close-requested')).toEqual([]);
});

test('alone it works without a shop page, and is not moved by messages', async ({ page, baseURL }) => {
  const { origin } = await createFunnel(baseURL, freshHandle('e-alone'));
  const { at } = visitor(page);
  await page.goto(`${origin}/`);
  await at('Your goal?');
  await page.evaluate(() => {
    for (const type of ['hello', 'focus', 'close', 'height', '__proto__']) {
      for (const payload of [null, 7, {}, { locale: 'de', forceStart: true, analysisId: 'AAAAAAAAAAAAAAAAAAAAAA' }]) {
        window.postMessage({ svc: 1, v: 1, embedId: 'e', type, payload }, '*');
      }
    }
    for (const data of [null, 'x', 7, [], { svc: 2 }]) window.postMessage(data, '*');
    return new Promise((resolve) => setTimeout(resolve));
  });
  await at('Your goal?');
});
