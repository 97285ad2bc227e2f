/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { type ChatStandIn, createGate, startChatStandIn, text } from '../../support/browser/chat-stand-in.js';
import { answerIn, readRecords } from '../../support/browser/component-pages.js';
import { test as base, expect, getWarnings, type ShopPageOptions } from '../../support/browser/component-test.js';
import { expectNoSidewaysScroll, shot } from '../../support/browser/questionnaire.js';

/** svc-chat in the page of a shop, with a stand-in for the service that can fail on purpose. docs/components.md B17. */

interface Chat extends HTMLElement {
  hideCart: boolean;
  restartChat(): Promise<void>;
}

/** Of the service: the company has none. docs/components.md B4.10, docs/chat.md T1.10. */
const STARTERS = ['What suits me?', 'What costs the least?', 'Contact'];
const CHAT = '<svc-chat><p>Ask us in the shop</p></svc-chat>';
const PRODUCTS = {
  type: 'products',
  items: ['Rose', 'Mint'].map((name, index) => ({
    card: {
      variantId: `V${index + 1}`,
      productId: 'P1',
      name: `Velvet Balm ${name}`,
      price: '€19.90',
      size: '50 ml',
      link: `http://shop.localhost/p/balm?variant=V${index + 1}`,
      available: index === 0,
    },
    reasons: index === 0 ? ['For dry skin'] : [],
  })),
};
const COMPARISON = {
  type: 'comparison',
  cards: PRODUCTS.items.map(({ card }) => card),
  rows: [{ label: 'Price', values: ['€19.90', '€21.90'] }],
};
const createActions = (...kinds: string[]) => ({
  type: 'actions',
  items: kinds.map((kind, index) => ({ id: `a${index + 1}`, kind, label: `Do ${kind}` })),
});

const view = (page: Page) => {
  const chat = page.locator('svc-chat');
  return {
    chat,
    log: chat.getByRole('log'),
    field: chat.getByLabel('Your message'),
    send: chat.getByRole('button', { name: 'Send', exact: true }),
    questions: chat.locator('.question'),
    /** An answer that has not arrived is in the log, too, but not shown. */
    answers: chat.locator('.turn .answer:not([hidden])'),
    replies: chat.locator('[part~="quick-replies"] button'),
    status: chat.locator('section > [role=status]'),
    problem: chat.locator('.problem'),
    async ask(words: string) {
      // Nothing is sent while an answer is awaited, and an answer ends after its blocks.
      await expect(chat.getByRole('log')).toHaveAttribute('aria-busy', 'false');
      await chat.getByLabel('Your message').fill(words);
      await chat.getByLabel('Your message').press('Enter');
    },
  };
};

/** Waits until the service received so many requests: the place of an answer is in the log before its request has arrived. */
const expectRequests = ({ requests }: ChatStandIn, count: number) => expect.poll(() => requests.length).toBe(count);

interface TestFixtures {
  chatServer: ChatStandIn;
  /** Opens a page with a chat that speaks with the stand-in. */
  openChat(page?: ShopPageOptions): Promise<ReturnType<typeof view>>;
}

const test = base.extend<TestFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  chatServer: async ({}, use) => {
    const server = await startChatStandIn();
    await use(server);
    server.close();
  },
  openChat: async ({ page, openShop, chatServer }, use) =>
    use(async ({ settings, body = CHAT, ...rest } = {}) => {
      await openShop({ settings: { TRACKING_BASE_URL: chatServer.origin, ...settings }, body, ...rest });
      return view(page);
    }),
});

test('a question is answered with blocks, as they arrive; nothing is sent or stored before it. docs/components.md B17.4, B17.5, B17.6, S2, S5, S18', async ({
  openChat,
  chatServer,
  page,
  seen,
}) => {
  const { chat, log, answers, questions, ask, status, replies } = await openChat({ settings: { PRODUCT_ID: 'P1' } });
  await expect(log).toContainText('Hello! What are you looking for?');
  await expect(chat.getByText('Automatic answers')).toBeVisible();
  await expect(replies).toHaveText(STARTERS);
  expect(chatServer.requests).toEqual([]);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, '']);

  chatServer.next.push({
    blocks: [text('Two balms.', 'http://shop.localhost/care'), PRODUCTS, { type: 'hologram', data: 1 }, COMPARISON],
    replies: [{ id: 'q1', label: 'Cheaper' }],
  });
  await ask('A balm for dry skin');
  await expect(questions).toHaveText('You: A balm for dry skin');
  await expect(answers).toContainText('Two balms.');
  await expect(answers.getByRole('link', { name: 'Read more' })).toHaveAttribute('href', 'http://shop.localhost/care');
  const cards = chat.locator('[part~="card"]');
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText('50 ml');
  await expect(cards.first()).toContainText('€19.90');
  await expect(cards.first()).toContainText('For dry skin');
  await expect(cards.first().getByRole('link', { name: 'Show product: Velvet Balm Rose' })).toBeVisible();
  await expect(cards.nth(1)).toContainText('Not available');
  await expect(chat.getByRole('rowheader', { name: 'Price' })).toBeVisible();
  await expect(status).toHaveText('Answer: 2 products');
  await expect(replies).toHaveText(['Cheaper']);

  const [created] = chatServer.requests;
  expect(created).toMatchObject({
    method: 'POST',
    path: '/api/chat/v1/threads',
    body: { context: { locale: 'en', productId: 'P1' }, turn: { text: 'A balm for dry skin' } },
  });
  expect(created?.body.context.company).toMatch(/^\w{25}$/);
  expect(created?.headers['content-type']).toBe('text/plain;charset=UTF-8');
  expect(created?.headers.cookie).toBeUndefined();

  // A suggestion is a turn of the same thread, and disappears with the next message. docs/components.md B17.13
  await replies.first().click();
  await expect(questions).toHaveCount(2);
  await expect(answers).toHaveCount(2);
  await expect(replies).toHaveCount(0);
  const [threadId] = chatServer.threads.keys();
  await expectRequests(chatServer, 2);
  expect(chatServer.requests[1]).toMatchObject({
    path: `/api/chat/v1/threads/${threadId}/turns`,
    body: { turn: { quickReply: 'q1' } },
  });
  expect([seen.console, seen.trouble]).toEqual([[], []]);
});

test('hideCart hides the add-to-cart button, also in what is shown already; the button dispatches the event. docs/components.md B17.1, B17.14, S37, S51', async ({
  openChat,
  chatServer,
  seen,
}) => {
  const { chat, field, ask } = await openChat();
  await expect(field).toBeVisible();
  expect(await chat.evaluate((element: Chat) => element.hideCart)).toBe(false);
  chatServer.next.push({
    blocks: [PRODUCTS, { type: 'actions', items: [{ kind: 'ADD_TO_CART', label: 'Add to cart', variantId: 'V1' }] }],
  });
  await ask('A balm');
  const buttons = chat.getByRole('button', { name: 'Add to cart' });
  await expect(buttons).toHaveCount(2);
  await buttons.first().click();
  await expect(chat.getByRole('button', { name: 'Added' })).toBeVisible();
  expect((await seen.events()).at(-1)).toEqual([
    'svc-add-to-cart',
    { type: 'add_to_cart', items: [{ id: 'V1', quantity: 1 }], source: 'add_to_cart_chat' },
  ]);
  await chat.evaluate((element: Chat) => element.setAttribute('hide-cart', ''));
  await expect(buttons).toHaveCount(0);
  await chat.evaluate((element: Chat) => {
    element.hideCart = false;
  });
  await expect(chat.locator('.cart button').first()).toBeVisible();
});

test('restartChat() starts a new thread. docs/components.md B17.2, S38', async ({ openChat, chatServer, page }) => {
  const { chat, ask, answers, replies } = await openChat();
  await ask('First');
  await expect(answers).toHaveCount(1);
  const first = await page.evaluate(() => JSON.parse(localStorage.getItem('svcChat') as string));
  expect(await chat.evaluate((element: Chat) => element.restartChat())).toBeUndefined();
  await expect(answers).toHaveCount(0);
  await expect(replies).toHaveText(STARTERS);
  const between = await page.evaluate(() => JSON.parse(localStorage.getItem('svcChat') as string));
  expect(between).toEqual({ threadId: null, timestamp: first.timestamp });
  await ask('Second');
  await expect(answers).toHaveCount(1);
  await expectRequests(chatServer, 2);
  expect(chatServer.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/chat/v1/threads',
    'POST /api/chat/v1/threads',
  ]);
  expect(chatServer.threads.size).toBe(2);
});

test('the recommendation to do an analysis opens it in the popup, which dispatches its events once; products of it are reported. docs/components.md B13.11, B17.14, B17.15, B17.16, B17.17, S39, S55, S56', async ({
  openChat,
  chatServer,
  popup,
  seen,
  page,
}) => {
  const { chat, ask, answers } = await openChat();
  const address = page.url();
  chatServer.next.push({ blocks: [text('Let us find out.'), createActions('OPEN_ANALYSIS', 'OPEN_RESULTS')] });
  await ask('What suits me?');
  const button = chat.getByRole('button', { name: 'Do OPEN_ANALYSIS' });
  await button.click();
  await expect(popup.heading).toBeVisible();
  expect(await seen.names()).toEqual(['svc-analysis-requested', 'svc-popup-opened']);
  expect((await seen.events())[0]).toEqual(['svc-analysis-requested', null]);
  expect(await popup.iframe.getAttribute('src')).toContain('source=chat');
  await answerIn(popup.frame);
  await popup.close();
  await expect
    .poll(() => seen.names())
    .toEqual([
      'svc-analysis-requested',
      'svc-popup-opened',
      'svc-analysis-finished',
      'svc-data-updated',
      'svc-popup-closed',
    ]);

  // The results are those of this browser, and the next turn names the analysis. docs/components.md B17.6, B17.16, S56
  const [record] = (await readRecords(page)).analyses;
  await chat.getByRole('button', { name: 'Do OPEN_RESULTS' }).click();
  await expect(popup.result).toBeVisible();
  expect((await seen.events()).slice(5, 7)).toEqual([
    ['svc-results-requested', null],
    ['svc-popup-opened', null],
  ]);
  await popup.close();
  chatServer.next.push({ blocks: [PRODUCTS] });
  await ask('And now?');
  await expect.poll(() => chatServer.requests.at(-1)?.body.context.analysisId).toBe(record.analysis_id);
  expect(chatServer.requests.at(-1)?.body.context.funnel).toBe(record.funnel);

  // What is seen and opened is reported, although the page is left; after a reload, too. docs/components.md B13.11, B17.14
  await expect(answers).toHaveCount(2);
  await expect(chat.locator('[part~="card"]')).toHaveCount(2);
  const listEvents = () =>
    chatServer.events.map(({ analysisId, type, variantId }) => [analysisId, type, variantId].join(' '));
  const seenEvents = ['V1', 'V2'].map((id) => `${record.analysis_id} IMPRESSION ${id}`);
  await expect.poll(() => listEvents().sort()).toEqual(seenEvents);
  await chat.getByRole('link', { name: 'Show product: Velvet Balm Rose' }).click();
  await expect.poll(() => listEvents()).toContain(`${record.analysis_id} CLICK V1`);
  await page.goto(address);
  await expect(answers).toHaveCount(2);
  await chat.getByRole('button', { name: 'Add to cart' }).click();
  await expect.poll(() => listEvents()).toContain(`${record.analysis_id} ADD_TO_CART V1`);
});

test('results open at the result page; without one the analysis opens; a listener may cancel both. docs/components.md B17.15, B17.16, B17.17, S39, S50, S55, S56', async ({
  openChat,
  chatServer,
  popup,
  seen,
  page,
}) => {
  const { chat, ask } = await openChat({ body: '<svc-analysis-popup></svc-analysis-popup><svc-chat></svc-chat>' });
  chatServer.next.push({ blocks: [createActions('OPEN_ANALYSIS', 'OPEN_RESULTS')] });
  await ask('My results');
  await chat.getByRole('button', { name: 'Do OPEN_RESULTS' }).click();
  await expect(popup.heading).toBeVisible();
  await answerIn(popup.frame);
  await popup.close();
  await page.reload();
  await chat.getByRole('button', { name: 'Do OPEN_RESULTS' }).click();
  await expect(popup.result).toBeVisible();
  const [record] = (await readRecords(page)).analyses;
  const address = new URL((await popup.iframe.getAttribute('src')) as string);
  expect([address.pathname, address.searchParams.get('source')]).toEqual([`/r/${record.analysis_id}`, 'chat']);
  await expect
    .poll(() => seen.names().then((names) => names.filter((name) => name === 'svc-result-page-opened')))
    .toHaveLength(1);
  await popup.close();
  await page.evaluate(() => {
    for (const name of ['svc-analysis-requested', 'svc-results-requested'])
      document.addEventListener(name, (event) => event.preventDefault());
    window.recorded.length = 0;
  });
  await chat.getByRole('button', { name: 'Do OPEN_ANALYSIS' }).click();
  await chat.getByRole('button', { name: 'Do OPEN_RESULTS' }).click();
  await expect.poll(() => seen.names()).toEqual(['svc-analysis-requested', 'svc-results-requested']);
  await expect(popup.dialog).toBeHidden();
});

test('an interrupted answer is fetched by repeating the turn, and shown once. docs/components.md B17.7', async ({
  openChat,
  chatServer,
}) => {
  const { ask, answers, status } = await openChat();
  chatServer.next.push({ cutAfter: [text('The beginning.')] });
  await ask('Which balm?');
  await expect(answers).toContainText('The end.');
  await expect(answers.getByText('The beginning.')).toHaveCount(1);
  await expect(status).toHaveText('Answer: The beginning.');
  expect(chatServer.requests).toHaveLength(2);
  expect(chatServer.requests[1]?.body).toEqual(chatServer.requests[0]?.body);
});

test('what cannot be sent stays, with the reason and a way on. docs/components.md B17.8', async ({
  openChat,
  chatServer,
  page,
  seen,
}) => {
  const { ask, answers, problem, questions, log } = await openChat();
  const retry = problem.getByRole('button', { name: 'Try again' });
  chatServer.next.push({ status: 503, retryAfter: 1 });
  await ask('One');
  await expect(problem).toContainText('Not sent. The chat does not work right now.');
  await retry.click();
  await expect(log).toBeFocused();
  await expect(answers).toHaveCount(1);
  await expect(problem).toBeEmpty();

  chatServer.next.push({ status: 429, error: 'RATE_LIMITED', retryAfter: 1 });
  await ask('Two');
  await expect(problem.nth(1)).toContainText('Try again in 1 s.');
  await expect(problem.nth(1).getByRole('button')).toBeEnabled();
  await problem.nth(1).getByRole('button').click();
  await expect(answers).toHaveCount(2);

  // Offline: no text is lost, and each is sent once more, in order, when the connection is back.
  await page.context().setOffline(true);
  await ask('Three');
  await expect(problem.nth(2)).toContainText('Not sent. There is no connection.');
  await ask('Four');
  await expect(problem.nth(3)).toContainText('Not sent. There is no connection.');
  await page.context().setOffline(false);
  await expect(answers).toHaveCount(4);
  await expect(questions).toHaveText(['You: One', 'You: Two', 'You: Three', 'You: Four']);
  await expect.poll(() => new Set(chatServer.requests.map(({ body }) => body.turn.clientTurnId)).size).toBe(4);

  chatServer.next.push({ status: 429, error: 'RATE_LIMITED' });
  await ask('Five');
  await expect(problem.nth(4)).toContainText('This conversation has reached its limit.');
  await problem.nth(4).getByRole('button', { name: 'Start again' }).click();
  await expect(questions).toHaveCount(0);
  expect([getWarnings(seen, 'chunk'), seen.trouble]).toEqual([[], []]);
});

test('a conversation is there again on the next page; one that is gone begins again with what was written. docs/components.md B17.9, B12.10', async ({
  openChat,
  chatServer,
  page,
}) => {
  const { ask, answers, chat, log, status } = await openChat();
  chatServer.next.push({ blocks: [text('Here.'), { type: 'products', items: [{ card: null, reasons: [] }] }] });
  await ask('A balm');
  await expect(answers).toHaveCount(1);
  // The thread is known to the browser when its first answer has ended.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('svcChat'))).toContain('thread');
  await page.reload();
  await expect(chat.locator('.question')).toHaveText('You: A balm');
  await expect(answers).toContainText('Here.');
  await expect(answers).toContainText('This product is no longer available.');

  // Not now: it can be loaded later.
  chatServer.next.push({ status: 503 });
  await page.reload();
  await expect(chat.locator('section > .notice')).toContainText('The earlier conversation could not be loaded.');
  // It is announced; the focus stays where the shopper is, and later in the chat.
  await expect(status).toHaveText('The earlier conversation could not be loaded.');
  await expect(page.locator('svc-chat:focus')).toHaveCount(0);
  await chat.getByRole('button', { name: 'Try again' }).click();
  await expect(answers).toContainText('Here.');
  await expect(log).toBeFocused();

  chatServer.threads.clear();
  await ask('Again');
  await expect(answers).toHaveCount(2);
  const getPosts = () => chatServer.requests.filter(({ method }) => method === 'POST');
  // The place of the answer is there before the conversation begins again.
  await expect.poll(() => getPosts().at(-1)?.path).toBe('/api/chat/v1/threads');
  const posts = getPosts();
  expect(posts.at(-1)?.body.turn).toEqual(posts.at(-2)?.body.turn);
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('svcChat') as string).threadId))
    .toBe([...chatServer.threads.keys()].join());

  chatServer.threads.clear();
  await page.reload();
  await expect(chat.getByRole('log')).toContainText('Hello!');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('svcChat'))).toContain('null');
});

test('a conversation is deleted after a question, on the server and in the browser. docs/components.md B17.11', async ({
  openChat,
  chatServer,
  page,
}) => {
  const { chat, ask, answers, status } = await openChat();
  await expect(chat.getByRole('button', { name: 'Delete conversation' })).toBeHidden();
  await ask('A balm');
  await expect(answers).toHaveCount(1);
  await chat.getByRole('button', { name: 'Delete conversation' }).click();
  await chat.getByRole('button', { name: 'Keep' }).click();
  expect(chatServer.threads.size).toBe(1);
  await chat.getByRole('button', { name: 'Delete conversation' }).click();
  await chat.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(answers).toHaveCount(0);
  await expect(status).toHaveText('The conversation is deleted.');
  expect(chatServer.threads.size).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('svcChat'))).toBeNull();
});

test('Enter sends, not while an input method composes; Shift+Enter is a new line; the length is counted. docs/components.md B17.12', async ({
  openChat,
  chatServer,
  page,
}) => {
  const { chat, field, questions, answers, send } = await openChat();
  await field.fill('にほ');
  await field.evaluate((element) => {
    const press = (init: KeyboardEventInit) =>
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }));
    press({ isComposing: true });
    press({ keyCode: 229 } as KeyboardEventInit);
  });
  expect(await field.inputValue()).toBe('にほ');
  expect(chatServer.requests).toEqual([]);
  await field.fill('one');
  await field.press('Shift+Enter');
  await field.pressSequentially('two');
  const oneLine = 44;
  expect((await field.boundingBox())?.height).toBeGreaterThan(oneLine);
  await field.press('Enter');
  await expect(answers).toHaveCount(1);
  await expect(questions).toHaveText('You: one\ntwo', { useInnerText: true });
  await expectRequests(chatServer, 1);
  expect(chatServer.requests[0]?.body.turn.text).toBe('one\ntwo');

  await field.fill('x'.repeat(399));
  await expect(chat.locator('.count')).toBeHidden();
  await field.pressSequentially('y'.repeat(3));
  await expect(chat.locator('.count')).toHaveText('402 of 500 characters');
  await field.fill('');
  expect(await send.getAttribute('aria-disabled')).toBe('true');

  // While an answer is awaited, the next message can be written but not sent; after a second the wait is visible.
  const late = createGate();
  chatServer.next.push({ blocks: [text('Late.')], until: late.until });
  await field.fill('Slow');
  await send.click();
  await field.fill('Next');
  await field.press('Enter');
  await expect(chat.locator('.writing:visible')).toHaveText('An answer is being written …');
  await expect(chat.getByRole('log')).toHaveAttribute('aria-busy', 'true');
  late.open();
  await expect(answers).toHaveCount(2);
  await expect(chat.locator('.writing:visible')).toHaveCount(0);
  expect(await field.inputValue()).toBe('Next');
  expect(page.url()).toContain('/page-');
});

test('the log follows only a shopper who is at its end. docs/components.md B17.10', async ({
  openChat,
  chatServer,
}) => {
  const { chat, log, ask, answers, questions } = await openChat();
  const long = text(Array.from({ length: 60 }, (_, index) => `Line ${index}`).join('\n'));
  const short = createGate();
  chatServer.next.push({ blocks: [long] }, { blocks: [text('Short.')], until: short.until });
  await ask('One');
  await expect(answers).toHaveCount(1);
  const distance = () => log.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
  // An answer that is higher than the log is read from its start, below its question.
  const getTop = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().top);
  await expect.poll(async () => Math.abs((await getTop(questions)) - (await getTop(log)))).toBeLessThan(20);
  expect(await distance()).toBeGreaterThan(100);
  await ask('Two');
  await expect.poll(distance).toBeLessThan(5);
  await log.evaluate((element) => {
    element.scrollTop = 0;
    return new Promise((resolve) => requestAnimationFrame(resolve));
  });
  short.open();
  await expect(chat.getByRole('button', { name: 'New messages' })).toBeVisible();
  expect(await distance()).toBeGreaterThan(100);
  await chat.getByRole('button', { name: 'New messages' }).click();
  await expect.poll(distance).toBeLessThan(5);
  expect([await log.getAttribute('aria-live'), await log.getAttribute('aria-label')]).toEqual(['off', 'Advice chat']);
});

test('where the company switched it off there is only the fallback, and nothing is requested. docs/components.md B17.3, B6.8, B13.5', async ({
  openChat,
  createCompany,
  chatServer,
  page,
  seen,
}) => {
  const company = await createCompany({
    settings: { components: { popup: true, widget: true, floatingActionButton: true, chat: false } },
  });
  await openChat({ company });
  await page.evaluate(() => window.svcComponents?.ready);
  await expect(page.getByText('Ask us in the shop')).toBeVisible();
  await expect(page.locator('svc-chat section')).toHaveCount(0);
  expect([chatServer.requests, seen.console, seen.trouble]).toEqual([[], [], []]);
});

test('everything else works while the chat is blocked. docs/components.md B13.5', async ({ openChat, popup, page }) => {
  await page.route('**/api/chat/**', (route) => route.abort());
  const { ask, problem } = await openChat({ body: `${CHAT}<svc-analysis-popup></svc-analysis-popup>` });
  await ask('Hello');
  await expect(problem).toContainText('There is no connection.');
  expect(await popup.open()).toBe(true);
  await answerIn(popup.frame);
});

test('every chat of a page shows the same conversation. docs/components.md B17.18, B6.10', async ({ openChat }) => {
  const { chat } = await openChat({ body: '<svc-chat></svc-chat><svc-chat></svc-chat>' });
  await chat.first().getByLabel('Your message').fill('Hello');
  await chat.first().getByLabel('Your message').press('Enter');
  await expect(chat.nth(1).locator('.turn .answer')).toContainText('An answer.');
});

test('elsewhere the widget offers general assistance: greeting, suggestions, and the chat, which stays while it is open. docs/components.md B10.6, B10.14, S35', async ({
  openChat,
  chatServer,
  page,
  seen,
}) => {
  const { chat, field, questions, answers } = await openChat({ body: '<svc-widget></svc-widget>' });
  const widget = page.locator('svc-widget');
  const ask = widget.getByRole('button', { name: 'Ask a question' });
  const toggle = widget.locator('[part~="toggle"]');
  await expect(widget).toContainText('Hello! What are you looking for?');
  for (const name of STARTERS) await expect(widget.getByRole('button', { name })).toBeVisible();
  expect([chatServer.requests, await chat.count()]).toEqual([[], 0]);
  await ask.click();
  await expect(field).toBeFocused();
  await field.fill('A balm');
  await field.press('Enter');
  await expect(answers).toHaveCount(1);

  // What is being written stays while the widget is collapsed, and while the page changes.
  await field.fill('A draft');
  await toggle.click();
  await expect(field).toBeHidden();
  await toggle.click();
  await page.evaluate(() => {
    history.pushState(null, '', '/elsewhere');
    window.dispatchEvent(new Event('svcOnRouteChange'));
    window.dispatchEvent(new Event('svc-data-synchronized'));
  });
  await expect(field).toBeVisible();
  expect(await field.inputValue()).toBe('A draft');
  await field.press('Escape');
  await expect(field).toBeHidden();
  await toggle.click();

  // Back shows what is there without the chat; a suggestion is asked in the same conversation.
  await widget.getByRole('button', { name: 'Back' }).click();
  await expect(chat).toHaveCount(0);
  await widget.getByRole('button', { name: 'What suits me?' }).click();
  await expect(questions).toHaveText(['You: A balm', 'You: What suits me?']);
  await expect(answers).toHaveCount(2);
  expect(chatServer.threads.size).toBe(1);
  await expectAccessible(page);
  expect([seen.console, seen.trouble]).toEqual([[], []]);
});

test('on a product page the chat is below the invitation, and opens the analysis with the events of the popup. docs/components.md B10.11, B10.14, B17.15, S34, S36, S39, S55', async ({
  openChat,
  chatServer,
  popup,
  page,
  seen,
}) => {
  const { chat, ask } = await openChat({ body: '<svc-widget></svc-widget>', settings: { PRODUCT_ID: 'P1' } });
  const widget = page.locator('svc-widget');
  await expect(widget.locator('[part~="invitation"]')).toBeVisible();
  await widget.getByRole('button', { name: 'Ask a question' }).click();
  chatServer.next.push({ blocks: [text('Let us find out.'), createActions('OPEN_ANALYSIS')] });
  await ask('Does this suit me?');
  await chat.getByRole('button', { name: 'Do OPEN_ANALYSIS' }).click();
  await expect(popup.heading).toBeVisible();
  expect(await seen.names()).toEqual(['svc-analysis-requested', 'svc-popup-opened']);
  await answerIn(popup.frame);
  await popup.close();
  // The result is in the widget when the shopper leaves the chat.
  await expect(chat).toBeVisible();
  await widget.getByRole('button', { name: 'Back' }).click();
  await expect(widget.locator('[part~="variant"]').first()).toBeVisible();
  await expect(widget.getByRole('button', { name: 'Ask a question' })).toBeVisible();
});

test('the automatic widget is a small card with the chat, unless the page has a chat of its own. docs/components.md B6.9, B10.6, B10.10, B10.14, B9.2, S35', async ({
  openChat,
  page,
}) => {
  const widget = page.locator('svc-widget');
  // The page is in a language that the components do not have.
  const { field } = await openChat({ body: "<script>document.documentElement.lang = 'fr'</script>" });
  await expect(widget.getByRole('button', { name: 'Ask a question' })).toBeVisible();
  await expect(widget.getByRole('button', { name: 'What suits me?' })).toBeHidden();
  const panel = () => widget.locator('[part~="panel"]').boundingBox();
  await expect(widget.locator('[part~="panel"]')).toHaveAttribute('lang', 'en');
  await expect(page.locator('svc-floating-action-button button')).toHaveAttribute('lang', 'en');
  expect((await panel())?.height).toBeLessThanOrEqual(168);
  await shot(page, 'widget-chat-compact', { folder: 'components' });
  // The button of the page closes the card, and opens all of it.
  for (let press = 0; press < 2; press += 1)
    await page.locator('svc-floating-action-button').getByRole('button').click();
  await expect(widget.getByRole('button', { name: 'What suits me?' })).toBeVisible();
  await widget.getByRole('button', { name: 'Ask a question' }).click();
  await expect(field).toBeFocused();
  expect((await panel())?.height).toBeLessThanOrEqual(560);
  await expectNoSidewaysScroll(page);
  await shot(page, 'widget-chat-open', { folder: 'components' });
  await openChat({ body: CHAT });
  await expect(page.locator('svc-chat').getByLabel('Your message')).toBeVisible();
  await expect(widget).toBeHidden();
});

test('texts of attacks are shown as text, and links are http(s). docs/components.md B6.11, B16.1, B16.2', async ({
  openChat,
  chatServer,
  baseURL,
  seen,
}) => {
  const policy = [
    "default-src 'none'",
    `script-src ${baseURL} 'unsafe-inline'`,
    `connect-src ${baseURL} ${chatServer.origin}`,
    'img-src data: http: https:',
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const { chat, ask, answers } = await openChat({ headers: { 'Content-Security-Policy': policy } });
  const attack = '<img src=x onerror=alert(1)>';
  chatServer.next.push({
    blocks: [
      text(attack, 'javascript:alert(1)'),
      {
        type: 'products',
        items: [
          {
            card: { variantId: 'V1', name: attack, available: true, link: 'javascript:alert(1)', image: 'data:x' },
            reasons: [attack],
          },
        ],
      },
      { type: 'actions', items: [{ kind: 'CONTACT', label: attack, url: 'javascript:alert(1)' }] },
    ],
    replies: [{ id: 'q1', label: attack }],
  });
  await ask(attack);
  await expect(answers.getByText(attack).first()).toBeVisible();
  await expect(chat.locator('img, a[href^="javascript"]')).toHaveCount(0);
  expect(seen.trouble).toEqual([]);
});

for (const { name, lang = 'en', use = {}, dir = 'ltr' } of [
  { name: 'as it is' },
  { name: 'in German, from right to left', lang: 'de', dir: 'rtl' },
  { name: 'in the dark', use: { colorScheme: 'dark' } },
  { name: 'on a screen of 320 pixels', use: { viewport: { width: 320, height: 640 } } },
] as const) {
  test.describe(`the chat ${name}`, () => {
    test.use(use);

    test('is accessible in every state, and fits the screen. docs/components.md B6.7, B6.9, B16.3, B17.10', async ({
      openChat,
      chatServer,
      page,
    }) => {
      const { chat, answers } = await openChat({
        body: `<script>document.documentElement.lang = '${lang}'; document.documentElement.dir = '${dir}'</script>${CHAT}`,
      });
      const check = async (state: string) => {
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await shot(page, `chat ${name} ${state}`.replaceAll(/\W+/g, '-'), { folder: 'components' });
      };
      const field = chat.getByRole('textbox');
      await expect(field).toBeVisible();
      await expect(chat.getByRole('log')).toContainText(
        lang === 'de' ? 'Wonach suchst du?' : 'What are you looking for?',
      );
      await check('greeting');
      chatServer.next.push(
        {
          blocks: [text('Two balms.'), PRODUCTS, COMPARISON, createActions('OPEN_ANALYSIS')],
          replies: [{ id: 'q1', label: 'Cheaper' }],
        },
        { status: 503 },
      );
      await field.fill('A balm for dry skin in winter, please');
      await field.press('Enter');
      await expect(answers).toHaveCount(1);
      await check('answer');
      await field.fill('x'.repeat(450));
      await field.press('Enter');
      await expect(chat.locator('.problem button')).toBeVisible();
      await chat.getByRole('button', { name: lang === 'de' ? 'Gespräch löschen' : 'Delete conversation' }).click();
      await check('problem');
      expect(chatServer.requests[0]?.body.context.locale).toBe(lang);
      await expect(chat.locator('section')).toHaveAttribute('lang', lang);
    });
  });
}
