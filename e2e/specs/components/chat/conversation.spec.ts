/// <reference lib="dom" />
import { createGate, text } from '../../../support/browser/chat-stand-in.js';
import {
  type ChatElement,
  COMPARISON,
  expect,
  expectRequests,
  PRODUCTS,
  STARTERS,
  test,
} from '../../../support/browser/chat-test.js';

/** A conversation with svc-chat, from its first question to its end. docs/components.md B17.4 to B17.11. */

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

test('restartChat() starts a new thread. docs/components.md B17.2, S38', async ({ openChat, chatServer, page }) => {
  const { chat, log, ask, answers, replies } = await openChat();
  await ask('First');
  await expect(answers).toHaveCount(1);
  // The thread is known to the browser when its first answer has ended.
  await expect(log).toHaveAttribute('aria-busy', 'false');
  const first = await page.evaluate(() => JSON.parse(localStorage.getItem('svcChat') as string));
  expect(await chat.evaluate((element: ChatElement) => element.restartChat())).toBeUndefined();
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
  const { chat, log, ask, answers, status } = await openChat();
  await expect(chat.getByRole('button', { name: 'Delete conversation' })).toBeHidden();
  await ask('A balm');
  await expect(answers).toHaveCount(1);
  await expect(log).toHaveAttribute('aria-busy', 'false');
  await chat.getByRole('button', { name: 'Delete conversation' }).click();
  await chat.getByRole('button', { name: 'Keep' }).click();
  expect(chatServer.threads.size).toBe(1);
  await chat.getByRole('button', { name: 'Delete conversation' }).click();
  await chat.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(answers).toHaveCount(0);
  await expect(status).toHaveText('The conversation is deleted.');
  expect(chatServer.threads.size).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('svcChat'))).toBeNull();

  // Also one whose id is not known yet, since its first answer is still awaited.
  const gate = createGate();
  chatServer.next.push(gate);
  await ask('Another balm');
  await expect.poll(() => chatServer.threads.size).toBe(1);
  await chat.getByRole('button', { name: 'Delete conversation' }).click();
  await chat.getByRole('button', { name: 'Delete', exact: true }).click();
  gate.open();
  await expect(status).toHaveText('The conversation is deleted.');
  expect(chatServer.threads.size).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('svcChat'))).toBeNull();
});

test('every chat of a page shows the same conversation. docs/components.md B17.18, B6.10', async ({ openChat }) => {
  const { chat } = await openChat({ body: '<svc-chat></svc-chat><svc-chat></svc-chat>' });
  await chat.first().getByLabel('Your message').fill('Hello');
  await chat.first().getByLabel('Your message').press('Enter');
  await expect(chat.nth(1).locator('.turn .answer')).toContainText('An answer.');
});
