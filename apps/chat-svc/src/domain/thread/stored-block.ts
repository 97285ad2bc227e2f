import { type ChatLanguage, isOnDomains } from '@svc/domain';
import { encodeCard } from '../grounding/encode-answer.js';
import type { Card, WireAction, WireBlock } from '../grounding/wire.js';
import type { ChatCompany } from './chat-company.js';

/** A part of an answer as it is stored: products by id only. */
export type StoredBlock =
  | Extract<WireBlock, { type: 'text' }>
  | {
      readonly type: 'products';
      readonly items: readonly { readonly variantId: string; readonly reasons: readonly string[] }[];
    }
  | {
      readonly type: 'comparison';
      readonly variantIds: readonly string[];
      readonly rows: readonly { readonly label: string; readonly values: readonly string[] }[];
    }
  | { readonly type: 'actions'; readonly items: readonly WireAction[] };

/** A part of an earlier answer, with the cards of the current catalog. A card that is null is of a product that is gone. */
export type ShownBlock =
  | Exclude<WireBlock, { type: 'products' }>
  | {
      readonly type: 'products';
      readonly items: readonly {
        readonly variantId: string;
        readonly card: Card | null;
        readonly reasons: readonly string[];
      }[];
    };

export function toStored(block: WireBlock): StoredBlock {
  switch (block.type) {
    case 'products':
      return {
        type: 'products',
        items: block.items.map(({ card, reasons }) => ({ variantId: card.variantId, reasons })),
      };
    case 'comparison':
      return { type: 'comparison', variantIds: block.cards.map(({ variantId }) => variantId), rows: block.rows };
    default:
      return block;
  }
}

/** Whether cards are needed to show it. */
export const hasCards = ({ type }: StoredBlock): boolean => type === 'products' || type === 'comparison';

/**
 * Shows an earlier answer. Comparisons and actions of products that are gone are left out, and links to hosts that the company no longer
 * has.
 * @param shown.domains - of the company.
 */
export function showStored(
  block: StoredBlock,
  { catalog, documents, domains }: Pick<ChatCompany, 'catalog' | 'documents'> & { domains: readonly string[] },
  language: ChatLanguage,
): ShownBlock[] {
  const toCard = (id: string): Card | null => {
    const variant = catalog.variants[documents.get(id) ?? -1];
    return variant ? encodeCard(variant, language) : null;
  };
  switch (block.type) {
    case 'text': {
      const { link, ...text } = block;
      return [link !== undefined && isOnDomains(link, domains) ? block : text];
    }
    case 'products':
      return [
        {
          type: 'products',
          items: block.items.map(({ variantId, reasons }) => ({ variantId, card: toCard(variantId), reasons })),
        },
      ];
    case 'comparison': {
      const cards = block.variantIds.flatMap((id) => toCard(id) ?? []);
      return cards.length === block.variantIds.length ? [{ type: 'comparison', cards, rows: block.rows }] : [];
    }
    case 'actions': {
      const items = block.items.filter(({ variantId }) => variantId === undefined || documents.has(variantId));
      return items.length > 0 ? [{ type: 'actions', items }] : [];
    }
  }
}
