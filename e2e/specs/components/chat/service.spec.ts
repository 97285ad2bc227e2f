import { expect, test } from '../../../support/browser/component-test.js';

/** svc-chat of the demo shop with the real service. docs/components.md B17, docs/chat.md T7. */
test('a shopper asks about products, narrows, comes back and deletes the conversation', async ({
  page,
  demoShop,
  seen,
}) => {
  await page.goto(`${demoShop}/chat`);
  const chat = page.locator('svc-chat');
  const answers = chat.locator('.turn .answer:not([hidden])');
  const field = chat.getByRole('textbox');
  await expect(field).toBeVisible();
  const ask = async (words: string) => {
    await field.fill(words);
    await field.press('Enter');
  };
  // Until the catalog is compiled, the answer says so.
  await expect(async () => {
    await ask('Show me red lipsticks');
    await expect(answers.last().locator('[part~="card"]').first()).toBeVisible({ timeout: 5_000 });
  }).toPass();
  const card = answers.last().locator('[part~="card"]').first();
  await expect(card).toContainText('Lipstick');
  await expect(card).toContainText('€');
  await expect(card.getByRole('link')).toHaveAttribute('href', /demo-shop\.localhost/);

  // Nothing more is on its way.
  await expect(chat.getByRole('log')).toHaveAttribute('aria-busy', 'false');
  const count = await answers.count();
  await chat.locator('[part~="quick-replies"] button', { hasText: 'Lower price' }).click();
  await expect(answers).toHaveCount(count + 1);
  await expect(chat.locator('.question').last()).toHaveText('You: Lower price');
  await expect(chat.getByRole('log')).toHaveAttribute('aria-busy', 'false');

  await page.reload();
  await expect(chat.locator('.question').last()).toHaveText('You: Lower price');
  await expect(answers.locator('[part~="card"]').first()).toContainText('Lipstick');

  await chat.getByRole('button', { name: 'Delete conversation' }).click();
  await chat.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(answers).toHaveCount(0);
  await page.reload();
  await expect(chat.getByRole('log')).toContainText('Linden');
  expect(seen.trouble).toEqual([]);
});
