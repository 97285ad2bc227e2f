import { expect, type Page, test } from '@playwright/test';
import { createMember, dashboardOrigin, enter, watchTrouble } from '../../support/browser/dashboard.js';
import { createFunnel, createManagement, freshHandle, question, visitor } from '../../support/browser/questionnaire.js';
import { send } from '../../support/http.js';

const STEPS = [question(1, 'SINGLE_SELECTION', 'Your goal?', { look: 'A look', care: 'Care' })];
const CSV = [
  'id;parentId;name;url;price;currency;availability;tags',
  'V1;P1;Velvet;https://glow.example/1;200;EUR;true;',
  'V2;P2;Satin;https://glow.example/2;300;EUR;true;',
].join('\n');

/** The shop's server, which reports what shoppers buy. */
async function createServer(baseURL: string | undefined, handle: string) {
  const key = await createManagement(baseURL).call('POST', `/companies/${handle}/api-keys`, {
    name: 'Server of the shop',
    scopes: ['order.write'],
  });
  expect(key.status, key.text).toBe(201);
  const headers = { authorization: `Bearer ${key.body.value}` };
  return async (path: string, body: object) => {
    const answer = await send((baseURL as string).replace('localhost', '127.0.0.1'), path, { headers, body });
    expect(answer.status, answer.text).toBe(202);
  };
}

const readTile = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a shopper takes the quiz, puts 500 into the cart, buys for 200 and gets 50 back: the screen of revenue shows 150 (docs/dashboard.md Y50.2)', async ({
  browser,
  page,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const handle = freshHandle('dash-insight');
  const { origin } = await createFunnel(baseURL, handle, {
    steps: STEPS,
    company: { settings: { timeZone: 'Europe/Berlin' } },
    funnel: {
      matching: {
        rules: [{ key: 'spring', when: { step: 1, in: ['look'] }, then: { boost: { variantIds: ['V1'], by: 0.1 } } }],
      },
      resultPage: {
        enabled: true,
        tabs: [{ key: 'FACE', name: { en: 'Face' }, select: { productIds: ['P1', 'P2'] } }],
      },
    },
  });
  const imported = await createManagement(baseURL).call(
    'POST',
    `/companies/${handle}/catalog/imports?wait=true`,
    CSV,
    'text/csv',
  );
  expect(imported.status, imported.text).toBe(200);

  const context = await browser.newContext();
  const shopper = await context.newPage();
  await shopper.goto(origin);
  await visitor(shopper).option('A look').click();
  await visitor(shopper).next.click();
  await shopper.waitForURL(/\/r\/[\w-]+/);
  const analysisId = new URL(shopper.url()).pathname.split('/').at(-1);
  await context.close();

  const carted = await send((baseURL as string).replace('localhost', '127.0.0.1'), '/api/v1/events', {
    body: { analysisId, events: ['V1', 'V2'].map((variantId) => ({ id: variantId, type: 'ADD_TO_CART', variantId })) },
  });
  expect(carted.status, carted.text).toBe(202);

  const report = await createServer(baseURL, handle);
  const createdAt = new Date().toISOString().replace(/\.\d+/, '');
  await report('/api/v1/orders', {
    ...{ orderId: '4711', createdAt, currency: 'EUR', totalsIncludeTax: true },
    lines: [{ lineId: '1', variantId: 'V1', quantity: 1, price: '200.00', analysisId }],
  });
  await report('/api/v1/refunds', {
    ...{ refundId: 'R1', orderId: '4711', createdAt },
    lines: [{ lineId: '1', amount: '50' }],
  });

  const trouble = watchTrouble(page);
  const member = await createMember(baseURL, handle, 'ANALYST');
  await enter(page, baseURL, member, `/c/${handle}/funnels/${handle}/insight`);
  await expect(page.getByRole('heading', { name: 'Insight', level: 1 })).toBeVisible();
  // The address of a funnel's figures leads to the screens of the area, with the funnel as their filter.
  await expect(page).toHaveURL(`${dashboardOrigin(baseURL)}/c/${handle}/insight?funnel=${handle}`);
  const tile = readTile(page, 'Attributed revenue, direct');
  await expect(tile).toContainText('€150.00');
  await expect(tile).toContainText('An analysis counts for 7 days.');
  await expect(tile).toContainText('may still fall');
  await expect(readTile(page, 'Completion rate')).toContainText('Not measured');

  await page.getByRole('navigation', { name: 'Insight' }).getByRole('link', { name: 'Revenue' }).click();
  await expect(page.getByRole('heading', { name: 'Verified orders in EUR, with tax' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`insight/revenue\\?funnel=${handle}`));
  await expect(readTile(page, 'Bought')).toContainText('€200.00');
  await expect(readTile(page, 'Refunded')).toContainText('€50.00');
  await expect(readTile(page, 'Attributed revenue')).toContainText('€150.00');
  await expect(page.getByText('days in Europe/Berlin')).toBeVisible();

  const definition = page.getByText('Not additional revenue');
  await expect(definition).toBeHidden();
  await page.getByRole('button', { name: 'What is counted: Attributed revenue' }).click();
  await expect(definition).toBeVisible();

  // The same as a table, which is in the address, and as a file (docs/dashboard.md Y47.3).
  await page.getByRole('button', { name: 'Table: Direct and assisted revenue by day' }).click();
  await expect(page).toHaveURL(/table=true/);
  await expect(
    page.getByRole('table', { name: 'Direct and assisted revenue by day' }).getByRole('row', { name: /€150\.00/ }),
  ).toHaveCount(1);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`revenue-${handle}.csv`);

  // By variant only what was bought, less the refund (Y50.4).
  const variants = page.getByRole('table', { name: 'Attributed revenue by variant' });
  await expect(variants.getByRole('row')).toHaveCount(2);
  await expect(variants.getByRole('row').last()).toContainText('€150.00');

  // By what the match of the order's analysis says (Y50.5).
  for (const [name, key] of [
    ['Attributed revenue by tab of the result page', 'FACE'],
    ['Attributed revenue by rule', 'spring'],
  ] as const) {
    const rows = page.getByRole('table', { name }).getByRole('row');
    await expect(rows).toHaveCount(2);
    await expect(rows.last()).toContainText(`${key} (${handle})`);
    await expect(rows.last()).toContainText('€150.00');
  }

  // What is put into carts is added up some ten seconds later, and is apart from revenue.
  await expect(async () => {
    await page.reload();
    await expect(readTile(page, 'Value added to carts')).toContainText('€500.00', { timeout: 2_000 });
  }).toPass({ timeout: 150_000 });
  await expect(readTile(page, 'Attributed revenue')).toContainText('€150.00');
  expect(trouble).toEqual([]);
});
