/// <reference lib="dom" />
import type { Locator } from '@playwright/test';
import { createGate, text } from '../../../support/browser/chat-stand-in.js';
import { expect, expectRequests, test } from '../../../support/browser/chat-test.js';

/** Writing and reading in svc-chat: the field and the log. docs/components.md B17.10, B17.12. */

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
