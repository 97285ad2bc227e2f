import type { AddToCartDetail, ClickedVariant } from '@svc/components';
import type { FunnelPage, InteractionType, ResultCard, ResultView } from '@svc/domain';
import { MAX_FIRST_CARDS, RESULT_CARDS_PER_TAB } from '@svc/domain';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { newKey } from '../quiz/new-key.js';
import { directionOf } from '../shared/i18n/direction.js';
import { type Translate, translator } from '../shared/i18n/translator.js';
import { baseStyles, buttonStyles, noteStyles } from '../shared/styles.js';
import { webAddress } from '../shared/web-address.js';
import { type CardObserver, cardObserver, type Seen } from './card-observer.js';
import { type CardView, cardView, fullName } from './card-view.js';
import { paletteOfType } from './color-palettes.js';
import { onceId } from './event-id.js';
import { type EventQueue, eventQueue } from './event-queue.js';
import { type LoadDeps, loadCards, loadResult, type ResultFailure } from './load-result.js';
import { emptyView, failureView } from './message-view.js';
import { nextTab } from './next-tab.js';
import { resultStyles } from './result.styles.js';
import { againIcon, paletteRow, shareIcon } from './result-icons.js';
import { RESULT_TEXTS, type ResultText } from './result-texts.js';
import { shareResult } from './share-result.js';
import { type KnownCards, listsOf, missingIn, type ShownList, sliceOf, withCards } from './shown-lists.js';
import { PANEL_ID, tabId, tabList } from './tab-list.js';

/** How long a button says that something was put into the cart. */
const ADDED_MS = 4_000;
/** How long it is seen that a link was copied. */
const NOTICE_MS = 8_000;
/** Cards of the skeleton. */
const GHOSTS = [1, 2, 3, 4, 5, 6];

export interface ResultEvents {
  /** The result is shown. */
  'result-loaded': CustomEvent<ResultView>;
  'add-to-cart': CustomEvent<AddToCartDetail>;
  /** The visitor wants to see a product; the embedding page takes them there. */
  'variant-clicked': CustomEvent<ClickedVariant>;
  restart: CustomEvent<null>;
}

type ResultState =
  | 'loading'
  | { view: ResultView; lists: ShownList[] }
  | { failure: ResultFailure; requestId: string | null };

/** The result of an analysis: what suits, and why. */
export class SvcResult extends LitElement {
  static override styles = [baseStyles, buttonStyles, noteStyles, resultStyles];
  static override properties = {
    page: { attribute: false },
    analysisId: { attribute: false },
    source: { attribute: false },
    embedded: { type: Boolean },
    cart: { type: Boolean },
    state: { state: true },
    selected: { state: true },
    cards: { state: true },
    status: { state: true },
    notice: { state: true },
  };

  declare page: FunnelPage;
  declare analysisId: string;
  declare source: string | null;
  /** A page that embeds this one takes visitors to products. */
  declare embedded: boolean;
  /** It also puts products into its cart. */
  declare cart: boolean;
  declare state: ResultState;
  /** Index of the list that is shown. */
  declare selected: number;
  declare cards: KnownCards;
  /** Said to screen readers. */
  declare status: string;
  /** The same for the eyes, until it is no longer new. */
  declare notice: string;

  private say: Translate<ResultText> = translator(RESULT_TEXTS, 'en');
  private events: EventQueue | null = null;
  private observer: CardObserver | null = null;
  /** How many of each list the visitor wants to see, by index. */
  private limits: number[] = [];
  private isLoadingCards = false;
  private haveCardsFailed = false;
  private readonly brokenPictures = new Set<string>();
  private readonly inCart = new Set<string>();
  private wantsFocus = false;
  private focusAfterUpdate: string | null = null;

  private readonly load: LoadDeps = {
    fetch: (input, init) => fetch(input, init),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    isOnline: () => navigator.onLine,
  };

  constructor() {
    super();
    this.embedded = false;
    this.cart = false;
    this.source = null;
    this.state = 'loading';
    this.selected = 0;
    this.cards = new Map();
    this.status = '';
    this.notice = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.flushEvents);
    this.observer = cardObserver((seen) => this.onSeen(seen));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.flushEvents);
    this.flushEvents();
    this.observer?.disconnect();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('page')) {
      this.say = translator(RESULT_TEXTS, this.page.locale);
      this.dir = directionOf(this.page.locale);
    }
    if (changed.has('analysisId')) {
      const { analysisId } = this;
      this.flushEvents();
      this.events = eventQueue(analysisId, { fetch: this.load.fetch, setTimeout: (run, ms) => setTimeout(run, ms) });
      void this.read();
    }
  }

  protected override updated(): void {
    this.observer?.watch(this.renderRoot.querySelectorAll<HTMLElement>('[data-variant]'));
    if (this.wantsFocus && this.state !== 'loading') {
      this.wantsFocus = false;
      this.renderRoot.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    }
    if (this.focusAfterUpdate !== null) {
      this.renderRoot.querySelector<HTMLElement>(this.focusAfterUpdate)?.focus();
      this.focusAfterUpdate = null;
    }
    this.readMissing();
  }

  /** The keyboard focus comes to the heading, as soon as there is one. */
  override focus(): void {
    this.wantsFocus = true;
    this.requestUpdate();
  }

  override render(): TemplateResult {
    return html`${this.content()}<p class="unseen" role="status">${this.status}</p>`;
  }

  private content(): TemplateResult {
    const { state, say } = this;
    if (state === 'loading') return this.skeleton();
    const handlers = { again: () => void this.read(), restart: () => this.restart() };
    if ('failure' in state) return failureView(state, say, handlers);
    const { lists } = state;
    if (lists.length === 0) return emptyView('empty', say, handlers);
    const slices = lists.map((list, index) => sliceOf(list, this.limits[index] ?? list.first, this.cards));
    if (slices.every(({ count }) => count === 0)) return emptyView('lost', say, handlers);
    const list = lists[this.selected]!;
    const hasTabs = lists.length > 1;
    return html`
      ${this.head(state.view)}
      ${
        hasTabs
          ? tabList(lists, this.selected, say('result.tabs'), {
              select: (index) => this.select(index),
              key: (event, index) => this.onTabKey(event, index),
            })
          : nothing
      }
      <section
        id=${hasTabs ? PANEL_ID : nothing} role=${hasTabs ? 'tabpanel' : nothing}
        aria-labelledby=${hasTabs ? tabId(this.selected) : nothing}
      >
        ${!hasTabs && list.name ? html`<h2><bdi>${list.name}</bdi></h2>` : html`<h2 class="unseen">${list.name ?? say('result.tabs')}</h2>`}
        ${list.description ? html`<p class="muted"><bdi>${list.description}</bdi></p>` : nothing}
        ${this.products(list, slices[this.selected]!)}
      </section>
    `;
  }

  private head({ colorType }: ResultView): TemplateResult {
    const { say } = this;
    const colors = colorType ? paletteOfType(colorType.type) : [];
    return html`
      <header>
        <div>
          ${colorType ? html`<p class="muted eyebrow">${say('result.color-type')}</p>` : nothing}
          <h1 tabindex="-1"><bdi>${colorType ? colorType.name : say('result.title')}</bdi></h1>
          ${colorType && colors.length > 0 ? paletteRow(colors, say('result.palette', { name: colorType.name })) : nothing}
        </div>
        <div class="row">
          <button type="button" class="button quiet" @click=${() => void this.share()}>${shareIcon()}${say('share.link')}</button>
          <button type="button" class="button quiet" @click=${() => this.restart()}>${againIcon()}${say('restart')}</button>
        </div>
      </header>
      ${this.notice ? html`<p class="note" aria-hidden="true">${this.notice}</p>` : nothing}
    `;
  }

  private products(list: ShownList, { items, hasMore, count }: ReturnType<typeof sliceOf>): TemplateResult {
    const { say } = this;
    const view = this.cardViewOf();
    return html`
      <ul class="cards" aria-label=${list.name ?? say('result.tabs')}>
        ${repeat(
          items,
          ({ id }) => id,
          ({ card, position }) =>
            html`<li id="item-${position}">${card ? cardView(card, position, view) : html`<div class="ghost" aria-hidden="true"></div>`}</li>`,
        )}
      </ul>
      ${
        this.haveCardsFailed
          ? html`<p class="note problem" role="alert">
              <span>${say('card.failed')}</span>
              <button type="button" class="link" @click=${() => this.retryCards()}>${say('again')}</button>
            </p>`
          : nothing
      }
      ${count === 0 ? html`<p class="muted">${say('lost.text')}</p>` : nothing}
      <div class="more">
        ${count > list.first ? html`<p class="muted small">${say('more.shown', { shown: items.length, count })}</p>` : nothing}
        ${hasMore ? html`<button type="button" class="button outline" @click=${() => this.showMore(list)}>${say('more.show')}</button>` : nothing}
      </div>
    `;
  }

  private skeleton(): TemplateResult {
    return html`
      <div class="loading" aria-busy="true">
        <p class="muted" role="status">${this.say('result.loading')}</p>
        <ul class="cards" aria-hidden="true">${GHOSTS.map(() => html`<li><div class="ghost"></div></li>`)}</ul>
      </div>
    `;
  }

  private cardViewOf(): CardView {
    return {
      say: this.say,
      locale: this.page.locale,
      cardOf: (id) => this.cards.get(id),
      brokenPictures: this.brokenPictures,
      inCart: this.cart ? this.inCart : null,
      opensWindow: !this.embedded,
      on: {
        open: (event, card, position) => this.onOpen(event, card, position),
        addToCart: (card) => this.addToCart(card),
        pictureBroken: (url) => {
          this.brokenPictures.add(url);
          this.requestUpdate();
        },
      },
    };
  }

  private async read(): Promise<void> {
    const { analysisId } = this;
    if (this.state !== 'loading') this.wantsFocus = true;
    this.state = 'loading';
    this.selected = 0;
    this.limits = [];
    this.haveCardsFailed = false;
    const loaded = await loadResult(analysisId, this.page.locale, this.load);
    if (analysisId !== this.analysisId) return;
    if ('failure' in loaded) {
      this.state = loaded;
      return;
    }
    const view = loaded.value;
    const lists = listsOf(view);
    // What came without a card although it was among the first is lost; later ones are asked for when they are shown.
    const first = lists.flatMap(({ variants }) => variants.slice(0, RESULT_CARDS_PER_TAB));
    const isWhole = new Set(first).size <= MAX_FIRST_CARDS;
    this.cards = withCards(new Map(), view.cards, isWhole ? first : []);
    this.state = { view, lists };
    await this.updateComplete;
    this.fire('result-loaded', view);
  }

  /** Asks for the cards of what is shown and was never asked for. */
  private readMissing(): void {
    const { state } = this;
    if (typeof state === 'string' || 'failure' in state || this.isLoadingCards || this.haveCardsFailed) return;
    const list = state.lists[this.selected];
    if (!list) return;
    const ids = missingIn(sliceOf(list, this.limits[this.selected] ?? list.first, this.cards));
    if (ids.length > 0) void this.readCards(ids);
  }

  private async readCards(ids: string[]): Promise<void> {
    const { analysisId } = this;
    this.isLoadingCards = true;
    const loaded = await loadCards(analysisId, ids, this.page.locale, this.load);
    this.isLoadingCards = false;
    if (analysisId !== this.analysisId) return;
    if ('failure' in loaded) this.haveCardsFailed = true;
    else this.cards = withCards(this.cards, loaded.value.cards, ids);
    this.requestUpdate();
  }

  private retryCards(): void {
    this.haveCardsFailed = false;
    this.requestUpdate();
  }

  private select(index: number): void {
    this.selected = index;
    this.haveCardsFailed = false;
  }

  private onTabKey(event: KeyboardEvent, index: number): void {
    const { state } = this;
    if (typeof state === 'string' || 'failure' in state) return;
    const next = nextTab(event.key, index, state.lists.length, directionOf(this.page.locale));
    if (next === null) return;
    event.preventDefault();
    this.select(next);
    this.focusAfterUpdate = `#${tabId(next)}`;
  }

  private showMore(list: ShownList): void {
    const shown = this.limits[this.selected] ?? list.first;
    const { items, count } = sliceOf(list, shown + RESULT_CARDS_PER_TAB, this.cards);
    this.limits[this.selected] = shown + RESULT_CARDS_PER_TAB;
    this.status = this.say('more.shown', { shown: items.length, count });
    const first = items[shown];
    if (first) this.focusAfterUpdate = `#item-${first.position} :is(a, [tabindex])`;
    this.requestUpdate();
  }

  private onSeen({ variantId, position }: Seen): void {
    this.report('IMPRESSION', variantId, position, onceId('IMPRESSION', variantId, position));
  }

  /** @param position - null: a member of a set, which has no place in the list. */
  private onOpen(event: MouseEvent, card: ResultCard, position: number | null): void {
    // Of the other buttons only the middle one opens a link.
    if (event.type === 'auxclick' && event.button !== 1) return;
    this.report('CLICK', card.variantId, position);
    const link = webAddress(card.link);
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!this.embedded || !isPlain || link === null) return;
    event.preventDefault();
    this.flushEvents();
    this.fire('variant-clicked', { id: card.variantId, name: fullName(card), link });
  }

  private addToCart(card: ResultCard): void {
    const { set, variantId } = card;
    const items = set
      ? set.members.map((member) => ({ id: member.variantId, quantity: member.quantity }))
      : [{ id: variantId, quantity: 1 }];
    this.report('ADD_TO_CART', variantId, null);
    this.fire('add-to-cart', {
      type: 'add_to_cart',
      items,
      ...(set ? { set_id: set.key } : {}),
      source: 'add_to_cart',
    });
    this.inCart.add(variantId);
    this.status = this.say('cart.told', { name: fullName(card) });
    this.requestUpdate();
    setTimeout(() => {
      this.inCart.delete(variantId);
      this.requestUpdate();
    }, ADDED_MS);
  }

  private report(type: InteractionType, variantId: string, position: number | null, id: string = newKey()): void {
    // Previews teach nothing.
    if (typeof this.state === 'string' || 'failure' in this.state || this.state.view.isPreview) return;
    const occurredAt = new Date().toISOString();
    this.events?.add({ id, type, variantId, occurredAt, ...(position === null ? {} : { position }) });
  }

  private readonly flushEvents = (): void => this.events?.flush();

  private async share(): Promise<void> {
    const url = `${location.origin}/r/${encodeURIComponent(this.analysisId)}`;
    const told = await shareResult({ url, title: this.page.funnel.name }, navigator);
    if (told === null) return;
    this.status = this.say(`share.${told}`);
    this.notice = this.status;
    setTimeout(() => {
      this.notice = '';
    }, NOTICE_MS);
  }

  private restart(): void {
    this.flushEvents();
    this.fire('restart', null);
  }

  private fire<Name extends keyof ResultEvents>(name: Name, detail: ResultEvents[Name]['detail']): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

if (!customElements.get('svc-result')) customElements.define('svc-result', SvcResult);
