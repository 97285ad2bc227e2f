/// <reference lib="dom" />
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { createMember, enter, watchTrouble } from '../../support/browser/dashboard.js';
import { createKeyboard } from '../../support/browser/keyboard.js';
import { createFunnel, createManagement, freshHandle, question, shot } from '../../support/browser/questionnaire.js';

/** A company with one question; the tags of both options are of the merchant, and `skin:sensitive` is of the catalog. */
async function createCompany(baseURL: string | undefined, handle: string) {
  const [step] = [question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry', oily: 'Oily' })];
  const selections = ['dry', 'oily'].map((key, orderNumber) => ({
    ...{ key, orderNumber, caption: key },
    tags: { require: [`skin:${key}`], prefer: [], avoid: [] },
  }));
  const variants = ['V1', 'V2', 'V3'].map((id) => ({ shopSystemId: id, name: `Shade ${id}`, available: true }));
  await createFunnel(baseURL, handle, {
    steps: [{ ...step, selections }],
    company: {
      catalog: { products: [{ shopSystemId: 'P1', name: 'Balm', tags: ['skin:sensitive'], variants }] },
      tagging: { products: {}, variants: { V1: ['skin:dry'], V2: ['skin:oily'] } },
    },
  });
  const management = createManagement(baseURL);
  return {
    read: async () => {
      const { tagging, funnels } = (await management.call('GET', `/companies/${handle}/blueprint`)).body;
      const { selections }: { selections: { tags: { require: string[] } }[] } = funnels[0].published.steps[0];
      return { tagging, required: selections.map(({ tags }) => tags.require) };
    },
  };
}

const row = (page: Page, tag: string) => page.getByRole('row', { name: new RegExp(`^${tag}\\b`) });

test('a merchant renames a tag, merges it and takes it back, by keyboard only (docs/dashboard.md Y44.1, Y44.2)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-rename');
  const trouble = watchTrouble(page);
  const { read } = await createCompany(baseURL, handle);
  const before = await read();
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/products/tags`);
  const { activate, fill, press } = createKeyboard(page);
  const dialog = page.getByRole('dialog');

  await activate(page.getByRole('button', { name: 'Rename skin:dry' }));
  await expect(dialog.getByLabel('New tag')).toBeFocused();
  await fill(dialog.getByLabel('New tag'), 'skin:dryness');
  await press('Enter');
  await expect(dialog.getByText('0 products and 1 variant')).toBeVisible();
  await expect(dialog.getByText(`Options: ${handle}: dry`)).toBeVisible();
  await expect(dialog.getByText(`New versions are in force immediately: ${handle}`)).toBeVisible();
  expect(await read()).toEqual(before);
  await expectAccessible(page);
  await shot(page, 'dashboard-rename-preview', { folder: 'dashboard' });
  await press('Enter');
  await expect(page.getByText('skin:dry is skin:dryness now.')).toBeVisible();
  await expect(row(page, 'skin:dryness')).toBeVisible();
  expect(await read()).toEqual({
    tagging: { products: {}, variants: { V1: ['skin:dryness'], V2: ['skin:oily'] } },
    required: [['skin:dryness'], ['skin:oily']],
  });
  await expectAccessible(page);
  await shot(page, 'dashboard-renamed', { folder: 'dashboard' });
  await activate(page.getByRole('button', { name: 'Undo' }));
  await expect(page.getByText('skin:dry is as it was before.')).toBeVisible();
  expect(await read()).toEqual(before);

  // A tag of the catalog is merged with another one: the products keep it.
  await activate(page.getByRole('button', { name: 'Rename skin:sensitive' }));
  await fill(dialog.getByLabel('New tag'), 'skin:oily');
  await press('Enter');
  await expect(dialog.getByText('skin:oily exists already.')).toBeVisible();
  await expect(dialog.getByText('They keep it and get skin:oily too.')).toBeVisible();
  await activate(dialog.getByRole('button', { name: 'Merge' }));
  await expect(page.getByText('skin:sensitive is skin:oily now.')).toBeVisible();
  expect((await read()).tagging).toEqual({
    products: { P1: ['skin:oily'] },
    variants: { V1: ['skin:dry'], V2: ['skin:oily'] },
  });
  await activate(page.getByRole('button', { name: 'Undo' }));
  await expect(page.getByText('skin:sensitive is as it was before.')).toBeVisible();
  expect(await read()).toEqual(before);

  // What is refused is said in the dialog, and nothing typed is lost.
  await activate(page.getByRole('button', { name: 'Rename skin:oily' }));
  await fill(dialog.getByLabel('New tag'), 'no tag');
  await press('Enter');
  await expect(dialog.getByText('to must be a tag, namespace:value.')).toBeVisible();
  await press('Escape');
  await expect(page.getByRole('button', { name: 'Rename skin:oily' })).toBeFocused();
  expect(trouble).toEqual([]);
});

test('without the permission to publish the screen says why tags cannot be renamed (docs/dashboard.md Y44.3)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-rename-analyst');
  await createCompany(baseURL, handle);
  const analyst = await createMember(baseURL, handle, 'ANALYST');
  await enter(page, baseURL, analyst, `/c/${handle}/products/tags`);
  await expect(page.getByText('Only roles that may publish rename tags.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rename skin:dry' })).toBeDisabled();
  await expectAccessible(page);
});
