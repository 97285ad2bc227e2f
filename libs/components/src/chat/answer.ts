import { isObject, toText } from '../storage/record-list.js';

/** A product as the service describes it. What the catalog does not know is absent. */
export interface ChatCard {
  /** Shop-system id. */
  variantId: string;
  name: string;
  /** As it is shown, with its currency. */
  price?: string | undefined;
  available: boolean;
  size?: string | undefined;
  link?: string | undefined;
  image?: string | undefined;
}

/** What a shopper can do with one press. */
export interface ChatAction {
  /** Of a turn; needed by kinds that the element does not do itself. */
  id?: string | undefined;
  kind: string;
  label: string;
  url?: string | undefined;
  variantId?: string | undefined;
}

/** A card that is null is of a product that the catalog no longer has. */
export interface ChatItem {
  card: ChatCard | null;
  reasons: string[];
}

/** A part of an answer. */
export type ChatBlock =
  | { type: 'text'; text: string; link?: string | undefined }
  | { type: 'products'; items: ChatItem[] }
  | { type: 'comparison'; cards: ChatCard[]; rows: { label: string; values: string[] }[] }
  | { type: 'actions'; items: ChatAction[] };

/** An answer that is offered; its id is valid for the next turn of the thread. */
export interface ChatReply {
  id: string;
  label: string;
}

/**
 * Reads a part of an answer. Null: of a kind that this release does not know, or without its content. What it returns is text from
 * outside: show it as text, never as HTML.
 */
export function readBlock(value: unknown): ChatBlock | null {
  if (!isObject(value)) return null;
  switch (value.type) {
    case 'text': {
      const text = toText(value.text);
      return text ? { type: 'text', text, link: toText(value.link) } : null;
    }
    case 'products':
      return { type: 'products', items: readList(value.items, readItem) };
    case 'comparison':
      return { type: 'comparison', cards: readList(value.cards, readCard), rows: readList(value.rows, readRow) };
    case 'actions':
      return { type: 'actions', items: readList(value.items, readAction) };
    default:
      return null;
  }
}

/** Quick replies; unusable ones are left out. */
export const readReplies = (value: unknown): ChatReply[] =>
  readList(value, (entry) => {
    const [id, label] = [toText(entry.id), toText(entry.label)];
    return id && label ? { id, label } : null;
  });

/** The usable entries of a list of objects. */
export function readList<T>(value: unknown, read: (entry: Record<string, unknown>) => T | null): T[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => (isObject(entry) ? (read(entry) ?? []) : []));
}

function readItem({ card, reasons }: Record<string, unknown>): ChatItem {
  return { card: isObject(card) ? readCard(card) : null, reasons: readTexts(reasons) };
}

function readCard({ variantId, name, price, available, size, link, image }: Record<string, unknown>): ChatCard | null {
  const [id, title] = [toText(variantId), toText(name)];
  if (!id || !title) return null;
  return {
    variantId: id,
    name: title,
    price: toText(price),
    available: available === true,
    size: toText(size),
    link: toText(link),
    image: toText(image),
  };
}

const readRow = ({ label, values }: Record<string, unknown>) => ({
  label: toText(label) ?? '',
  values: readTexts(values),
});

function readAction({ id, kind, label, url, variantId }: Record<string, unknown>): ChatAction | null {
  const [name, text] = [toText(kind), toText(label)];
  return name && text
    ? { id: toText(id), kind: name, label: text, url: toText(url), variantId: toText(variantId) }
    : null;
}

const readTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
