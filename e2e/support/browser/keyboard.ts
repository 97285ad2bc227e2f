/// <reference lib="dom" />
import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab, or Shift and Tab to an element that is behind the focus, until the element has it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // Looking it up by its name costs as much as ten presses, so that is repeated only when the page has replaced it.
  let element = await target.elementHandle();
  const isBehind = await element?.evaluate(
    (node) => (document.activeElement as Element).compareDocumentPosition(node) === Node.DOCUMENT_POSITION_PRECEDING,
  );
  const key = isBehind ? 'Shift+Tab' : 'Tab';
  for (let pressed = 0; pressed < 150; pressed++) {
    const [isFocused, isReplaced] = (await element?.evaluate((node) => [
      node === document.activeElement,
      !node.isConnected,
    ])) ?? [false, true];
    if (isFocused) return;
    if (isReplaced) element = await target.elementHandle();
    await page.keyboard.press(key);
  }
  throw new Error(`No number of tabs leads to ${target}.`);
}

/** Presses letters that are a command if they follow each other within 1.5 s. None waits until the page has taken the one before. */
export async function pressSequence(page: Page, ...letters: string[]): Promise<void> {
  await Promise.all(letters.map((letter) => page.keyboard.press(letter)));
}

/** What a user without a mouse does on a page. */
export const createKeyboard = (page: Page) => ({
  press: (key: string) => page.keyboard.press(key),
  pressSequence: (...letters: string[]) => pressSequence(page, ...letters),
  type: (text: string) => page.keyboard.type(text),
  tabTo: (target: Locator) => tabTo(page, target),
  async activate(target: Locator, key = 'Enter'): Promise<void> {
    await tabTo(page, target);
    await page.keyboard.press(key);
  },
  /** Replaces the text of a field. */
  async fill(target: Locator, text: string): Promise<void> {
    await tabTo(page, target);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  },
});
