import { SvcVariantClickedEvent } from '../../events/variant-clicked-event.js';
import type { ComponentConfig } from '../../loader/component-config.js';
import { getRuntime } from '../../loader/runtime.js';
import { createCartButton, createPicture, toWebAddress } from '../shared/card-parts.js';
import { create } from '../shared/dom.js';
import { watchProduct } from '../shared/watch-product.js';
import type { VariantCard, WidgetResults } from './load-results.js';
import { styles } from './variant-view.styles.js';

export interface VariantViewOptions {
  /** Of the widget. */
  root: ShadowRoot | null;
  results: WidgetResults;
  config: ComponentConfig;
  preventsNavigation(): boolean;
  /** Members of sets are links, too. */
  rendersSetVariantsAsLinks: boolean;
}

/** Recommended variants, and what they are. */
export function createVariants(options: VariantViewOptions): Node[] {
  addStyles(options.root);
  return [
    ...(options.results.areOfProduct ? [] : [create('p', {}, options.config.texts.moreSuitsYou)]),
    create('ul', {}, ...options.results.variants.map((card, position) => createVariant(card, position, options))),
  ];
}

let sheet: CSSStyleSheet | undefined;

function addStyles(root: ShadowRoot | null): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
  }
  if (root && !root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** A recommended variant: a link with what the catalog says, reasons, the members of a set, and a button for the cart. */
function createVariant(card: VariantCard, position: number, options: VariantViewOptions): HTMLElement {
  const { results, config, rendersSetVariantsAsLinks } = options;
  const members = (card.set?.members ?? []).flatMap(({ variantId }) => results.cards[variantId] ?? []);
  const text = create('div');
  const view = create('li', { part: 'variant', class: 'variant' }, ...createPicture(card.imageUrl), text);
  const name = createName(card, options, true, position);
  if (isCurrent(card, results.variants)) name.setAttribute('aria-current', 'true');
  text.append(name);
  if (results.areOfProduct) text.append(' ', create('small', { part: 'badge' }, config.texts.suitsYou));
  if (card.price) text.append(create('p', {}, formatPrice(card, config.texts.language)));
  const list = (items: Node[]): void => {
    if (items.length > 0) text.append(create('ul', {}, ...items));
  };
  list(card.reasons.slice(0, 3).map((reason) => create('li', { part: 'reason' }, reason.text)));
  list(
    members.map((member) =>
      create('li', {}, ...createPicture(member.imageUrl), ' ', createName(member, options, rendersSetVariantsAsLinks)),
    ),
  );
  if (config.cart && card.available) {
    const cart = create('div', {}, ...createVariantCartButton(card, options));
    text.append(watchProduct(getRuntime(), cart, results.analysisId, card.variantId, null));
  }
  return view;
}

/** A set adds its members. */
const createVariantCartButton = (card: VariantCard, { results, config }: VariantViewOptions): Node[] =>
  createCartButton(config.texts, () => ({
    items: card.set
      ? card.set.members.map(({ variantId, quantity }) => ({ id: variantId, quantity }))
      : [{ id: card.variantId, quantity: 1 }],
    setId: card.set ? card.variantId : undefined,
    source: 'add_to_cart_widget',
    analysisId: results.analysisId,
  }));

/** @param position - of a recommended variant; null: a member of a set, which has no place in the list. */
function createName(
  card: VariantCard,
  options: VariantViewOptions,
  isLink: boolean,
  position: number | null = null,
): HTMLElement {
  const name = getFullName(card);
  const href = isLink ? toWebAddress(card.link) : null;
  const link = href ? create('a', { href }, name) : create('span', {}, name);
  watchProduct(getRuntime(), link, options.results.analysisId, card.variantId, position);
  if (!href) return link;
  const handleClick = (event: MouseEvent): void => {
    if (event.button > 1) return;
    const isCanceled = !document.dispatchEvent(new SvcVariantClickedEvent({ id: card.variantId, name, link: href }));
    const isPlain = !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (isPlain && (isCanceled || options.preventsNavigation())) event.preventDefault();
  };
  link.addEventListener('click', handleClick);
  link.addEventListener('auxclick', handleClick);
  return link;
}

/** Some catalogs repeat the product's name in the variant's. */
const getFullName = ({ productName, variantName }: VariantCard): string =>
  variantName.startsWith(productName) ? variantName : `${productName} ${variantName}`.trim();

/** The page is that of the variant, and of no other one that is shown. */
function isCurrent(card: VariantCard, variants: readonly VariantCard[]): boolean {
  const isHere = ({ link }: VariantCard): boolean => {
    if (!link || !URL.canParse(link)) return false;
    const { origin, pathname, searchParams } = new URL(link);
    const variant = searchParams.get('variant');
    const here = new URLSearchParams(location.search).get('variant');
    return origin === location.origin && pathname === location.pathname && (!variant || variant === here);
  };
  return isHere(card) && variants.filter(isHere).length === 1;
}

function formatPrice({ price, currency }: VariantCard, language: string): string {
  try {
    return new Intl.NumberFormat(language, { style: 'currency', currency: currency as string }).format(Number(price));
  } catch {
    return [price, currency].filter(Boolean).join(' ');
  }
}
