import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { createMember, enter, watchTrouble } from '../../support/browser/dashboard.js';
import { createFunnel, freshHandle, question } from '../../support/browser/questionnaire.js';
import { waitForUnsaved } from '../../support/browser/unsaved.js';

const ask = (title: string) => [question(1, 'SINGLE_SELECTION', title, { look: 'A look', care: 'Care' })];

test('a test is planned, started, watched and stopped (docs/dashboard.md Y53.1, Y53.2, Y53.3)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-experiments');
  await createFunnel(baseURL, handle, { steps: ask('Your goal?'), draft: ask('What do you want?') });
  const trouble = watchTrouble(page);
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/experiments`);
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
  await expect(start).toContainText('Publishing a part under test ends the test.');
  await expect(start.getByRole('checkbox', { name: 'Dry check first' })).not.toBeChecked();
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
  await expect(page.getByRole('dialog')).toContainText('A test that was stopped does not start again.');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
  expect(trouble).toEqual([]);
});

test('an arm gets tags of its own, from a dialog and from what is not saved in the tagging screen, which names the test that a save would end (docs/dashboard.md Y53.7, Y17.8)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-arm-tags');
  const variants = ['V1', 'V2'].map((id) => ({ shopSystemId: id, name: `Shade ${id}`, available: true }));
  const catalog = {
    products: [{ shopSystemId: 'P1', name: 'Balm', tags: [], variants }],
  };
  await createFunnel(baseURL, handle, { steps: ask('Your goal?'), company: { catalog } });
  const trouble = watchTrouble(page);
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/products/item-tags?variant=V2`);
  const addTag = async (tag: string) => {
    await page.getByLabel('New tag').fill(tag);
    await page.getByRole('button', { name: 'Add tag' }).click();
    await expect(page.getByText('Not saved yet.')).toBeVisible();
  };
  await addTag('finish:matte');
  const warning = page.getByText('The running test “Matte for all” ends');
  await expect(warning).toBeHidden();

  await waitForUnsaved(page, 'finish:matte');
  await page.goto(new URL(`/c/${handle}/experiments`, page.url()).href);
  await page.getByRole('button', { name: 'Create a test' }).click();
  await page.getByLabel('Name').fill('Matte for all');
  await page.getByLabel('Recommendations').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Create a test' }).click();
  await page.getByLabel('Hypothesis').fill('More clicks.');
  await page.getByLabel('Smallest difference worth knowing').fill('5');
  const arm = page.getByRole('group', { name: /^Arm B/ });
  await arm.getByRole('button', { name: 'Change tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change tags' });
  const take = dialog.getByRole('button', { name: 'Add to the arm' });
  for (const [label, text] of [
    ['Single products', 'Balm'],
    ['Tags that are added', 'skin:dry'],
  ] as const) {
    await expect(take).toBeDisabled();
    await dialog.getByLabel(label, { exact: true }).fill(text);
    await page.keyboard.press('Enter');
  }
  await expectAccessible(page);
  await take.click();
  await arm.getByRole('button', { name: 'Copy 1 unsaved change of the tagging screen' }).click();
  const changes = arm.getByRole('list', { name: 'Changes of tags' }).getByRole('listitem');
  await expect(changes).toHaveText(['Product Balm: with skin:dry', /^Variant Balm, .*V2: with finish:matte$/]);
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await expect(page.getByRole('region', { name: 'What the test takes' })).toContainText('Units of each arm');
  await page.reload();
  await expect(changes).toHaveCount(2);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('Running', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Changes of tags' }).getByRole('listitem')).toHaveCount(2);

  await page.goto(new URL(`/c/${handle}/products/item-tags?variant=V2`, page.url()).href);
  await expect(warning).toBeVisible();
  await page.goto(new URL(`/c/${handle}/products/tagging`, page.url()).href);
  await expect(warning).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(warning).toBeHidden();
  await page.goto(new URL(`/c/${handle}/experiments`, page.url()).href);
  await expect(page.getByRole('row', { name: /Matte for all/ })).toContainText('Stopped');
  expect(trouble).toEqual([]);
});
