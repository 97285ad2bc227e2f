/// <reference lib="dom" />
import { expectAccessible } from '../../../support/browser/accessibility.js';
import { text } from '../../../support/browser/chat-stand-in.js';
import { CHAT, createActions, expect, STARTERS, test } from '../../../support/browser/chat-test.js';
import { answerIn } from '../../../support/browser/component-pages.js';
import { expectNoSidewaysScroll, shot } from '../../../support/browser/questionnaire.js';

/** The chat in svc-widget. docs/components.md B10.6, B10.14. */

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
