import { type CatalogCard, type ResultCard, shadeName } from '@svc/domain';
import { html, nothing, type TemplateResult } from 'lit';
import type { Translate } from '../shared/i18n/translator.js';
import { webAddress } from '../shared/web-address.js';
import { formatPrice, isReduced } from './format-price.js';
import { blankPicture, fitsIcon, shadeDot } from './result-icons.js';
import type { ResultText } from './result-texts.js';

/** What a card needs in addition to its product. */
export interface CardView {
  say: Translate<ResultText>;
  /** BCP 47. */
  locale: string;
  /** Cards of sets' members, by id. */
  getCard(variantId: string): ResultCard | null | undefined;
  /** Pictures that could not be loaded, by address. */
  brokenPictures: ReadonlySet<string>;
  /** Variants that were just put into the cart; null: the shop takes nothing into its cart. */
  inCart: ReadonlySet<string> | null;
  /** Links lead to the shop in a window of its own; else the embedding page is notified. */
  opensWindow: boolean;
  on: {
    open(event: MouseEvent, card: ResultCard, position: number | null): void;
    addToCart(card: ResultCard): void;
    pictureBroken(url: string): void;
  };
}

/** Members of a set that are listed; further ones are counted. */
const MAX_MEMBERS = 12;

/** Only real colors may reach an attribute. */
const getColor = ({ color }: CatalogCard): string | undefined =>
  color && /^#[0-9a-f]{6}$/i.test(color) ? color : undefined;

/** A set has a name in the shopper's language. */
const mainName = (card: ResultCard): string => card.set?.name || card.productName;

export const fullName = (card: ResultCard): string => {
  const shade = card.set ? null : shadeName(card);
  return shade === null ? mainName(card) : `${card.productName}, ${shade}`;
};

/** A product as a card. The whole card leads to the product; buttons lie above. */
export function cardView(card: ResultCard, position: number, view: CardView): TemplateResult {
  const { say } = view;
  const shade = card.set ? null : shadeName(card);
  const color = getColor(card);
  return html`<article class="card">
    <div class="picture" data-variant=${card.variantId} data-position=${position}>${picture(card, view)}</div>
    <div class="facts">
      <h3>${nameLink(card, position, view)}</h3>
      ${shade === null && !color ? nothing : html`<p class="shade">${color ? shadeDot(color) : nothing}<bdi>${shade ?? ''}</bdi></p>`}
      ${priceLine(card, view)}
      ${card.available ? nothing : html`<p class="muted small">${say('card.gone')}</p>`}
      ${card.shortDescription ? html`<p class="muted small about"><bdi>${card.shortDescription}</bdi></p>` : nothing}
    </div>
    <div class="extra">${reasonsView(card, view)} ${membersView(card, view)} ${cartButton(card, view)}</div>
  </article>`;
}

function picture(card: ResultCard, { brokenPictures, on }: CardView): TemplateResult {
  const url = webAddress(card.imageUrl);
  if (url === null || brokenPictures.has(url)) return html`${blankPicture(getColor(card))}`;
  return html`<img
    src=${url} alt=${fullName(card)} width="400" height="400" loading="lazy" decoding="async" referrerpolicy="no-referrer"
    @error=${() => on.pictureBroken(url)}
  />`;
}

function nameLink(card: ResultCard, position: number | null, { say, opensWindow, on }: CardView): TemplateResult {
  const link = webAddress(card.link);
  const name = position === null ? fullName(card) : mainName(card);
  if (link === null) return html`<bdi tabindex="-1">${name}</bdi>`;
  const open = (event: MouseEvent): void => on.open(event, card, position);
  return html`<a
    href=${link} target="_blank" rel="noopener" @click=${open} @auxclick=${open}
  ><bdi>${name}</bdi>${opensWindow ? html`<span class="unseen"> (${say('card.opens')})</span>` : nothing}</a>`;
}

function priceLine({ price, compareAtPrice, currency }: CatalogCard, { say, locale }: CardView) {
  if (price === undefined) return nothing;
  const was = isReduced(price, compareAtPrice)
    ? html`<s><span class="unseen">${say('card.was')}: </span>${formatPrice(compareAtPrice!, currency, locale)}</s>`
    : nothing;
  return html`<p class="price">
    <span><span class="unseen">${say('card.price')}: </span>${formatPrice(price, currency, locale)}</span> ${was}
  </p>`;
}

function reasonsView({ reasons }: ResultCard, { say }: CardView) {
  if (reasons.length === 0) return nothing;
  return html`<div class="why">
    <h4>${say('card.why')}</h4>
    <ul>
      ${reasons.map(({ text }) => html`<li>${fitsIcon()}<bdi>${text}</bdi></li>`)}
    </ul>
  </div>`;
}

function membersView({ set }: ResultCard, view: CardView) {
  if (set === null || set.members.length === 0) return nothing;
  const { say } = view;
  const known = set.members.flatMap(({ variantId, quantity }) => {
    const card = view.getCard(variantId);
    return card ? [{ card, quantity }] : [];
  });
  const more = set.members.length - Math.min(known.length, MAX_MEMBERS);
  return html`<div class="members">
    <h4>${say('set.members')}</h4>
    <ul>
      ${known.slice(0, MAX_MEMBERS).map(
        ({ card, quantity }) => html`<li>
          <div class="thumb">${picture(card, view)}</div>
          <span>${quantity > 1 ? html`${say('set.quantity', { count: quantity })} ` : nothing}${nameLink(card, null, view)}</span>
        </li>`,
      )}
    </ul>
    ${more > 0 ? html`<p class="muted small">${say('set.more', { count: more })}</p>` : nothing}
  </div>`;
}

function cartButton(card: ResultCard, { say, inCart, on }: CardView) {
  if (inCart === null || !card.available) return nothing;
  const isIn = inCart.has(card.variantId);
  const text = isIn ? 'cart.added' : card.set ? 'cart.add-set' : 'cart.add';
  return html`<button type="button" class="button outline cart" @click=${() => on.addToCart(card)}>
    ${isIn ? fitsIcon() : nothing}${say(text)}<span class="unseen"> – ${fullName(card)}</span>
  </button>`;
}
