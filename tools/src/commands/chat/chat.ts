import type { ChatTranscriptBody, ChatTranscriptSummaryBody, ChatUnansweredBody } from '@svc/gateway/bodies';
import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect } from '../connection.js';
import { plain } from '../webhooks/plain.js';

const ONE = {
  ...COMPANY_ARGUMENT,
  conversation: { type: 'positional', required: true, description: 'Id of the conversation.' },
} as const;

const toPath = ({ company, conversation }: { company?: string | undefined; conversation: string }): string =>
  `${companyPath(company)}/chat/threads/${encodeURIComponent(conversation)}`;

const list = defineCommand({
  meta: {
    name: 'list',
    description: 'List conversations, newest first: id, last message, messages, without an answer.',
  },
  args: {
    ...COMPANY_ARGUMENT,
    unanswered: { type: 'boolean', description: 'Only those with a question without an answer.' },
    text: { type: 'string', valueHint: 'words', description: 'Only those in which the shopper wrote that.' },
  },
  async run({ args }) {
    const query = new URLSearchParams({
      limit: '100',
      ...(args.unanswered ? { unanswered: 'true' } : {}),
      ...(args.text ? { text: args.text } : {}),
    });
    const { data } = (await connect().request('GET', `${companyPath(args.company)}/chat/threads?${query}`)) as {
      data: ChatTranscriptSummaryBody[];
    };
    for (const { id, lastMessageAt, turns, unanswered } of data)
      console.log([id, lastMessageAt, `${turns}`.padStart(3), `${unanswered}`.padStart(3)].join('  '));
    if (data.length === 0) console.log('There are no conversations.');
  },
});

const show = defineCommand({
  meta: { name: 'show', description: 'Show what was said in a conversation.' },
  args: { ...ONE, json: { type: 'boolean', description: 'The response of the API.' } },
  async run({ args }) {
    const found = (await connect().request('GET', toPath(args))) as ChatTranscriptBody;
    console.log(args.json ? JSON.stringify(found, null, 2) : found.messages.flatMap(formatMessage).join('\n'));
  },
});

type Message = ChatTranscriptBody['messages'][number];

/** One line for what the shopper wrote, one for each part of an answer. */
const formatMessage = ({ createdAt, text, blocks }: Message): string[] =>
  text === undefined ? blocks.flatMap(formatBlock) : [`${createdAt}  ${plain(text)}`];

function formatBlock(block: Message['blocks'][number]): string[] {
  switch (block.type) {
    case 'text':
      return [`  ${plain(block.text)}`];
    case 'products':
      return block.items.map(({ variantId, card }) => `  - ${plain(card?.name ?? variantId)}`);
    case 'comparison':
      return block.cards.map(({ name }) => `  - ${plain(name)}`);
    case 'actions':
      return block.items.map(({ label }) => `  [${plain(label)}]`);
  }
}

const remove = defineCommand({
  meta: { name: 'delete', description: 'Delete a conversation, with all messages.' },
  args: ONE,
  async run({ args }) {
    await connect().request('DELETE', toPath(args));
    console.log('The conversation is deleted.');
  },
});

const unanswered = defineCommand({
  meta: { name: 'unanswered', description: 'List questions without an answer, the most frequent first.' },
  args: { ...COMPANY_ARGUMENT, days: { type: 'string', default: '30', description: 'Of these days, 1 to 90.' } },
  async run({ args }) {
    const query = new URLSearchParams({ days: args.days });
    const { data } = (await connect().request(
      'GET',
      `${companyPath(args.company)}/chat/unanswered?${query}`,
    )) as ChatUnansweredBody;
    for (const { count, lastAt, text } of data) console.log([`${count}`.padStart(4), lastAt, plain(text)].join('  '));
    if (data.length === 0) console.log('No question was left without an answer.');
  },
});

/** `svc chat list|show|delete|unanswered`. docs/chat.md T9. */
export const chat = defineCommand({
  meta: { name: 'chat', description: 'Conversations with the chat.' },
  subCommands: { list, show, delete: remove, unanswered },
});
