import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { createMember, signIn, watchTrouble } from '../../support/browser/dashboard.js';
import { createFunnel, freshHandle, question } from '../../support/browser/questionnaire.js';

const ask = (title: string) => [question(1, 'SINGLE_SELECTION', title, { look: 'A look', care: 'Care' })];

test('a test is planned, started, watched and stopped (docs/dashboard.md Y53)', async ({ page, baseURL }) => {
  const handle = freshHandle('dash-experiments');
  await createFunnel(baseURL, handle, { steps: ask('Your goal?'), draft: ask('What do you want?') });
  const trouble = watchTrouble(page);
  await signIn(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/experiments`);
  await expect(page.getByRole('heading', { name: 'There is no test yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Create a test' }).click();
  await page.getByLabel('Name').fill('Another question');
  await page.getByRole('dialog').getByRole('button', { name: 'Create a test' }).click();
  await expect(page.getByRole('heading', { name: 'Another question', level: 1 })).toBeVisible();

  await page.getByLabel('Hypothesis').fill('More visitors finish.');
  await page.getByLabel('Smallest difference worth knowing').fill('5');
  const arms = page.getByRole('group', { name: /^Arm [AB]/ });
  await arms.nth(0).getByLabel('Version').selectOption({ index: 1 });
  await arms.nth(1).getByLabel('Version').selectOption({ index: 2 });
  await page.getByRole('button', { name: 'Save the draft' }).click();
  const plan = page.getByRole('region', { name: 'What the test takes' });
  await expect(plan.getByText('the test will probably not decide')).toBeVisible();
  await expect(plan).toContainText('Units of each arm');

  await page.getByRole('button', { name: 'Start' }).click();
  const start = page.getByRole('dialog', { name: 'Start “Another question”?' });
  await expect(start).toContainText('the test will probably not decide');
  await start.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('The shares agree with the weights')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Completion rate (primary measure)' })).toBeVisible();
  await expectAccessible(page);

  // docs/dashboard.md Y14.3
  const address = page.url();
  await page.goto(new URL(`/c/${handle}/funnels/${handle}/release`, address).href);
  await expect(page.getByText('The running test “Another question” ends if what it compares changes.')).toBeVisible();
  await page.goto(address);

  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
  expect(trouble).toEqual([]);
});
