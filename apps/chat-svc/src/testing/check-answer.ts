import { ALL_COLOR_TYPES, colorTypeName } from '@svc/domain';
import type { ChatVariant } from '../domain/catalog/chat-catalog.js';
import { TEXTS_DE } from '../domain/compose/texts-de.js';
import { TEXTS_EN } from '../domain/compose/texts-en.js';
import type { TurnAnswer } from '../domain/thread/answer-turn.js';
import type { ChatCompany } from '../domain/thread/chat-company.js';
import type { ThreadScope } from '../domain/thread/compile-scope.js';

/** Everything that one thread may say about products; made once, since it looks at the whole catalog. */
export interface Allowance {
  readonly variants: ReadonlyMap<string, ChatVariant>;
  readonly foreignNames: readonly string[];
  readonly matched: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly shades: ReadonlySet<string>;
  readonly prices: ReadonlySet<string>;
}

export function createAllowance(
  { catalog, lexicon, documents }: ChatCompany,
  { eligible, matched = [] }: ThreadScope,
): Allowance {
  const variants = new Map(
    eligible.flatMap((id) => {
      const variant = catalog.variants[documents.get(id) ?? -1];
      return variant ? [[id, variant] as const] : [];
    }),
  );
  const products = [...variants.keys()].flatMap((id) => lexicon.names[documents.get(id) ?? -1] ?? []);
  const names = new Set([...[...variants.values()].map(({ name }) => name), ...products.map(({ product }) => product)]);
  const foreign = new Set(
    catalog.variants.flatMap(({ id }, document) => (variants.has(id) ? [] : (lexicon.names[document]?.product ?? []))),
  );
  return {
    variants,
    matched: new Set(matched),
    foreignNames: [...foreign].filter((name) => !names.has(name)),
    names,
    shades: new Set([...products.map(({ variant }) => variant), ...names]),
    prices: new Set(
      [...variants.values()].flatMap(({ price }) =>
        price ? ['en', 'de'].map((language) => format(price, language)) : [],
      ),
    ),
  };
}

/** Creating one takes a hundred times as long as formatting with it. */
const formats = new Map<string, Intl.NumberFormat>();

function format({ amount, currency }: { amount: number; currency: string }, language: string): string {
  const key = `${language} ${currency}`;
  const made = formats.get(key) ?? new Intl.NumberFormat(language, { style: 'currency', currency });
  formats.set(key, made);
  return made.format(amount);
}

/** Sentences of the service as expressions; what they are filled in with is captured by name. */
const SENTENCES = [TEXTS_EN, TEXTS_DE].flatMap(({ texts, colorTypes }) =>
  [...Object.values(texts), Object.values(colorTypes)].flatMap((wordings) =>
    wordings.map(
      (wording) => new RegExp(`^${wording.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`),
    ),
  ),
);
const COLOR_TYPE_NAMES = new Set(
  ALL_COLOR_TYPES.flatMap((type) => ['en', 'de'].map((language) => colorTypeName(type, language))),
);

/** What an answer contains that this thread must not say: ids, names, prices, links, sentences. Empty: nothing. */
export function findForeign(answer: TurnAnswer, allowance: Allowance, { settings }: ChatCompany): string[] {
  const own = new Set(
    [settings.greeting, ...settings.faq.map((entry) => entry.answer)].flatMap((text) => [text?.en, text?.de]),
  );
  const links = new Set([settings.contactUrl, settings.privacyUrl, ...settings.faq.map(({ link }) => link), undefined]);
  const problems: string[] = [];
  const checkCard = (card: {
    variantId: string;
    name: string;
    price?: string | undefined;
    link?: string | undefined;
    image?: string | undefined;
    productId: string;
  }): void => {
    const variant = allowance.variants.get(card.variantId);
    const isSame =
      variant &&
      variant.name === card.name &&
      variant.productId === card.productId &&
      variant.link === card.link &&
      variant.image === card.image;
    if (
      !isSame ||
      !card.price ||
      !variant.price ||
      !['en', 'de'].some(
        (language) => format(variant.price as { amount: number; currency: string }, language) === card.price,
      )
    )
      problems.push(`card ${JSON.stringify(card)}`);
  };
  for (const block of answer.blocks) {
    if (block.type === 'text') {
      if (!own.has(block.text) && !isSentence(block.text, allowance)) problems.push(`text ${block.text}`);
      if (!links.has(block.link)) problems.push(`link ${block.link}`);
    } else if (block.type === 'products') {
      for (const { card, reasons } of block.items) {
        checkCard(card);
        if (reasons.length > 0 && !allowance.matched.has(card.variantId)) problems.push(`reasons of ${card.variantId}`);
      }
    } else if (block.type === 'comparison') {
      for (const card of block.cards) checkCard(card);
    } else {
      for (const { url, variantId } of block.items) {
        if (!links.has(url)) problems.push(`link ${url}`);
        if (variantId !== undefined && !allowance.variants.has(variantId)) problems.push(`id ${variantId}`);
      }
    }
  }
  const text = JSON.stringify(answer.blocks);
  return [...problems, ...allowance.foreignNames.filter((name) => text.includes(name)).map((name) => `name ${name}`)];
}

function isSentence(text: string, { names, shades, prices }: Allowance): boolean {
  return SENTENCES.some((sentence) => {
    const { product, products, members, price, variants, than, colorType } = sentence.exec(text)?.groups ?? {};
    if (!sentence.test(text)) return false;
    const isNamed = (name: string | undefined): boolean => name === undefined || names.has(name);
    return (
      isNamed(product) &&
      isNamed(than) &&
      (products === undefined || isPair(products, names)) &&
      (members === undefined || members.split(' · ').every((name) => names.has(name))) &&
      (price === undefined || prices.has(price)) &&
      (variants === undefined || variants.split(' · ').every((variant) => shades.has(variant))) &&
      (colorType === undefined || COLOR_TYPE_NAMES.has(colorType))
    );
  });
}

/** Whether a text is two names joined by a word. */
function isPair(text: string, names: ReadonlySet<string>): boolean {
  return [' and ', ' und '].some((joint) =>
    text
      .split(joint)
      .some(
        (_, index, parts) => names.has(parts.slice(0, index).join(joint)) && names.has(parts.slice(index).join(joint)),
      ),
  );
}
