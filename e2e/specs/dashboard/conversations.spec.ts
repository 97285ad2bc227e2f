import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { createShopCompany } from '../../support/browser/component-pages.js';
import { createMember, enter, watchTrouble } from '../../support/browser/dashboard.js';
import { createManagement, expectNoSidewaysScroll, freshHandle, shot } from '../../support/browser/questionnaire.js';

const SHOP = 'http://shop.localhost';

test('conversations are searched, read and erased, and questions without an answer are reported (docs/dashboard.md Y55, docs/chat.md T9)', async ({
  page,
  baseURL,
  browser,
  request,
}) => {
  const handle = freshHandle('dash-conversations');
  const { companyKey } = await createShopCompany(baseURL, handle);
  let turns = 0;
  const talk = async (...texts: string[]): Promise<string> => {
    let path = '';
    for (const text of texts) {
      const answered = await request.post(`${baseURL}/api/chat/v1/threads${path}`, {
        headers: { Origin: SHOP, 'Content-Type': 'text/plain;charset=UTF-8' },
        data: JSON.stringify({
          context: { company: companyKey, locale: 'en', path: '/' },
          turn: { clientTurnId: `turn-${++turns}`, text },
        }),
      });
      expect(answered.ok(), await answered.text()).toBe(true);
      path = `/${(await answered.json()).threadId}/turns`;
    }
    return path.slice(1, -'/turns'.length);
  };
  // Until the catalog is compiled, the answer says so.
  await expect(async () => {
    const id = await talk('Velvet Balm');
    const { messages } = await (await request.get(`${baseURL}/api/chat/v1/threads/${id}`)).json();
    await request.delete(`${baseURL}/api/chat/v1/threads/${id}`);
    expect(JSON.stringify(messages)).toContain('"V1"');
  }).toPass();
  // An attempt that was refused halfway has left its conversation.
  const management = createManagement(baseURL);
  const left = await management.call('GET', `/companies/${handle}/chat/threads`);
  for (const { id } of left.body.data as { id: string }[]) {
    const erasing = await management.call('DELETE', `/companies/${handle}/chat/threads/${id}`);
    expect(erasing.status, erasing.text).toBe(204);
  }
  const kept = await talk('Do you have the Velvet Balm?', 'Thanks!');
  const erased = await talk('A saddle, or write to ada@planted.example', 'Hello', 'Thanks!');
  await talk('Xylo vvkk', 'xylo   VVKK');

  const trouble = watchTrouble(page);
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/conversations`);
  const list = page.getByRole('table', { name: 'Conversations' });
  await expect(list.getByRole('row')).toHaveCount(4);
  const report = page.getByRole('table', { name: 'Questions without an answer' });
  await expect(report.getByRole('row').nth(1)).toContainText('xylo VVKK');
  await expect(report.getByRole('row').nth(1)).toContainText('2');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await shot(page, 'conversations', { folder: 'dashboard' });

  await page.getByLabel('What a shopper wrote').fill('velvet');
  await expect(list.getByRole('row')).toHaveCount(2);
  await list.getByRole('button', { name: /^Read the conversation/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Conversation' });
  await expect(dialog).toContainText('Do you have the Velvet Balm?');
  await expect(dialog).toContainText('Velvet Balm – Rose');
  await expect(dialog).toContainText('Thanks!');
  await expectAccessible(page);
  await shot(page, 'conversation', { folder: 'dashboard' });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // Personal data was not stored, and what is erased is gone for the shopper, too.
  await page.getByLabel('What a shopper wrote').fill('saddle');
  await expect(page).toHaveURL(/text=saddle/);
  await expect(list.getByRole('row')).toHaveCount(2);
  await expect(list.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText('3');
  await list.getByRole('button', { name: /^Read the conversation/ }).click();
  await expect(dialog).toContainText('saddle');
  await expect(dialog).not.toContainText('planted');
  await dialog.getByRole('button', { name: 'Erase the conversation' }).click();
  await expect(page.getByText('No shopper wrote that')).toBeVisible();
  const read = (id: string) => request.get(`${baseURL}/api/chat/v1/threads/${id}`).then((answer) => answer.status());
  expect([await read(erased), await read(kept)]).toEqual([404, 200]);
  await page.getByLabel('What a shopper wrote').fill('');
  await page.getByLabel('Only with a question without an answer').check();
  await expect(list.getByRole('row')).toHaveCount(2);
  expect(trouble).toEqual([]);

  // Other roles do not read what shoppers write (Y55.2).
  const analyst = await (await browser.newContext()).newPage();
  await enter(analyst, baseURL, await createMember(baseURL, handle, 'ANALYST'), `/c/${handle}/conversations`);
  await expect(analyst.getByRole('heading', { name: 'Your role may not read conversations' })).toBeVisible();
  await expect(analyst.getByRole('navigation').getByRole('link', { name: 'Shoppers' })).toBeVisible();
  await expect(analyst.getByRole('link', { name: 'Conversations' })).toHaveCount(0);
  await expectAccessible(analyst);
  await shot(analyst, 'conversations-not-allowed', { folder: 'dashboard' });
  await analyst.context().close();
});
