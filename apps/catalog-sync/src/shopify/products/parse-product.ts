import { isPrice, MAX_COPY_LENGTH, MAX_NAME_LENGTH, MAX_TAGS, tagProblem } from '@svc/domain';
import type { StagedProduct, StagedVariant } from '../../domain/staged-rows.js';
import { parseUrl } from '../../feeds/cells.js';
import { type CutText, cutText } from '../../feeds/cut-texts.js';
import { attributeTag, labelTag } from '../../feeds/formats/texts.js';

/** What of a node cannot be taken: "price is no decimal number". */
export class UnreadableNode extends Error {}

/** A product as the catalog takes it; the ordinal is the caller's. */
export type ParsedProduct = Omit<StagedProduct, 'ordinal' | 'name'> & { name: string; updatedAt: Date | null };

/** A variant, and its place in its product. */
export type ParsedVariant = StagedVariant & { position: number };

type Node = Record<string, unknown>;

/** The kind and the numeric id of `gid://shopify/Product/123`; undefined: it is none. */
export function parseGid(gid: unknown): { type: string; id: string } | undefined {
  const [, type, id] = (typeof gid === 'string' && /^gid:\/\/shopify\/([A-Za-z]+)\/(\d{1,20})$/.exec(gid)) || [];
  return type !== undefined && id !== undefined ? { type, id } : undefined;
}

/** Far above what a product can have. */
const MAX_POSITION = 1_000_000;

/** Is called with each text that is too long and was cut. */
export type OnCut = (text: CutText) => void;

/** Reads a node of `Product`. @throws UnreadableNode */
export function parseProduct(node: Node, onCut: OnCut = () => {}): ParsedProduct {
  const name = short(text(node.title), { column: 'Product.title', limit: MAX_NAME_LENGTH }, onCut);
  if (name === undefined) throw new UnreadableNode('title is empty');
  const labels = Array.isArray(node.tags) ? node.tags.filter((tag) => typeof tag === 'string') : [];
  const updatedAt = new Date(typeof node.updatedAt === 'string' ? node.updatedAt : Number.NaN);
  return {
    id: parseId(node.id, 'Product'),
    name,
    // A name that is all words of itself is that name, however its variants are called.
    words: name,
    firstName: name,
    url: url(node.onlineStoreUrl),
    imageUrl: url(at(node, 'featuredMedia', 'preview', 'image', 'url')),
    vendor: short(text(node.vendor), { column: 'Product.vendor', limit: MAX_COPY_LENGTH }, onCut),
    tags: usable([
      ...labels.map((label) => labelTag(label, 'tag')),
      attributeTag('category', text(node.productType) ?? ''),
    ]),
    updatedAt: Number.isNaN(updatedAt.getTime()) ? null : updatedAt,
  };
}

/**
 * Reads a node of `ProductVariant`, which holds what it needs of its product. Sold is what is active and available for sale: Shopify
 * weighs stock and policy itself. @throws UnreadableNode
 */
export function parseVariant(node: Node, onCut: OnCut = () => {}): ParsedVariant {
  const product = object(node.product);
  const productName = text(product.title);
  if (productName === undefined) throw new UnreadableNode('the title of its product is empty');
  const title = text(node.title);
  const id = parseId(node.id, 'ProductVariant');
  const productUrl = url(product.onlineStoreUrl);
  const options = (Array.isArray(node.selectedOptions) ? node.selectedOptions : []).map(object);
  const isOnly = title === undefined || title === 'Default Title';
  return {
    id,
    productId: parseId(product.id, 'Product'),
    position: Number.isSafeInteger(node.position) ? Math.max(0, Math.min(MAX_POSITION, node.position as number)) : 0,
    name: short(
      isOnly ? productName : `${productName} - ${title}`,
      { column: 'ProductVariant.title', limit: MAX_NAME_LENGTH },
      onCut,
    ),
    available: node.availableForSale === true && product.status === 'ACTIVE',
    url: productUrl && url(`${productUrl}${productUrl.includes('?') ? '&' : '?'}variant=${id}`),
    price: price(node.price, 'price'),
    compareAtPrice: price(node.compareAtPrice, 'compareAtPrice'),
    imageUrl: url(at(node, 'image', 'url')),
    tags: isOnly ? [] : usable(options.map(({ name, value }) => attributeTag(text(name) ?? '', text(value) ?? ''))),
  };
}

function parseId(gid: unknown, type: string): string {
  const parsed = parseGid(gid);
  if (parsed?.type !== type) throw new UnreadableNode(`id is none of a ${type}`);
  return parsed.id;
}

function price(value: unknown, name: string): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string' && isPrice(value)) return value;
  throw new UnreadableNode(`${name} is no decimal number`);
}

/** Trimmed, on one line, without what a database cannot hold; undefined when nothing is left. */
function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const clean = value
    .replaceAll('\0', '')
    .replace(/\s*[\r\n]+\s*/g, ' ')
    .trim();
  // Half a character becomes a replacement character.
  return clean === '' ? undefined : Buffer.from(clean).toString();
}

function short<T extends string | undefined>(value: T, cut: CutText, onCut: OnCut): T | string {
  if (value === undefined || value.length <= cut.limit) return value;
  onCut(cut);
  return cutText(value, cut.limit);
}

const url = (value: unknown): string | undefined =>
  typeof value === 'string' && !value.includes('\0') ? parseUrl(value.trim()) : undefined;

/** Tags that the catalog takes; labels of a shop that are none are left out, since they reject no product. */
const usable = (tags: readonly (string | null)[]): string[] =>
  [...new Set(tags.filter((tag) => tag !== null && !tag.includes('\0') && tagProblem(tag) === null))].slice(
    0,
    MAX_TAGS,
  ) as string[];

const object = (value: unknown): Node => (typeof value === 'object' && value !== null ? (value as Node) : {});

const at = (node: Node, ...path: string[]): unknown => path.reduce<unknown>((value, name) => object(value)[name], node);
