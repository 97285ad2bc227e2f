/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { expect, type Page, type Route, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import {
  createFunnel,
  freshHandle,
  funnelOrigin,
  getAnalysisId,
  question,
  shot,
  visitor,
  watchTrouble,
} from '../../support/browser/questionnaire.js';
import { XSS_TEXTS } from '../../support/browser/xss-texts.js';
import { send } from '../../support/http.js';

test.use({ viewport: { width: 360, height: 740 }, locale: 'en', reducedMotion: 'reduce' });

const twoQuestions = () => [
  question(1, 'SINGLE_SELECTION', 'Your goal?', { look: 'A look', care: 'Care' }),
  question(2, 'HAIR_COLOR', 'Your hair?'),
];

/** Submits the answers of `twoQuestions`; what happens to the requests is the test's. */
async function answerBoth(page: Page, origin: string): Promise<void> {
  const { at, pick, option, next } = visitor(page);
  await page.goto(`${origin}/`);
  await at('Your goal?');
  await pick('Care', 'Your hair?');
  await option('Red').click();
  await next.click();
}

/** Submissions in order, with their outcome. `lose`: the server stores the submission, then the connection breaks. */
async function interceptSubmissions(page: Page, fates: ('lose' | 'pass' | ((route: Route) => Promise<void>))[]) {
  const sent: { key: string | undefined; body: string | null; id?: string; isReplay?: boolean }[] = [];
  await page.route('**/api/analyses?*', async (route) => {
    const request = route.request();
    const fate = fates[Math.min(sent.length, fates.length - 1)] as (typeof fates)[number];
    const entry: (typeof sent)[number] = { key: request.headers()['idempotency-key'], body: request.postData() };
    sent.push(entry);
    if (typeof fate === 'function') return fate(route);
    // Not with the route's own fetch: Node does not resolve `*.localhost`.
    const { host, port, pathname, search } = new URL(request.url());
    const { status, headers, text, body } = await send(`http://127.0.0.1:${port}`, pathname + search, {
      host,
      headers: { 'idempotency-key': entry.key ?? '', 'content-type': 'application/json' },
      body: entry.body ?? '',
    });
    entry.id = body.id;
    entry.isReplay = headers['idempotent-replayed'] === 'true';
    await (fate === 'lose' ? route.abort('connectionreset') : route.fulfill({ status, body: text }));
  });
  return sent;
}
const error = (status: number, code: string, retryAfterS?: number) => (route: Route) =>
  route.fulfill({
    status,
    headers: retryAfterS === undefined ? {} : { 'Retry-After': `${retryAfterS}` },
    json: { error: code, message: 'Why.', requestId: 'request-7' },
  });

test.describe('answers are stored once', () => {
  test('when the answer to the first request is lost: it is sent again with the same key', async ({
    page,
    baseURL,
  }) => {
    const { origin } = await createFunnel(baseURL, freshHandle('q-once'), { steps: twoQuestions() });
    const sent = await interceptSubmissions(page, ['lose', 'pass']);
    await answerBoth(page, origin);
    await page.waitForURL(/\/r\//);
    expect(sent.map(({ isReplay }) => isReplay)).toEqual([false, true]);
    expect(new Set(sent.map(({ key, body, id }) => `${key} ${body} ${id}`)).size).toBe(1);
    expect(getAnalysisId(page)).toBe(sent[0]?.id);
  });

  test('when every attempt fails, the visitor sees a message, keeps the answers and can retry, also after a reload', async ({
    page,
    baseURL,
  }) => {
    const { origin } = await createFunnel(baseURL, freshHandle('q-retry'), { steps: twoQuestions() });
    const sent = await interceptSubmissions(page, ['lose', 'lose', 'pass']);
    await answerBoth(page, origin);
    await expect(page.getByRole('heading', { name: 'That did not work' })).toBeFocused();
    await expect(page.getByText('Your answers are kept.')).toBeVisible();
    await expectAccessible(page);
    await shot(page, 'failed');
    await page.reload();
    await visitor(page).at('Your hair?');
    await expect(page.getByRole('radio', { name: 'Red', exact: true })).toBeChecked();
    await visitor(page).next.click();
    await page.waitForURL(/\/r\//);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ key, id }) => `${key} ${id}`)).size).toBe(1);
  });

  test('however often the button is pressed, also with a step back in between', async ({ page, baseURL }) => {
    const { origin } = await createFunnel(baseURL, freshHandle('q-double'), { steps: twoQuestions() });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const sent = await interceptSubmissions(page, [
      async (route) => {
        await held;
        await route.continue();
      },
    ]);
    const { at, pick, option, next } = visitor(page);
    await page.goto(`${origin}/`);
    await at('Your goal?');
    await pick('Care', 'Your hair?');
    await option('Red').click();
    await next.dblclick();
    await expect(page.getByRole('heading', { name: 'Finding what suits you' })).toBeVisible();
    await expectAccessible(page);
    await shot(page, 'sending');
    await page.keyboard.press('Enter');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Finding what suits you' })).toBeVisible();
    release();
    await page.waitForURL(/\/r\//);
    expect(sent).toHaveLength(1);
    // Back and on again with the same answers is no second analysis.
    const id = getAnalysisId(page);
    await page.goBack();
    await at('Your hair?');
    await next.click();
    await page.waitForURL(/\/r\//);
    expect([getAnalysisId(page), sent.length]).toEqual([id, 1]);
    await page.goBack();
    await option('Black').click();
    await next.click();
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });
});

test.describe('every refusal shows a message', () => {
  test('in one visit: what can be repeated is repeated, as late as the service asks, and the answers stay. docs/questionnaire.md "When the service asks to wait"', async ({
    page,
    baseURL,
  }) => {
    const { origin } = await createFunnel(baseURL, freshHandle('q-refused'), { steps: twoQuestions() });
    const refusals = [
      [429, 'RATE_LIMITED', 'We are receiving many requests', 'Try again'],
      [503, 'UNAVAILABLE', 'That did not work', 'Try again'],
      [400, 'INVALID_REQUEST', 'Your answers were not accepted', 'Back to the questions'],
      [400, 'VERSION_NOT_FOUND', 'The questions were changed', 'Load the page again'],
      [404, 'NOT_FOUND', 'This questionnaire no longer exists', null],
    ] as const;
    // The page repeats some requests by itself, so a refusal stays until the next one is due.
    let current: readonly [number, string, ...unknown[]] = refusals[0];
    const sent = await interceptSubmissions(page, [
      error(503, 'UNAVAILABLE', 30),
      error(429, 'RATE_LIMITED', 3_600),
      (route) => error(current[0], current[1])(route),
    ]);
    await page.clock.install();
    await answerBoth(page, origin);
    await expect(page.getByText('The next attempt is in 30 s. Your answers are kept.')).toBeVisible();
    expect(sent).toHaveLength(1);
    await page.clock.fastForward(30_000);
    await expect(page.getByText('Please try again in 60 minutes. Your answers are kept.')).toBeVisible();
    expect(new Set(sent.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
    await page.getByRole('button', { name: 'Try again' }).click();
    for (const [index, [, code, title, action]] of refusals.entries()) {
      await expect(page.getByRole('heading', { name: title }), code).toBeFocused();
      await expect(page.getByText('Reference for support: request-7')).toBeVisible();
      await expectAccessible(page);
      if (action === null) continue;
      current = refusals[index + 1] as (typeof refusals)[number];
      await page.getByRole('button', { name: action }).click();
      if (action === 'Try again') continue;
      await visitor(page).at('Your hair?');
      await expect(page.getByRole('radio', { name: 'Red', exact: true })).toBeChecked();
      await visitor(page).next.click();
    }
    await expect(page.getByRole('button')).toHaveCount(0);
  });

  test('no connection', async ({ page, context, baseURL }) => {
    const { origin } = await createFunnel(baseURL, freshHandle('q-offline'), { steps: twoQuestions() });
    const { at, pick, option, next } = visitor(page);
    await page.goto(`${origin}/`);
    await at('Your goal?');
    await pick('Care', 'Your hair?');
    await option('Red').click();
    await context.setOffline(true);
    await next.click();
    await expect(page.getByRole('heading', { name: 'You seem to be offline' })).toBeFocused();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(/\/r\//);
  });
});

test('forty texts that run in careless pages are read as text, wherever a merchant may write', async ({
  page,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const options = Object.fromEntries(XSS_TEXTS.slice(0, 30).map((text, index) => [`k${index}`, text]));
  const { origin } = await createFunnel(baseURL, freshHandle('q-xss'), {
    company: { name: XSS_TEXTS[2] },
    funnel: { name: XSS_TEXTS[36] },
    steps: [
      question(1, 'SINGLE_SELECTION', XSS_TEXTS[4] as string, options, {
        settings: { description: { default: XSS_TEXTS[39] } },
      }),
      ...XSS_TEXTS.slice(30).map((title, index) =>
        question(index + 2, 'MULTI_SELECTION', title, options, { required: false }),
      ),
      question(20, 'EMAIL', 'Last', {}, { required: false, settings: { consentText: { default: XSS_TEXTS[10] } } }),
    ],
  });
  const { heading, next } = visitor(page);
  await page.goto(`${origin}/`);
  const texts = () => page.locator('label.option .caption').allTextContents();
  await expect(heading).toHaveText(XSS_TEXTS[4] as string, { useInnerText: false });
  expect(await texts()).toEqual(Object.values(options));
  await page.locator('label.option').first().click();
  for (const title of XSS_TEXTS.slice(30)) {
    await expect.poll(() => heading.textContent()).toBe(title);
    expect(await texts()).toEqual(Object.values(options));
    await next.click();
  }
  await expect(heading).toHaveText('Last');
  await expect(page.getByText(XSS_TEXTS[10] as string)).toBeVisible();
  expect(await page.evaluate(() => document.querySelectorAll('svc-page').length)).toBe(1);
  expect(trouble).toEqual([]);
});

test('after the first question a visitor needs the network no more until the answers are sent. docs/questionnaire.md "Figures"', async ({
  page,
  context,
  baseURL,
}) => {
  const { heading, next, option } = visitor(page);
  await page.goto(`${funnelOrigin(baseURL, 'linden-beauty')}/?locale=en`);
  await expect(heading).toBeVisible();
  await context.setOffline(true);
  for (const caption of ['The whole look', 'Dryness', '25 to 34', 'Satin: like good skin', 'Red']) {
    const title = await heading.textContent();
    await option(caption).click();
    if (caption === 'Dryness') await next.click();
    await expect(heading).not.toHaveText(title as string);
  }
  const count = (name: string) => page.evaluate((each) => performance.getEntriesByName(each).length, name);
  expect([await count('svc:first-step'), await count('svc:step')]).toEqual([1, 5]);
});
