import { expect, type Locator, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { createMember, dashboardOrigin, enter, releaseEdit, watchTrouble } from '../../support/browser/dashboard.js';
import {
  createFunnel,
  expectNoSidewaysScroll,
  freshHandle,
  question,
  shot,
} from '../../support/browser/questionnaire.js';
import { waitForUnsaved } from '../../support/browser/unsaved.js';
import { smallCompany } from '../../support/companies.js';
import { send } from '../../support/http.js';
import { rule } from '../../support/quiz.js';

const steps = [question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry skin', oily: 'Oily' })];
const { catalog } = smallCompany({ variants: ['dry-1', 'oily-1', 'plain-1'] });
const rules = [
  rule('hide-plain', { exclude: { variantIds: ['plain-1'] } }, { when: { step: 1, in: ['dry'] } }),
  rule('oily-first', { pin: { tags: ['skin:oily'] } }),
];

/** The rules of the list; forms and warnings within a rule have lists too. */
const rulesIn = (list: Locator) => list.locator(':scope > li');

test('a merchant sees what a rule does, removes it, and the match changes; the settings go back (docs/dashboard.md Y14.5, Y18.2, Y18.3)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-rules');
  const trouble = watchTrouble(page);
  await createFunnel(baseURL, handle, {
    steps,
    company: { catalog },
    funnel: { matching: { rules } },
  });
  const origin = (baseURL as string).replace('localhost', '127.0.0.1');
  const body = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
  const submitted = await send(origin, '/api/analyses', { host: `${handle}.localhost`, body });
  expect(submitted.status, submitted.text).toBe(200);
  const match = async (): Promise<string[]> =>
    (await send(origin, `/api/v1/analyses/${submitted.body.id}/matches`)).body.matchedVariants;
  await expect.poll(match).toEqual(['oily-1', 'dry-1']);

  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/funnels`);
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
  // Saved as it is, and in force once it is released.
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  expect(await match()).toEqual(['oily-1', 'dry-1']);
  await releaseEdit(page, 'Find your glow');
  await expect.poll(match).toEqual(['oily-1', 'dry-1', 'plain-1']);

  // Questions and rules have one undo, which reaches back over a reload and the release.
  await page.getByRole('link', { name: 'Questions', exact: true }).click();
  await page.getByLabel('Title', { exact: true }).fill('Your skin today?');
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  await expect(rulesIn(list)).toHaveCount(1);
  await page.reload();
  await expect(rulesIn(list)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rulesIn(list)).toHaveCount(2);
  await expect(list).toContainText('If “Your skin?” is Dry skin: hide the variant plain-1.');

  // By keyboard.
  await list.getByRole('button', { name: 'Move down: hide-plain' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByText('hide-plain is at position 2 of 2.')).toBeVisible();
  await expect(rulesIn(list).last()).toContainText('hide-plain');
  // With a pointer (docs/dashboard.md Y83.1); Escape leaves the order as it is.
  const handles = list.locator('[data-drag-handle]');
  await handles.nth(1).hover();
  await page.mouse.down();
  await handles.nth(0).hover({ position: { x: 14, y: 2 } });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(rulesIn(list).last()).toContainText('hide-plain');
  await handles.nth(1).dragTo(handles.nth(0), { targetPosition: { x: 14, y: 2 } });
  await expect(page.getByText('hide-plain is at position 1 of 2.')).toBeVisible();
  await expect(rulesIn(list).first()).toContainText('hide-plain');
  await page.setViewportSize({ width: 390, height: 844 });
  // The navigation moves out of the screen first.
  await expect(() => expectNoSidewaysScroll(page)).toPass();
  await shot(page, 'dashboard-rules-phone', { fullPage: true });
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect(rulesIn(list)).toHaveCount(1);

  // The settings go back by part, after a replay has shown the effect (Y14.5).
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.goto(`${dashboardOrigin(baseURL)}/c/${handle}/settings/versions`);
  await page
    .getByRole('link', { name: /^Go back to version \d+ of the settings$/ })
    .first()
    .click();
  const part = page.getByRole('checkbox', { name: /^Matching settings of/ });
  await expect(part).toBeChecked();
  await part.uncheck();
  await expect(page.getByRole('button', { name: /^Go back to version/ })).toBeDisabled();
  await part.check();
  await page.getByRole('button', { name: `Replay with ${handle}` }).click();
  await expect(page.getByRole('region', { name: handle })).toContainText('Lists that change1 (100%)');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Go back to version/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click();
  await expect.poll(match).toEqual(['oily-1', 'dry-1']);
  expect(trouble).toEqual([]);
});

test('a merchant writes a rule without the company file, by keyboard too (docs/dashboard.md Y23.1, Y23.3)', async ({
  page,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const handle = freshHandle('dash-rule-form');
  await createFunnel(baseURL, handle, {
    steps: [...steps, { id: 2, type: 'AGE', orderNumber: 1, title: { default: 'Your age?', de: 'Dein Alter?' } }],
    company: { catalog },
    funnel: {},
  });
  const origin = (baseURL as string).replace('localhost', '127.0.0.1');
  const body = { ageRange: 'UNDER_16', selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
  const submitted = await send(origin, '/api/analyses', { host: `${handle}.localhost`, body });
  expect(submitted.status, submitted.text).toBe(200);
  const match = async (): Promise<string[]> =>
    (await send(origin, `/api/v1/analyses/${submitted.body.id}/matches`)).body.matchedVariants;
  await expect.poll(match).toEqual(['dry-1', 'oily-1', 'plain-1']);

  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/funnels/${handle}/rules`);
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const list = page.getByRole('list', { name: 'Rules in their order' });
  const form = page.getByRole('group', { name: 'Form of rule-1' });
  await expect(page.getByText('An action names no product yet')).toBeVisible();
  await expect(page.getByText('1 rule is not complete.')).toBeVisible();
  await expectAccessible(page);

  // When: a question, an age in a group, and the negation.
  await form.getByRole('button', { name: 'Add condition', exact: true }).click();
  await form.getByRole('checkbox', { name: 'Dry skin' }).check();
  await form.getByRole('button', { name: 'Add group', exact: true }).click();
  await form.getByLabel('What condition 2.1 is about').selectOption({ label: 'Age' });
  const ages = form.getByRole('group', { name: 'Answers of condition 2.1' });
  await ages.getByRole('checkbox', { name: 'Under 16' }).check();
  await ages.getByRole('checkbox', { name: '16–24' }).check();
  await form.getByRole('button', { name: 'Add condition to group 2' }).click();
  await form.getByLabel('How condition 2.2 is tested').selectOption('is not answered');

  // Then: what is suggested, and a tag that no product has (Y23.2).
  await form.getByLabel('What happens').selectOption('Hide');
  const tags = form.getByRole('combobox', { name: 'Products with a tag' });
  await tags.fill('skin:drry');
  await tags.press('Enter');
  await expect(page.getByText('Did you mean skin:dry?')).toBeVisible();
  await page.getByRole('button', { name: 'Use skin:dry' }).click();
  await expect(page.getByText('1 variant of the catalog is meant.')).toBeVisible();
  await expect(list).toContainText(
    'If “Your skin?” is Dry skin and (the age is Under 16 or 16–24 or “Your skin?” is not answered): hide products with the tag skin:dry.',
  );
  await form.getByLabel('First day', { exact: true }).fill('2020-01-01');
  await form.getByLabel('First day without the rule').fill('2040-02-01');
  await expect(list).toContainText('Applies from Jan 1, 2020 up to and including Jan 31, 2040.');
  await expect(page.getByText('1 of 1 list changes')).toBeVisible();
  await expectAccessible(page);
  await shot(page, 'dashboard-rule-form', { fullPage: true });

  // What is typed outlives a reload, and each step can be undone.
  await waitForUnsaved(page, '2040-02-01');
  await page.reload();
  await expect(list).toContainText('up to and including Jan 31, 2040');
  await page.getByRole('button', { name: 'Duplicate rule-1' }).click();
  await expect(rulesIn(list)).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove rule-1' }).click();
  await expect(rulesIn(list)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rulesIn(list)).toHaveCount(1);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(rulesIn(list)).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rulesIn(list)).toHaveCount(1);
  await releaseEdit(page, 'Find your glow');
  await expect.poll(match).toEqual(['oily-1', 'plain-1']);
  await page.getByRole('link', { name: 'Rules', exact: true }).click();

  // By keyboard only: a second rule, moved to the top.
  await page.getByRole('button', { name: 'Add a rule' }).focus();
  await page.keyboard.press('Enter');
  const second = page.getByRole('group', { name: 'Form of rule-2' });
  await expect(second.getByRole('button', { name: 'Add condition', exact: true })).toBeFocused();
  for (let press = 0; press < 2; press++) await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(second.getByLabel('What happens')).toHaveValue('PIN');
  await second.getByRole('combobox', { name: 'Single variants' }).focus();
  await page.keyboard.type('plain-1');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByText('rule-2 is at position 1 of 2.')).toBeVisible();
  await expect(list).toContainText('For every shopper: put the variant plain-1 first.');
  await releaseEdit(page, 'Find your glow');
  await expect.poll(match).toEqual(['plain-1', 'oily-1']);
  await page.getByRole('link', { name: 'Rules', exact: true }).click();

  // German, dark, and as narrow as a phone that is zoomed in.
  await page.getByRole('button', { name: 'Ada Lovelace' }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'rule-1 bearbeiten' }).click();
  await expect(page.getByRole('list', { name: 'Regeln in ihrer Reihenfolge' })).toContainText(
    'Wenn bei „Your skin?“ Dry skin gewählt ist und (das Alter Unter 16 oder 16–24 ist oder „Your skin?“ nicht beantwortet ist): Produkte mit dem Tag skin:dry ausblenden.',
  );
  await page.setViewportSize({ width: 320, height: 800 });
  await expect(() => expectNoSidewaysScroll(page)).toPass();
  await expectAccessible(page);
  await shot(page, 'dashboard-rule-form-narrow', { fullPage: true });
  expect(trouble).toEqual([]);
});

test('a merchant tries a rule on a shopper and removes the cause of a miss (docs/dashboard.md Y24.2, Y24.3)', async ({
  page,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const handle = freshHandle('dash-rule-try');
  await createFunnel(baseURL, handle, { steps, company: { catalog }, funnel: { matching: { rules } } });
  const origin = (baseURL as string).replace('localhost', '127.0.0.1');
  const body = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
  const submitted = await send(origin, '/api/analyses', { host: `${handle}.localhost`, body });
  expect(submitted.status, submitted.text).toBe(200);

  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/funnels/${handle}/rules`);
  await expect(page.getByText('Holds in 1 of 1 analysis.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Try hide-plain' }).click();
  const trial = page.getByRole('region', { name: 'Try hide-plain on one shopper' });
  await expect(trial.getByRole('heading', { name: 'Try hide-plain on one shopper' })).toBeFocused();
  await trial.getByRole('button', { name: 'Shopper 1' }).click();
  const withRule = trial.getByRole('list', { name: 'With hide-plain' });
  const without = trial.getByRole('list', { name: 'Without hide-plain' });
  await expect(withRule.getByRole('listitem')).toContainText(['oily-1', 'dry-1']);
  await expect(without.getByRole('listitem').filter({ hasText: 'plain-1' })).toContainText('(only here)');
  await expectAccessible(page);

  // By keyboard: why not, and away with the cause.
  await without.getByRole('button', { name: 'Why not? plain-1' }).focus();
  await page.keyboard.press('Enter');
  const why = trial.getByRole('region', { name: 'Why: plain-1' });
  await expect(why.getByRole('heading')).toBeFocused();
  await expect(why.getByRole('listitem').first()).toContainText('Not passed: The rule "hide-plain"');
  await expect(why.getByRole('link', { name: 'Rule hide-plain' }).first()).toHaveAttribute('href', /rule=hide-plain/);
  await expectAccessible(page);
  await shot(page, 'dashboard-rule-try', { fullPage: true });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(why.getByRole('button', { name: 'Remove this cause from hide-plain' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(why.getByText('The action of hide-plain is removed')).toBeVisible();
  await expect(withRule).toContainText('plain-1');
  await expect(why.getByRole('listitem').filter({ hasText: 'Not passed' })).toHaveCount(0);
  await expect(rulesIn(page.getByRole('list', { name: 'Rules in their order' }))).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();

  // The answers that were given in the builder's preview; below 1,100 px it is a tab, which the link opens.
  const previewed = trial.getByRole('radio', { name: 'Answers of the preview' });
  await previewed.check();
  await expect(trial).toContainText('Nothing was answered in the preview yet.');
  await page.setViewportSize({ width: 1024, height: 800 });
  await trial.getByRole('link', { name: 'Answer in the preview' }).click();
  const tab = page.getByRole('tab', { name: 'Preview' });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await page.frameLocator('iframe[title="Preview: Find your glow"]').getByText('Dry skin').click();
  await expectAccessible(page, { hasFrames: true });
  await shot(page, 'dashboard-preview-tab');
  await tab.press('ArrowLeft');
  await expect(page.getByLabel('Title', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+.');
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await page.setViewportSize({ width: 1280, height: 720 });
  await previewed.check();
  await expect(trial.getByRole('listitem').filter({ hasText: 'Your skin?' })).toContainText('Dry skin');
  await expect(withRule.getByRole('listitem')).toContainText(['oily-1', 'dry-1']);
  await expect(withRule).not.toContainText('plain-1');

  // Answers that are chosen instead, and a variant that is searched for.
  await trial.getByRole('radio', { name: 'Answers that I choose' }).check();
  await trial.getByLabel('Your skin?').selectOption('Oily');
  await expect(withRule).toContainText('plain-1');
  await trial.getByRole('combobox', { name: 'Why is another variant' }).fill('dry-1');
  await page.keyboard.press('Enter');
  await expect(trial.getByRole('region', { name: 'Why: dry-1' })).toContainText('Passed:');
  await trial.getByRole('radio', { name: 'A stored analysis' }).check();
  await trial.getByLabel('Id of the analysis').fill('none');
  await page.keyboard.press('Enter');
  await expect(trial).toContainText('There is nothing here');
  await page.setViewportSize({ width: 320, height: 800 });
  await expect(() => expectNoSidewaysScroll(page)).toPass();
  await expectAccessible(page);
  expect(trouble).toEqual([]);
});
