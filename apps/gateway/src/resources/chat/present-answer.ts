import {
  type ChatAnswer,
  type ChatBlock,
  type ChatCard,
  type ChatMessage,
  chatActionKinds,
  type GetThreadResponse,
} from '@svc/proto';
import { requiredTime } from '../../messages/iso-time.js';
import { requirePart } from '../../messages/require-part.js';

/** An answer as pages receive it. */
export const presentAnswer = ({ turnId, threadId, blocks, replies }: ChatAnswer) => ({
  ...{ turnId, threadId, blocks: blocks.map(presentBlock), replies },
});

export type PresentedAnswer = ReturnType<typeof presentAnswer>;

/** A conversation as pages receive it. */
export const presentThread = (threadId: string, { expireTime, messages }: GetThreadResponse) => ({
  threadId,
  expiresAt: requiredTime(expireTime),
  messages: messages.map(presentMessage),
});

export const presentMessage = ({ createTime, text, blocks }: ChatMessage) => ({
  createdAt: requiredTime(createTime),
  ...(text === undefined ? {} : { text }),
  blocks: blocks.map(presentBlock),
});

function presentBlock({ block }: ChatBlock) {
  const { $case, value } = requirePart(block);
  switch ($case) {
    case 'text':
      return { type: 'text', ...value };
    case 'products': {
      const items = value.items.map(({ variantId, card, reasons }) => ({
        ...{ variantId, card: card ? presentCard(card) : null, reasons },
      }));
      return { type: 'products', items };
    }
    case 'comparison':
      return { type: 'comparison', cards: value.cards.map(presentCard), rows: value.rows };
    case 'actions':
      return {
        type: 'actions',
        items: value.items.map(({ kind, ...item }) => ({ ...item, kind: chatActionKinds.toName(kind) })),
      };
  }
}

const presentCard = (card: ChatCard) => ({ ...card });
