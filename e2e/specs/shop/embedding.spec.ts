/// <reference lib="dom" />
import { expect, type Page, test } from '@playwright/test';
import { createFunnel, freshHandle, waitForHeight, watchTrouble } from '../../support/browser/questionnaire.js';
import { type ShopPage, serveShop } from '../../support/browser/shop-page.js';

/**
 * The funnel's page in a frame of a shop on another site. docs/reliability.md R10.1 and R10.2; docs/contract.md C22.
 */

const OPTIONS = {
  source: 'widget',
  queryString: 'utm_source=mail',
  locale: null,
  analysisId: null,
  forceStart: false,
  popup: true,
  cart: true,
};
const STEPS = [
  {
    id: 1,
    type: 'SINGLE_SELECTION',
    title: 'Your skin?',
    selections: [{ key: 'dry', tags: { prefer: ['concern:dryness'] } }, { key: 'oily' }],
  },
  { id: 2, type: 'EMAIL', title: 'Your address?', required: false },
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

let shop: ShopPage;
test.beforeAll(async () => {
  shop = await serveShop();
});
test.afterAll(() => shop.close());

type Received = [type: string, payload: Record<string, unknown>][];
const received = (page: Page) => page.evaluate(() => (window as unknown as { received: Received }).received);
const getReceivedMessages = async (page: Page, type: string) =>
  (await received(page)).filter(([each]) => each === type).map(([, payload]) => payload);
const findFrame = (page: Page) => page.frameLocator('#funnel');

async function answer(page: Page): Promise<void> {
  const frame = findFrame(page);
  await frame.locator('label.option').filter({ hasText: 'dry' }).click();
  await expect(frame.locator('svc-quiz h1')).toHaveText('Your address?');
  await frame.locator('#email').fill('ada@example.com');
  await frame.locator('svc-quiz button[type=submit]').click();
  await expect(frame.locator('svc-result h1')).toBeVisible();
}

test('a journey in a frame: handshake, height, steps, start, finish with the data of the event, cart, product, Escape. docs/contract.md C22.3', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('embedded');
  const trouble = watchTrouble(page);
  const funnel = await createFunnel(baseURL, handle, {
    steps: STEPS,
    company: { domains: ['shop.localhost'], catalog: CATALOG },
    funnel: { assortment: {} },
  });
  await page.goto(shop.address(`${funnel.origin}/`, OPTIONS));
  await expect.poll(async () => (await received(page)).map(([type]) => type)).toContain('ready');
  await expect.poll(async () => (await getReceivedMessages(page, 'height')).length).toBeGreaterThan(0);
  await expect(findFrame(page).locator('svc-quiz h1')).toHaveText('Your skin?');
  await expect.poll(() => page.locator('#funnel').evaluate((element) => element.clientHeight)).toBeGreaterThan(200);
  // No question scrolls inside the frame: it is as high as its content.
  await waitForHeight(page.locator('#funnel'));

  await answer(page);
  await expect.poll(() => getReceivedMessages(page, 'finished')).toHaveLength(1);
  const steps = await getReceivedMessages(page, 'step-changed');
  expect(steps.map(({ stepId, index, count }) => [stepId, index, count])).toEqual([
    [1, 0, 2],
    [2, 1, 2],
  ]);
  expect(await getReceivedMessages(page, 'started')).toHaveLength(1);
  const [finished] = await getReceivedMessages(page, 'finished');
  const id = finished?.analysis_id as string;
  expect(finished).toMatchObject({
    analysis_url: `${funnel.origin}/r/${id}`,
    funnel: handle,
    email: 'ada@example.com',
    products: [{ variant_id: 'V1', link: 'http://shop.localhost/p/balm?variant=V1' }],
  });
  expect((await funnel.analysis(id)).tracking).toMatchObject({ source: 'widget', queryString: 'utm_source=mail' });

  await findFrame(page)
    .getByRole('button', { name: /cart|bag/i })
    .first()
    .click();
  await expect
    .poll(() => getReceivedMessages(page, 'add-to-cart'))
    .toEqual([{ type: 'add_to_cart', items: [{ id: 'V1', quantity: 1 }], source: 'add_to_cart' }]);
  await findFrame(page)
    .getByRole('link', { name: /Velvet Balm/ })
    .first()
    .click();
  await expect
    .poll(() => getReceivedMessages(page, 'open-product'))
    .toEqual([{ id: 'V1', name: expect.stringContaining('Rose'), link: 'http://shop.localhost/p/balm?variant=V1' }]);
  await page.keyboard.press('Escape');
  await expect.poll(() => getReceivedMessages(page, 'close-requested')).toHaveLength(1);
  expect(trouble).toEqual([]);
});

test('on a later visit the result is opened, without contact data from anywhere', async ({ page, baseURL }) => {
  const handle = freshHandle('embedded-again');
  const funnel = await createFunnel(baseURL, handle, {
    steps: STEPS,
    company: { domains: ['shop.localhost'], catalog: CATALOG },
  });
  await page.goto(shop.address(`${funnel.origin}/`, OPTIONS));
  await answer(page);
  await expect.poll(() => getReceivedMessages(page, 'finished')).toHaveLength(1);
  const [{ analysis_id: analysisId } = {}] = await getReceivedMessages(page, 'finished');
  // The shop page remembers it: here, as in browsers that block storage of other sites, the frame cannot.
  await page.goto(shop.address(`${funnel.origin}/`, { ...OPTIONS, source: 'later', analysisId }));
  await expect.poll(() => getReceivedMessages(page, 'result-opened')).toHaveLength(1);
  const [opened] = await getReceivedMessages(page, 'result-opened');
  expect(opened).toMatchObject({ analysis_id: analysisId, funnel: handle, products: [{ variant_id: 'V1' }] });
  expect(opened).not.toHaveProperty('email');
  // With forceStart the quiz starts again.
  await page.goto(shop.address(`${funnel.origin}/`, { ...OPTIONS, analysisId, forceStart: true }));
  await expect(findFrame(page).locator('svc-quiz h1')).toHaveText('Your skin?');
});

test('a page of another domain cannot embed the funnel and receives no messages', async ({ page, baseURL }) => {
  const funnel = await createFunnel(baseURL, freshHandle('not-embedded'), {
    steps: STEPS,
    company: { domains: ['other.localhost'] },
  });
  const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
  await page.goto(shop.address(`${funnel.origin}/`, OPTIONS));
  await refused;
  expect(await received(page)).toEqual([]);
});

test('no cookie is set by any page of a funnel', async ({ page, context, baseURL }) => {
  const funnel = await createFunnel(baseURL, freshHandle('no-cookies'), {
    steps: STEPS,
    company: { catalog: CATALOG },
  });
  await page.goto(`${funnel.origin}/`);
  await page.locator('label.option').first().click();
  await expect(page.locator('svc-quiz h1')).toHaveText('Your address?');
  await page.locator('svc-quiz button[type=submit]').click();
  await expect(page.locator('svc-result h1')).toBeVisible();
  expect(await context.cookies()).toEqual([]);
});
