import { expect, type Locator, type Page } from '@playwright/test';

/** The screen on which the questions of a funnel are edited. */

/** The questions in their order. */
export const getSteps = (page: Page): Locator => page.getByRole('region', { name: 'Questions' }).getByRole('listitem');

/** Of the chosen question. */
export const title = (page: Page): Locator => page.getByLabel('Title', { exact: true });
/** Of its options. */
export const captions = (page: Page): Locator => page.getByLabel('Caption', { exact: true });

/** Drags the second item of a list to the first place, by its handle. */
export async function dragUp(items: Locator): Promise<void> {
  const handle = items.nth(1).locator('[data-drag-handle]');
  await handle.dragTo(items.first(), { targetPosition: { x: 14, y: 4 } });
}

/** The service has everything. */
export const saved = (page: Page): Promise<void> =>
  expect(page.getByText(/^Saved \d/)).toBeVisible({ timeout: 30_000 });

/** Chooses a question by its place in the list, and waits until its form is shown: before, that of another one is. */
export async function chooseStep(page: Page, index: number): Promise<void> {
  const choice = getSteps(page).nth(index).getByRole('button');
  await choice.click();
  await expect(choice).toHaveAttribute('aria-current', 'true');
}
