import { type ChatLanguage, chooseWording, colorTypeName, hasAvoidedWord } from '@svc/domain';
import type { ChatCatalog, ChatVariant, LocalizedText } from '../catalog/chat-catalog.js';
import type { SplitName } from '../catalog/split-names.js';
import type { ChatTexts, TextKey, Wordings } from '../compose/texts.js';
import { TEXTS_DE } from '../compose/texts-de.js';
import { TEXTS_EN } from '../compose/texts-en.js';
import type { Facet } from '../lexicon/compile-facets.js';
import type { CompanyChatSettings } from '../settings/chat-settings.js';
import { formatPrice } from '../text/format-price.js';
import type { AllowedSet, Ref } from './allowed-set.js';
import type { ActionKind, Answer, Block, ComparedFact, Reply } from './blocks.js';
import type { Card, WireBlock, WireReply } from './wire.js';

/** What the encoder fills answers with: one state of the catalog, of the match and of the settings. */
export interface EncoderParts {
  readonly catalog: ChatCatalog;
  readonly names: readonly SplitName[];
  readonly facets: readonly Facet[];
  readonly settings: CompanyChatSettings;
  /** Reasons of the matcher in the shopper's language, by document number. */
  readonly reasons: ReadonlyMap<number, readonly string[]>;
  readonly language: ChatLanguage;
}

/** Variants that one sentence lists. */
const MAX_LISTED = 30;
const MAX_REASONS = 3;
const TEXTS: Record<ChatLanguage, ChatTexts> = { en: TEXTS_EN, de: TEXTS_DE };

/**
 * Turns an answer into what the element shows. This is the only place where a ref becomes an id, a name, a price or a link, and
 * each of them is read from the catalog's entry of that ref. Nothing in an answer is parsed or interpreted as a template.
 */
export function encodeAnswer<Scope>(
  { blocks, replies }: Answer<Scope>,
  allowed: AllowedSet<Scope>,
  parts: EncoderParts,
): { blocks: WireBlock[]; replies: WireReply[] } {
  const encoder = createEncoder(allowed, parts);
  return {
    blocks: numberActions(blocks.flatMap(encoder.encodeBlock)),
    replies: replies.flatMap((reply, index) => {
      const label = encoder.encodeReply(reply);
      return label ? [{ id: `q${index + 1}`, label }] : [];
    }),
  };
}

function createEncoder<Scope>(allowed: AllowedSet<Scope>, parts: EncoderParts) {
  const { catalog, names, settings, language, reasons } = parts;
  const texts = TEXTS[language];
  const find = (wordings: Wordings): string | undefined => chooseWording(wordings, settings.avoidedWords);
  const choose = (wordings: Wordings): string => find(wordings) ?? wordings[0];
  const getVariant = (ref: Ref<Scope>) => {
    const variant = catalog.variants[allowed.getDocument(ref)];
    if (!variant) throw new Error('An allowed product must be in the catalog of its turn.');
    return variant;
  };
  const getPrice = (ref: Ref<Scope>): string | undefined => {
    const { price } = getVariant(ref);
    return price && formatPrice(price.amount, price.currency, language);
  };
  const toCard = (ref: Ref<Scope>): Card => encodeCard(getVariant(ref), language);
  const nameVariant = (ref: Ref<Scope>): string => names[allowed.getDocument(ref)]?.variant || getVariant(ref).name;
  const fill = (key: TextKey, values: Record<string, string>): string => fillText(choose(texts.texts[key]), values);
  const encodeAction = (kind: ActionKind) => ({
    id: '',
    kind,
    label: choose(texts.actions[kind]),
    url:
      kind === 'CONTACT'
        ? toContact(settings.contactUrl)
        : kind === 'PRIVACY'
          ? toHttp(settings.privacyUrl)
          : undefined,
  });
  const encodeText = (block: Extract<Block<Scope>, { type: 'text' }>): string => {
    if (block.key === 'COLOR_TYPE_IS') return fill(block.key, { colorType: colorTypeName(block.colorType, language) });
    if (block.key === 'COLOR_TYPE_MEANS') return texts.colorTypes[block.colorType];
    if (!('about' in block)) return fill(block.key, {});
    const { about } = block;
    const values: Record<string, string> = {};
    if ('product' in about) {
      // What is said of all variants is said of the product.
      const listed = 'variants' in about || block.key === 'SETS_WITH' || block.key === 'NO_SET_WITH';
      values.product = listed
        ? (names[allowed.getDocument(about.product)]?.product ?? '')
        : getVariant(about.product).name;
      if (block.key === 'PRICE_OF') values.price = getPrice(about.product) ?? texts.unknown;
    }
    if ('than' in about) values.than = getVariant(about.than).name;
    if ('variants' in about) values.variants = about.variants.slice(0, MAX_LISTED).map(nameVariant).join(' · ');
    if ('members' in about) values.members = about.members.map((ref) => getVariant(ref).name).join(' · ');
    if ('products' in about) values.products = about.products.map((ref) => getVariant(ref).name).join(` ${texts.and} `);
    return fill(block.key, values);
  };
  /** Undefined: the catalog does not have it. */
  const compareFact = (fact: ComparedFact, ref: Ref<Scope>): string | undefined => {
    if (fact === 'PRICE') return getPrice(ref);
    if (fact === 'AVAILABILITY') return getVariant(ref).available ? texts.yes : texts.no;
    if (fact === 'SIZE') return getVariant(ref).packageSize || undefined;
    return allowed.asMatched(ref) ? texts.yes : texts.no;
  };
  const encodeBlock = (block: Block<Scope>): WireBlock[] => {
    switch (block.type) {
      case 'text': {
        const text = encodeText(block);
        const isLeftOut = block.key === 'COLOR_TYPE_MEANS' && hasAvoidedWord(text, settings.avoidedWords);
        return isLeftOut ? [] : [{ type: 'text', text }];
      }
      case 'company': {
        const greeting = localizeText(settings.greeting, language);
        return [{ type: 'text', text: greeting ?? fill('HELLO', {}) }];
      }
      case 'faq': {
        const entry = settings.faq[block.entry];
        const answer = localizeText(entry?.answer, language);
        return [{ type: 'text', text: answer ?? fill('FAQ_MISSING', {}), link: toHttp(entry?.link) }];
      }
      case 'products':
        return [
          {
            type: 'products',
            items: block.items.map((ref) => {
              const own =
                block.withReasons && allowed.asMatched(ref) ? (reasons.get(allowed.getDocument(ref)) ?? []) : [];
              const card = toCard(ref);
              return {
                variantId: card.variantId,
                card,
                reasons: own.filter((reason) => !hasAvoidedWord(reason, settings.avoidedWords)).slice(0, MAX_REASONS),
              };
            }),
          },
        ];
      case 'comparison': {
        const shown = block.facts.filter((fact) => fact !== 'MATCH' || allowed.matchedCount > 0);
        const rows = shown.flatMap((fact) => {
          const values = block.items.flatMap((ref) => compareFact(fact, ref) ?? []);
          return values.length === block.items.length ? [{ label: texts.facts[fact], values }] : [];
        });
        return [{ type: 'comparison', cards: block.items.map(toCard), rows }];
      }
      case 'cart': {
        const card = toCard(block.item);
        const items = [
          {
            ...{ id: '', kind: 'ADD_TO_CART' as const, label: choose(texts.actions.ADD_TO_CART) },
            variantId: card.variantId,
          },
        ];
        return [
          { type: 'products', items: [{ variantId: card.variantId, card, reasons: [] }] },
          { type: 'actions', items },
        ];
      }
      case 'actions':
        return [{ type: 'actions', items: block.items.map(encodeAction) }];
    }
  };
  const encodeReply = (reply: Reply): string | undefined => {
    if (reply.kind === 'STARTER') return localizeText(settings.starters[reply.starter], language);
    if (reply.kind === 'NARROW') return nameFacet(parts, reply.facet);
    return find(texts.replies[reply.kind]);
  };
  return { encodeBlock, encodeReply };
}

/** Gives the actions of an answer their ids, in their order. */
function numberActions(blocks: readonly WireBlock[]): WireBlock[] {
  let number = 0;
  return blocks.map((block) =>
    block.type === 'actions'
      ? { ...block, items: block.items.map((item) => ({ ...item, id: `a${++number}` })) }
      : block,
  );
}

/** Replaces each placeholder once, from left to right; what is filled in is never read again. */
function fillText(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** The company's caption of a tag in the shopper's language, or the tag's own value. */
function nameFacet({ catalog, facets, language }: EncoderParts, number: number): string | undefined {
  const facet = facets[number];
  if (!facet) return undefined;
  const tag = `${facet.namespace}:${facet.value}`;
  const caption = catalog.captions.find(({ tags }) => tags.length === 1 && tags[0] === tag);
  return localizeText(caption?.text, language)?.split(':')[0] ?? facet.value.replaceAll('_', ' ');
}

/** A variant as it is shown; a fact that the catalog does not have is absent. */
export const encodeCard = (
  { id, productId, name, price, available, packageSize, link, image }: ChatVariant,
  language: ChatLanguage,
): Card => ({
  variantId: id,
  productId,
  name,
  price: price && formatPrice(price.amount, price.currency, language),
  available,
  size: packageSize,
  link: toHttp(link),
  image: toHttp(image),
});

const localizeText = (text: LocalizedText | null | undefined, language: ChatLanguage): string | undefined =>
  text?.[language] ?? text?.en ?? text?.de;

const toHttp = (url: string | null | undefined): string | undefined =>
  url && /^https?:\/\//i.test(url) ? url : undefined;
const toContact = (url: string | null): string | undefined => (url && /^mailto:/i.test(url) ? url : toHttp(url));
