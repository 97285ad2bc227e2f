import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { chooseStep, saved } from '../../support/browser/builder.js';
import { createMember, enter, watchTrouble } from '../../support/browser/dashboard.js';
import { createFunnel, freshHandle, question, shot } from '../../support/browser/questionnaire.js';

const steps = [
  question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry', oily: 'Oily', normal: 'Normal' }),
  question(2, 'SELFIE', 'A picture?', {}, { required: false }),
  question(3, 'SINGLE_SELECTION', 'Your finish?', { matte: 'Matte', dewy: 'Dewy' }),
];

test('an editor decides by a form which answers show a question (docs/dashboard.md Y20.1 to Y20.3)', async ({
  page,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const handle = freshHandle('dash-cond');
  await createFunnel(baseURL, handle, { steps });
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/funnels/${handle}?step=1`);
  const condition = page.getByRole('group', { name: 'When it is shown' });
  await expect(condition).toContainText('Every shopper sees the first question.');
  await chooseStep(page, 2);
  await condition.getByRole('button', { name: 'Add condition', exact: true }).click();

  // A picture has no answers to choose from; another question has.
  const first = condition.getByRole('group', { name: 'Condition 1', exact: true });
  const subject = (place: string) => condition.getByLabel(`What condition ${place} is about`);
  await subject('1').selectOption('A picture?');
  await expect(condition).toContainText('Shown if “A picture?” is answered.');
  // Only questions before it can decide about it.
  await expect(subject('1')).not.toContainText('Your finish?');
  await subject('1').selectOption('Your skin?');
  await condition.getByLabel('How condition 1 is tested').selectOption('is none of');
  await expect(first).toContainText('Choose at least one answer.');
  await first.getByLabel('Dry').check();
  await first.getByLabel('Oily').check();
  await expect(condition).toContainText('Shown if “Your skin?” is none of Dry or Oily.');

  // A group, turned around: no answers are left that lead here.
  await condition.getByRole('button', { name: 'Add group', exact: true }).click();
  await subject('2.1').selectOption('A picture?');
  await condition.getByRole('button', { name: 'Add condition to group 2' }).click();
  await condition.getByLabel('How condition 2.2 is tested').selectOption('is answered');
  await condition.getByLabel('When does group 2 hold?').selectOption('None of these holds');
  await expect(condition).toContainText('and not (“A picture?” is answered or “Your skin?” is answered).');
  await expect(condition).toContainText('No answers lead to this question: no shopper sees it.');
  await saved(page);
  await expectAccessible(page, { hasFrames: true });
  await shot(page, 'dashboard-condition', { fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, { hasFrames: true });
  await shot(page, 'dashboard-condition-phone', { fullPage: true });
  await page.setViewportSize({ width: 1280, height: 800 });
  await condition.getByRole('button', { name: 'Remove group 2' }).click();
  await expect(condition).toContainText('Shown if “Your skin?” is none of Dry or Oily.');
  await page.keyboard.press('Control+z');
  await expect(subject('2.1')).toBeVisible();
  await page.keyboard.press('Control+y');
  await expect(subject('2.1')).toBeHidden();

  // The condition follows a renamed option; a removed one is shown where it stands.
  await chooseStep(page, 0);
  await page.getByLabel('Caption', { exact: true }).nth(1).fill('Shiny');
  await page.getByRole('group', { name: 'Option 1: Dry' }).getByRole('button', { name: 'Remove' }).click();
  await chooseStep(page, 2);
  await expect(condition).toContainText('Shown if “Your skin?” is none of dry or Shiny.');
  await expect(first.getByText(/Step 1 has no option with this key/)).toBeVisible({ timeout: 20_000 });
  await first.getByLabel('dry (no longer an answer)').click();
  await expect(first.getByText(/Step 1 has no option with this key/)).toBeHidden({ timeout: 20_000 });
  await page.reload();
  await expect(condition).toContainText('Shown if “Your skin?” is not Shiny.');
  // A question that no longer exists is shown as such, and can be removed from the condition.
  await chooseStep(page, 0);
  await page.getByRole('region', { name: 'Questions' }).getByRole('button', { name: 'Remove', exact: true }).click();
  await chooseStep(page, 1);
  await expect(subject('1').locator('option:checked')).toHaveText('Question 1, which the funnel does not have');
  await condition.getByRole('button', { name: 'Show it to everyone' }).click();
  await expect(condition).toContainText('Every shopper sees this question.');
  await saved(page);

  // The camera of the preview is a drawn face: the host may use none (Y16.8).
  await chooseStep(page, 0);
  const preview = page.frameLocator('iframe[title^="Preview: "]');
  await preview.getByRole('checkbox', { name: /^I agree/ }).check();
  await preview.getByRole('button', { name: 'Use the camera' }).click();
  const video = preview.locator('video');
  const toSide = () => video.evaluate((element) => (element as HTMLVideoElement).videoWidth);
  await expect.poll(toSide).toBe(480);
  await preview.getByRole('button', { name: 'Take the picture' }).click();
  await expect(preview.locator('.frame img')).toBeVisible();
  expect(trouble).toEqual([]);
});

test('the branching view shows which question depends on which, and which no shopper sees (docs/dashboard.md Y20)', async ({
  page,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const handle = freshHandle('dash-graph');
  await createFunnel(baseURL, handle, {
    steps: [
      question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry', oily: 'Oily', normal: 'Normal' }),
      question(2, 'SINGLE_SELECTION', 'How dry?', { a: 'A little', b: 'Very' }, { showWhen: { step: 1, in: ['dry'] } }),
      question(3, 'SINGLE_SELECTION', 'Your finish?', { matte: 'Matte' }, { showWhen: { step: 1, in: ['oily'] } }),
      question(
        4,
        'SINGLE_SELECTION',
        'Impossible?',
        { yes: 'Yes' },
        {
          showWhen: {
            all: [
              { step: 2, answered: true },
              { step: 3, answered: true },
            ],
          },
        },
      ),
    ],
  });
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/funnels/${handle}`);
  await page.getByRole('button', { name: 'Branching' }).click();
  const items = page.getByRole('list', { name: 'Questions with their conditions' }).getByRole('listitem');
  await expect(items).toHaveCount(4);
  await expect(items.nth(0)).toContainText('Every shopper sees this question.');
  await expect(items.nth(0)).toContainText('Decides about 2. How dry? and 3. Your finish?.');
  await expect(items.nth(2)).toContainText('Shown if “Your skin?” is Oily.');
  await expect(items.nth(3)).toContainText('No shopper sees it');
  await expect(page.locator('.react-flow__node')).toHaveCount(4);
  await expect(page.locator('.react-flow__edge')).toHaveCount(4);
  await expectAccessible(page);
  await shot(page, 'dashboard-branching', { fullPage: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await shot(page, 'dashboard-branching-dark', { fullPage: true });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await shot(page, 'dashboard-branching-phone', { fullPage: true });
  await page.setViewportSize({ width: 1280, height: 800 });

  // The picture moves while it is fitted to the new width, and a click would miss.
  const toCenter = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { left, width } = element.getBoundingClientRect();
        return Math.round(left + width / 2);
      });
  const offset = async () => Math.abs((await toCenter('.react-flow__node')) - (await toCenter('.react-flow')));
  await expect.poll(offset).toBeLessThanOrEqual(1);

  // A click on the picture, and on the list, opens the question.
  await page.locator('.react-flow__node').nth(1).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('How dry?');
  await page.getByRole('button', { name: 'Branching' }).click();
  await items.nth(3).getByRole('button').click();
  await expect(page.getByText('No answers lead to this question: no shopper sees it.')).toBeVisible();
  expect(trouble).toEqual([]);
});
