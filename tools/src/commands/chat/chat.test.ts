import { expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines } = cli;
const AT = '2026-11-27T08:00:00.000Z';
const summary = { id: 'c1', createdAt: AT, lastMessageAt: AT, turns: 12, unanswered: 1, hasAnalysis: false };
const card = { variantId: 'V1', productId: 'P1', name: 'Velvet\u001b[31m', available: true };

it('conversations are listed, also by what shoppers wrote (docs/chat.md T9.1, T9.3)', async () => {
  cli.answer({ body: { data: [summary] } }, { body: { data: [] } });
  expect((await svc('chat list')).out).toBe(`c1  ${AT}   12    1\n`);
  expect((await svc('chat list --unanswered --text vegan')).out).toBe('There are no conversations.\n');
  expect(lines()).toEqual([
    'GET /glow/chat/threads?limit=100',
    'GET /glow/chat/threads?limit=100&unanswered=true&text=vegan',
  ]);
});

it('one is shown as lines or as the response of the API, and deleted; control characters are harmless (docs/chat.md T4.1)', async () => {
  const messages = [
    { createdAt: AT, text: 'A balm', blocks: [] },
    {
      createdAt: AT,
      blocks: [
        { type: 'text', text: 'Two balms.' },
        {
          type: 'products',
          items: [
            { variantId: 'V1', card, reasons: [] },
            { variantId: 'V2', card: null, reasons: [] },
          ],
        },
        { type: 'actions', items: [{ id: 'a1', kind: 'CONTACT', label: 'Contact' }] },
      ],
    },
  ];
  cli.answer({ body: { ...summary, messages } }, { body: { ...summary, messages } }, { status: 204, body: '' });
  expect((await svc('chat show c1')).out).toBe(
    `${AT}  A balm\n  Two balms.\n  - Velvet\\u001b[31m\n  - V2\n  [Contact]\n`,
  );
  expect(JSON.parse((await svc('chat show c1 --json')).out)).toEqual({ ...summary, messages });
  expect((await svc('chat delete c1')).out).toBe('The conversation is deleted.\n');
  expect(lines()).toEqual([
    ...['GET /glow/chat/threads/c1', 'GET /glow/chat/threads/c1'],
    'DELETE /glow/chat/threads/c1',
  ]);
});

it('questions without an answer are listed, the most frequent first (docs/chat.md T9.2)', async () => {
  cli.answer({ body: { data: [{ text: 'a unicorn', count: 7, lastAt: AT }] } }, { body: { data: [] } });
  expect((await svc('chat unanswered')).out).toBe(`   7  ${AT}  a unicorn\n`);
  expect((await svc('chat unanswered --days 7')).out).toBe('No question was left without an answer.\n');
  expect(lines()).toEqual(['GET /glow/chat/unanswered?days=30', 'GET /glow/chat/unanswered?days=7']);
});
