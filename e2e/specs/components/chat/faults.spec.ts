/// <reference lib="dom" />
import { text } from '../../../support/browser/chat-stand-in.js';
import { CHAT, expect, test } from '../../../support/browser/chat-test.js';
import { answerIn } from '../../../support/browser/component-pages.js';
import { getWarnings } from '../../../support/browser/component-test.js';

/** svc-chat while answers, connections or the chat itself are missing. docs/components.md B17.3, B17.7, B17.8. */

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
