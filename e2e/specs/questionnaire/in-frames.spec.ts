/// <reference lib="dom" />
import { expect, type Page, type Request, test } from '@playwright/test';
import { createFunnel, freshHandle, question } from '../../support/browser/questionnaire.js';
import { type ShopPage, serveShop } from '../../support/browser/shop-page.js';

/** The funnel's page in a frame that the component script names. docs/components.md B14. */

test.use({ viewport: { width: 800, height: 900 }, locale: 'en', reducedMotion: 'reduce' });

const OPTIONS = {
  source: null,
  queryString: null,
  locale: null,
  analysisId: null,
  forceStart: false,
  popup: true,
  cart: true,
  showResult: true,
  tracking: 'on',
};
const STEPS = [
  {
    id: 1,
    type: 'SINGLE_SELECTION',
    title: 'Your skin?',
    selections: [{ key: 'dry', tags: { prefer: ['concern:dryness'] } }, { key: 'oily' }],
  },
  question(2, 'AGE', 'Your age?'),
];
const CATALOG = {
  products: [
    {
      shopSystemId: 'P1',
      name: 'Velvet Balm',
      url: 'http://shop.localhost/p/balm',
      variants: [
        { shopSystemId: 'V1', name: 'Rose', url: 'http://shop.localhost/p/balm?variant=V1', tags: ['concern:dryness'] },
      ],
    },
  ],
};
const COMPANY = { domains: ['shop.localhost'], catalog: CATALOG };

let shop: ShopPage;
test.beforeAll(async () => {
  shop = await serveShop();
});
test.afterAll(() => shop.close());

type Received = [type: string, payload: Record<string, unknown>][];
const listMessages = (page: Page) =>
  page.evaluate(() => (window as unknown as { received: Received }).received) as Promise<Received>;
const countMessages = async (page: Page, type: string) =>
  (await listMessages(page)).filter(([each]) => each === type).length;
const send = (page: Page, type: string, payload: object = {}) =>
  page.evaluate(
    ([type, payload]) =>
      (window as unknown as { link: { send(type: string, payload: object): void } }).link.send(type, payload),
    [type, payload] as const,
  );

async function openInShop(page: Page, address: string, options: object = {}) {
  await page.goto(shop.address(address, { ...OPTIONS, ...options }, true));
  const frame = page.frameLocator('#funnel');
  const heading = frame.locator('svc-quiz h1');
  const pick = (caption: string) => frame.locator('label.option', { hasText: caption }).click();
  return {
    frame,
    heading,
    pick,
    result: frame.locator('svc-result h1'),
    async finish() {
      await pick('dry');
      await expect(heading).toHaveText('Your age?');
      await pick('25–34');
      await frame.locator('svc-quiz button[type=submit]').click();
    },
  };
}

test('the handshake does not wait for a slow picture (docs/components.md B14.1)', async ({ page, baseURL }) => {
  const imageUrl = 'https://pictures.example/slow.png';
  const { origin } = await createFunnel(baseURL, freshHandle('f-awake'), {
    company: COMPANY,
    steps: [
      {
        ...STEPS[0],
        selections: [
          { key: 'dry', imageUrl },
          { key: 'oily', imageUrl },
        ],
      },
      question(2, 'AGE', 'Your age?'),
    ],
  });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let requests = 0;
  await page.route(imageUrl, async (route) => {
    requests += 1;
    await released;
    await route.abort();
  });
  await page.goto(shop.address(`${origin}/`, OPTIONS, true), { waitUntil: 'domcontentloaded' });
  await expect.poll(() => countMessages(page, 'ready')).toBe(1);
  await expect.poll(() => requests).toBeGreaterThan(0);
  const isLoaded = () => page.evaluate(() => (window as unknown as { isLoaded: boolean }).isLoaded);
  expect(await isLoaded()).toBe(false);
  release();
  await expect.poll(isLoaded).toBe(true);
  await expect(page.frameLocator('#funnel').locator('svc-quiz h1')).toHaveText('Your skin?');
  expect([await countMessages(page, 'awake'), await countMessages(page, 'ready')]).toEqual([1, 1]);
});

test('a whole visit leaves the history of the shop page as it was, and Back works (docs/components.md B14.5)', async ({
  page,
  baseURL,
}) => {
  const { origin } = await createFunnel(baseURL, freshHandle('f-history'), { company: COMPANY, steps: STEPS });
  const { frame, heading, pick, result, finish } = await openInShop(page, `${origin}/`);
  await expect(heading).toHaveText('Your skin?');
  const before = await page.evaluate(() => history.length);
  await pick('oily');
  await expect(heading).toHaveText('Your age?');
  await frame.getByRole('button', { name: 'Back' }).click();
  await expect(heading).toHaveText('Your skin?');
  await expect(frame.getByRole('radio', { name: 'oily' })).toBeChecked();
  await finish();
  await expect(result).toBeVisible();
  await frame.getByRole('button', { name: 'Start again' }).first().click();
  await expect(heading).toHaveText('Your skin?');
  expect(await page.evaluate(() => history.length)).toBe(before);
});

test('with showResult false the result is prepared and not shown; after close it is there (docs/components.md B14.2)', async ({
  page,
  baseURL,
}) => {
  const { origin } = await createFunnel(baseURL, freshHandle('f-hidden'), {
    company: COMPANY,
    steps: STEPS,
    funnel: { assortment: {} },
  });
  const { frame, heading, result, finish } = await openInShop(page, `${origin}/`, { showResult: false });
  await expect(heading).toHaveText('Your skin?');
  await finish();
  await expect(frame.getByRole('heading', { name: 'Your result is being prepared' })).toBeVisible();
  await expect.poll(() => countMessages(page, 'finished')).toBe(1);
  const [, finished] = (await listMessages(page)).find(([type]) => type === 'finished') ?? [];
  expect(finished).toMatchObject({ products: [{ variant_id: 'V1' }] });
  await expect(result).toBeHidden();
  await send(page, 'close');
  await expect(result).toBeVisible();
  await expect(frame.getByRole('heading', { name: 'Your result is being prepared' })).toHaveCount(0);
  expect(await countMessages(page, 'result-opened')).toBe(0);
});

test('without consent nothing is reported; with it, what happens from then on is (docs/components.md B14.3)', async ({
  page,
  baseURL,
}) => {
  const { origin } = await createFunnel(baseURL, freshHandle('f-consent'), {
    company: COMPANY,
    steps: STEPS,
    funnel: { assortment: {} },
  });
  const reports: string[] = [];
  page.on('request', (request: Request) => {
    if (request.url().includes('/api/v1/events')) reports.push(request.postData() ?? '');
  });
  const { frame, heading, result, finish } = await openInShop(page, `${origin}/`, { tracking: 'off' });
  await expect(heading).toHaveText('Your skin?');
  await finish();
  await expect(result).toBeVisible();
  const addToCart = frame.getByRole('button', { name: /cart|bag/i }).first();
  await addToCart.click();
  await expect.poll(() => countMessages(page, 'add-to-cart')).toBe(1);
  await send(page, 'tracking', { state: 'on' });
  await addToCart.click();
  // Reports are sent in order: what was seen and done without consent would have come first.
  const cart = { type: 'ADD_TO_CART', variantId: 'V1' };
  const listEvents = () => reports.flatMap((report) => JSON.parse(report).events);
  await expect.poll(listEvents).toMatchObject([cart]);
  // What was collected and not sent yet is dropped when consent is withdrawn. Events are collected for two seconds, so that both are one task.
  await addToCart.evaluate((button, origin) => {
    (button as HTMLElement).click();
    const embedId = window.name.replace('svc:', '');
    const data = { svc: 1, v: 1, embedId, type: 'tracking', payload: { state: 'off' } };
    window.dispatchEvent(new MessageEvent('message', { data, origin, source: window.parent }));
  }, new URL(page.url()).origin);
  await expect.poll(() => countMessages(page, 'add-to-cart')).toBe(3);
  await send(page, 'tracking', { state: 'on' });
  await addToCart.click();
  await expect.poll(listEvents).toMatchObject([cart, cart]);
});
