import { text } from '../../../support/browser/chat-stand-in.js';
import { expect, test } from '../../../support/browser/chat-test.js';

/** Texts of attacks in svc-chat. docs/components.md B16. */

test('texts of attacks are shown as text, and links are http(s). docs/components.md B6.11, B16.1, B16.2', async ({
  openChat,
  chatServer,
  baseURL,
  seen,
}) => {
  const policy = [
    "default-src 'none'",
    `script-src ${baseURL} 'unsafe-inline'`,
    `connect-src ${baseURL} ${chatServer.origin}`,
    'img-src data: http: https:',
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const { chat, ask, answers } = await openChat({ headers: { 'Content-Security-Policy': policy } });
  const attack = '<img src=x onerror=alert(1)>';
  chatServer.next.push({
    blocks: [
      text(attack, 'javascript:alert(1)'),
      {
        type: 'products',
        items: [
          {
            card: { variantId: 'V1', name: attack, available: true, link: 'javascript:alert(1)', image: 'data:x' },
            reasons: [attack],
          },
        ],
      },
      { type: 'actions', items: [{ kind: 'CONTACT', label: attack, url: 'javascript:alert(1)' }] },
    ],
    replies: [{ id: 'q1', label: attack }],
  });
  await ask(attack);
  await expect(answers.getByText(attack).first()).toBeVisible();
  await expect(chat.locator('img, a[href^="javascript"]')).toHaveCount(0);
  expect(seen.trouble).toEqual([]);
});
