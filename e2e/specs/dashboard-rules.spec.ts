import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.js';
import { smallCompany } from '../support/companies.js';
import { createMember, signIn, watchTrouble } from '../support/dashboard.js';
import { send } from '../support/http.js';
import { createFunnel, expectNoSidewaysScroll, question, shot } from '../support/questionnaire.js';
import { rule } from '../support/quiz.js';

const HANDLE = 'dash-rules';
const steps = [question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry skin', oily: 'Oily' })];
const { catalog } = smallCompany({ variants: ['dry-1', 'oily-1', 'plain-1'] });
const rules = [
  rule('hide-plain', { exclude: { variantIds: ['plain-1'] } }, { when: { step: 1, in: ['dry'] } }),
  rule('oily-first', { pin: { tags: ['skin:oily'] } }),
];

test('a merchant sees what a rule does, removes it, and the match changes (docs/dashboard.md Y18)', async ({
  page,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const { apply } = await createFunnel(baseURL, HANDLE, {
    steps,
    company: { catalog },
    funnel: { matching: { rules } },
  });
  const origin = (baseURL as string).replace('localhost', '127.0.0.1');
  const body = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
  const submitted = await send(origin, '/api/analyses', { host: `${HANDLE}.localhost`, body });
  expect(submitted.status, submitted.text).toBe(200);
  const match = async (): Promise<string[]> =>
    (await send(origin, `/api/v1/analyses/${submitted.body.id}/matches`)).body.matchedVariants;
  await expect.poll(match).toEqual(['oily-1', 'dry-1']);

  await signIn(page, baseURL, await createMember(baseURL, HANDLE), `/c/${HANDLE}/funnels`);
  await page.getByRole('link', { name: 'Rules of Find your glow' }).click();
  const list = page.getByRole('list', { name: 'Rules in their order' });
  await expect(list).toContainText('If “Your skin?” is Dry skin: hide the variant plain-1.');
  await expect(list).toContainText('For every shopper: put products with the tag skin:oily first.');
  await expect(list).toContainText('Holds in 1 of 1 analysis. Hides 1 variant, at most 1 in one analysis.');
  await expectAccessible(page);
  await shot(page, 'dashboard-rules', { fullPage: true });

  // The consequences are shown before the change is saved.
  await page.getByRole('button', { name: 'Remove hide-plain' }).click();
  await expect(page.getByRole('region', { name: 'What the change would do' })).toContainText('1 of 1 list changes');
  await expect(page.getByText('1 variant is gained in some list')).toBeVisible();
  await expectAccessible(page);
  await shot(page, 'dashboard-rules-trial', { fullPage: true });
  expect(await match()).toEqual(['oily-1', 'dry-1']);
  await page.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
  await expect.poll(match).toEqual(['oily-1', 'dry-1', 'plain-1']);

  // Another user changes the rules meanwhile: nothing is overwritten, and nothing typed is lost.
  await page.getByLabel('Until, exclusive').fill('2030-01-31');
  await apply({ funnel: { matching: { rules: [rules[1], rules[0]] } } });
  await page.getByRole('button', { name: 'Save rules' }).click();
  const conflict = page.getByRole('region', { name: 'Another user has changed the rules' });
  await expect(conflict).toContainText('hide-plain');
  await expect(page.getByLabel('Until, exclusive')).toHaveValue('2030-01-31');
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Take theirs' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);

  // By keyboard.
  await list.getByRole('button', { name: 'Move up: hide-plain' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByText('hide-plain is at position 1 of 2.')).toBeVisible();
  await expect(list.getByRole('listitem').first()).toContainText('hide-plain');
  await page.setViewportSize({ width: 390, height: 844 });
  // The navigation moves out of the screen first.
  await expect(() => expectNoSidewaysScroll(page)).toPass();
  await shot(page, 'dashboard-rules-phone', { fullPage: true });
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(list.getByRole('listitem').last()).toContainText('hide-plain');
  expect(trouble).toEqual([]);
});
