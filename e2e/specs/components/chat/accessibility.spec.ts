/// <reference lib="dom" />
import { expectAccessible } from '../../../support/browser/accessibility.js';
import { text } from '../../../support/browser/chat-stand-in.js';
import { CHAT, COMPARISON, createActions, expect, PRODUCTS, test } from '../../../support/browser/chat-test.js';
import { expectNoSidewaysScroll, shot } from '../../../support/browser/questionnaire.js';

/** svc-chat in each of its looks. docs/components.md B16.3. */

for (const { name, lang = 'en', use = {}, dir = 'ltr' } of [
  { name: 'as it is' },
  { name: 'in German, from right to left', lang: 'de', dir: 'rtl' },
  { name: 'in the dark', use: { colorScheme: 'dark' } },
  { name: 'on a screen of 320 pixels', use: { viewport: { width: 320, height: 640 } } },
] as const) {
  test.describe(`the chat ${name}`, () => {
    test.use(use);

    test('is accessible in every state, and fits the screen. docs/components.md B6.7, B6.9, B16.3, B17.10', async ({
      openChat,
      chatServer,
      page,
    }) => {
      const { chat, answers } = await openChat({
        body: `<script>document.documentElement.lang = '${lang}'; document.documentElement.dir = '${dir}'</script>${CHAT}`,
      });
      const check = async (state: string) => {
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await shot(page, `chat ${name} ${state}`.replaceAll(/\W+/g, '-'), { folder: 'components' });
      };
      const field = chat.getByRole('textbox');
      await expect(field).toBeVisible();
      await expect(chat.getByRole('log')).toContainText(
        lang === 'de' ? 'Wonach suchst du?' : 'What are you looking for?',
      );
      await check('greeting');
      chatServer.next.push(
        {
          blocks: [text('Two balms.'), PRODUCTS, COMPARISON, createActions('OPEN_ANALYSIS')],
          replies: [{ id: 'q1', label: 'Cheaper' }],
        },
        { status: 503 },
      );
      await field.fill('A balm for dry skin in winter, please');
      await field.press('Enter');
      await expect(answers).toHaveCount(1);
      await check('answer');
      // Nothing is sent while an answer is awaited, and an answer ends after its blocks.
      await expect(chat.getByRole('log')).toHaveAttribute('aria-busy', 'false');
      await field.fill('x'.repeat(450));
      await field.press('Enter');
      await expect(chat.locator('.problem button')).toBeVisible();
      await chat.getByRole('button', { name: lang === 'de' ? 'Gespräch löschen' : 'Delete conversation' }).click();
      await check('problem');
      expect(chatServer.requests[0]?.body.context.locale).toBe(lang);
      await expect(chat.locator('section')).toHaveAttribute('lang', lang);
    });
  });
}
