/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { demoShopOrigin, getFrame } from '../../support/browser/component-pages.js';
import { createFunnel, createManagement, freshHandle, question, visitor } from '../../support/browser/questionnaire.js';

const STEPS = [
  question(1, 'SINGLE_SELECTION', 'Your goal?', { look: 'A look', care: 'Care' }),
  question(2, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry', oily: 'Oily' }),
];

/** A page in a new context, so that nothing is remembered; and what it reported. */
async function open(context: BrowserContext, address: string) {
  const page = await context.newPage();
  const reports: { visitId: string; events: { type: string; stepId: number }[] }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/visits')) reports.push(JSON.parse(request.postData() ?? ''));
  });
  await page.goto(address);
  return { page, reports, ...visitor(page) };
}

test('visits are in the report: one looks, one answers and leaves, one finishes; one who declines is not counted (docs/insight.md N2, N3, N4.1, N4.2, N11, N12)', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const handle = freshHandle('insight-journey');
  const { origin, ids } = await createFunnel(baseURL, handle, { steps: STEPS });
  const management = createManagement(baseURL);
  const contexts: BrowserContext[] = [];
  const visit = async (search: string, act: (opened: Awaited<ReturnType<typeof open>>) => Promise<void>) => {
    const context = await browser.newContext();
    contexts.push(context);
    const opened = await open(context, `${origin}/${search}`);
    await expect(opened.heading).toHaveText('Your goal?');
    await act(opened);
    const kept = await opened.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    // The page reports what waits while it goes; a context that is closed would take the report along.
    await opened.page.goto('about:blank');
    expect(await context.cookies()).toEqual([]);
    for (const { visitId } of opened.reports) expect(kept).not.toContain(visitId);
    return opened.reports;
  };
  const listEvents = (reports: Awaited<ReturnType<typeof open>>['reports']) =>
    reports.flatMap(({ events }) => events.map(({ type, stepId }) => `${type} ${stepId}`));
  /** The tab is hidden, as by another one: browsers do not always name what a page sends while it is replaced. */
  const hide = (page: Page) =>
    page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
  await visit('?source=spec', async ({ page, reports }) => {
    await hide(page);
    await expect.poll(() => listEvents(reports)).toEqual(['SHOWN 1', 'LEFT 1']);
  });
  await visit('?source=spec', async ({ option, heading }) => {
    await option('A look').click();
    await expect(heading).toHaveText('Your skin?');
  });
  await visit('', async ({ page, reports, option, heading, next }) => {
    await option('Care').click();
    await expect(heading).toHaveText('Your skin?');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(heading).toHaveText('Your goal?');
    await next.click();
    await expect(heading).toHaveText('Your skin?');
    await option('Dry').click();
    await next.click();
    await page.waitForURL(/\/r\/[\w-]+/);
    await hide(page);
    await expect
      .poll(() => listEvents(reports))
      .toEqual([
        ...['SHOWN 1', 'ANSWERED 1', 'ANSWERED 1', 'SHOWN 2', 'BACK 2', 'SHOWN 1', 'ANSWERED 1', 'SHOWN 2'],
        ...['ANSWERED 2', 'FINISHED 2'],
      ]);
    expect(new Set(reports.map(({ visitId }) => visitId)).size).toBe(1);
  });
  expect(await visit('?consent=denied', async ({ option }) => option('Care').click())).toEqual([]);
  // The first report in another zone starts adding up.
  const settings = { timeZone: 'Pacific/Kiritimati' };
  expect((await management.apply(handle, { settings })).status).toBe(200);
  const read = async (name: string) => {
    const answer = await management.call('GET', `/companies/${handle}/insight/${name}?funnel=${handle}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  // The sums of the former zone, which may have a part of the visits, are in the report until they are made again.
  await expect(async () => {
    const { figures, timeZone } = await read('overview');
    expect(timeZone).toBe(settings.timeZone);
    expect([figures.visits.value, figures.starts.value, figures.finishes.value]).toEqual([3, 2, 1]);
    expect(await read('steps')).toMatchObject({
      versionId: ids.published.id,
      steps: [
        { stepId: 1, title: 'Your goal?', shown: 3, answered: 2, exits: 1 },
        { stepId: 2, title: 'Your skin?', shown: 2, answered: 1, exits: 1 },
      ],
    });
    // Both have fewer than 5 visits.
    expect((await read('sources')).sources).toMatchObject([
      { value: 'spec', isFew: true, visits: null },
      { value: null, isFew: true, visits: null },
    ]);
    const table = await management.call('GET', `/companies/${handle}/insight/steps.csv?funnel=${handle}`);
    expect(table.text).toContain('"1","Your goal?","3","2","0","1"');
  }).toPass({ timeout: 150_000 });
  for (const context of contexts) await context.close();
});

test('pages of the demo shop are counted: button, widget, popup, question and chat (docs/insight.md N22, docs/components.md B13.8)', async ({
  page,
  context,
  baseURL,
}) => {
  const shop = demoShopOrigin(baseURL);
  const management = createManagement(baseURL);
  const readShop = async (): Promise<Record<string, number>> => {
    const { status, body, text } = await management.call(
      'GET',
      '/companies/linden-lune/insight/overview?funnel=linden-beauty',
    );
    expect(status, text).toBe(200);
    const rows: { type: string; visits: number }[] = body.shop;
    return Object.fromEntries(rows.map(({ type, visits }) => [type, visits]));
  };
  const reports: { visitId: string; company?: string; events: { n: number; type: string; funnel?: string }[] }[] = [];
  page.on('request', (request) => {
    if (request.url() === `${baseURL}/api/v1/visits`) reports.push(JSON.parse(request.postData() ?? ''));
  });
  const list = () => reports.flatMap(({ events }) => events.map(({ type, funnel }) => [type, funnel].join(' ').trim()));
  const before = await readShop();

  await page.goto(`${shop}/p/velvet-hour-foundation?email=ada.planted%40example.com`);
  // Which of them comes into view first is the browser's.
  const listSorted = () => list().sort();
  await expect.poll(listSorted).toEqual(['BUTTON_SHOWN', 'WIDGET_SHOWN']);
  await page.locator('svc-widget').getByRole('button', { name: 'Start' }).click();
  const frame = getFrame(page, 'svc-analysis-popup');
  await expect(frame.locator('svc-quiz h1')).toBeVisible();
  await expect
    .poll(listSorted)
    .toEqual(['BUTTON_SHOWN', 'POPUP_OPENED linden-beauty', 'STEP_SHOWN linden-beauty', 'WIDGET_SHOWN']);
  await page.keyboard.press('Escape');
  await page.locator('svc-floating-action-button').getByRole('button').click();
  await expect.poll(list).toContain('BUTTON_OPENED');
  // One visit, each event once and with a number of its own.
  expect(new Set(reports.map(({ visitId }) => visitId)).size).toBe(1);
  const numbers = reports.flatMap(({ events }) => events.map(({ n }) => n));
  expect(numbers).toEqual(numbers.map((_, index) => index));
  expect(JSON.stringify(reports)).not.toContain('planted');
  expect(await context.cookies()).toEqual([]);
  // What waits is reported while the page is left.
  reports.length = 0;
  await page.goto(`${shop}/chat`);
  await page.waitForFunction(() => window.svcComponents?.ready);
  await page.locator('svc-chat').getByRole('textbox').focus();
  await expect.poll(list).toEqual(expect.arrayContaining(['CHAT_OPENED']));
  await page.goto('about:blank');
  await expect
    .poll(async () => {
      const now = await readShop();
      const types = ['BUTTON_SHOWN', 'WIDGET_SHOWN', 'POPUP_OPENED', 'STEP_SHOWN', 'BUTTON_OPENED', 'CHAT_OPENED'];
      return types.filter((type) => !((now[type] ?? 0) > (before[type] ?? 0)));
    })
    .toEqual([]);
});

test('what is bought in the demo shop is reported by the page that thanks for it (docs/components.md B13.8)', async ({
  page,
  baseURL,
}) => {
  const shop = demoShopOrigin(baseURL);
  await page.goto(`${shop}/p/velvet-hour-foundation?variant=FND-VELVET-30C`);
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await page.goto(`${shop}/cart`);
  const [order] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/api/v1/orders')),
    page.getByRole('link', { name: 'Order' }).click(),
  ]);
  expect(order.status()).toBe(202);
  expect(JSON.parse(order.request().postData() ?? '').lines).toMatchObject([
    { variantId: 'FND-VELVET-30C', quantity: 1, price: expect.stringMatching(/^\d+\.\d\d$/) },
  ]);
  const revenue = await createManagement(baseURL).call('GET', '/companies/linden-lune/insight/revenue');
  expect(revenue.body.totals).toContainEqual(expect.objectContaining({ kind: 'REPORTED', currency: 'EUR' }));
});

test('a shopper who has not accepted is not counted in the demo shop (docs/components.md B13.2)', async ({
  page,
  baseURL,
}) => {
  const shop = demoShopOrigin(baseURL);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const loaded: string[] = [];
  page.on('requestfinished', (request) => loaded.push(request.url()));
  // The banner of this page says `denied` until the shopper accepts.
  await page.goto(`${shop}/p/velvet-hour-foundation?consent=required`);
  await expect.poll(() => loaded.filter((url) => /\/visits-[^/]+\.js$/.test(url))).toHaveLength(1);
  await expect(page.locator('svc-widget').getByRole('button', { name: 'Start' })).toBeVisible();
  // As long as events are collected before they are sent.
  await page.waitForTimeout(2_500);
  await page.goto('about:blank');
  expect(requested).not.toContain(`${baseURL}/api/v1/visits`);
});

test('a questionnaire works while visits cannot be reported (docs/insight.md N4.3)', async ({ browser, baseURL }) => {
  const { origin } = await createFunnel(baseURL, freshHandle('insight-blocked'), { steps: STEPS });
  const context = await browser.newContext();
  await context.route('**/api/v1/visits', (route) => route.abort('blockedbyclient'));
  const { page, option, heading, next } = await open(context, origin);
  await option('A look').click();
  await expect(heading).toHaveText('Your skin?');
  await option('Oily').click();
  await next.click();
  await page.waitForURL(/\/r\/[\w-]+/);
  await context.close();
});
