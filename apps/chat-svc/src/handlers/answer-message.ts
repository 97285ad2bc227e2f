import { type ChatBlock, type ChatCard, type ChatMessage, chatActionKinds } from '@svc/proto';
import type { Card } from '../domain/grounding/wire.js';
import type { ShownBlock } from '../domain/thread/stored-block.js';
import type { ShownMessage } from '../usecases/threads/show-turns.js';

const toCardMessage = ({ price, size, link, image, ...card }: Card): ChatCard => ({
  ...card,
  ...(price === undefined ? {} : { price }),
  ...(size === undefined ? {} : { size }),
  ...(link === undefined ? {} : { link }),
  ...(image === undefined ? {} : { image }),
});

/** A part of an answer as it travels. */
export function toBlockMessage(block: ShownBlock): ChatBlock {
  switch (block.type) {
    case 'text': {
      const { text, link } = block;
      return { block: { $case: 'text', value: { text, ...(link === undefined ? {} : { link }) } } };
    }
    case 'products': {
      const items = block.items.map(({ variantId, card, reasons }) => ({
        variantId,
        card: card ? toCardMessage(card) : undefined,
        reasons: [...reasons],
      }));
      return { block: { $case: 'products', value: { items } } };
    }
    case 'comparison': {
      const rows = block.rows.map(({ label, values }) => ({ label, values: [...values] }));
      return { block: { $case: 'comparison', value: { cards: block.cards.map(toCardMessage), rows } } };
    }
    case 'actions': {
      const items = block.items.map(({ id, kind, label, url, variantId }) => ({
        ...{ id, kind: chatActionKinds.fromName(kind), label },
        ...(url === undefined ? {} : { url }),
        ...(variantId === undefined ? {} : { variantId }),
      }));
      return { block: { $case: 'actions', value: { items } } };
    }
  }
}

export const toMessage = ({ at, text, blocks }: ShownMessage): ChatMessage => ({
  createTime: at,
  ...(text === undefined ? {} : { text }),
  blocks: blocks.map(toBlockMessage),
});
