import type { AddToCartDetail, ClickedVariant } from '@svc/components';
import type { FunnelPage, ResultCard, ResultView } from '@svc/domain';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { toSeconds } from '../shared/asked-wait.js';
import { getDirection } from '../shared/i18n/direction.js';
import { createTranslator, type Translate } from '../shared/i18n/translator.js';
import { isFramed } from '../shared/is-framed.js';
import { baseStyles, buttonStyles, noteStyles } from '../shared/styles.js';
import { webAddress } from '../shared/web-address.js';
import { type CardView, cardView, fullName } from './card-view.js';
import { toCartDetail } from './cart-detail.js';
import { Interactions } from './interactions.js';
import { type LoadDeps, loadResult, type ResultFailure } from './load-result.js';
import { emptyView, failureView, skeletonView } from './message-view.js';
import { nextTab } from './next-tab.js';
import { resultStyles } from './result.styles.js';
import { resultHead } from './result-head.js';
import { RESULT_TEXTS, type ResultText } from './result-texts.js';
import { shareResult } from './share-result.js';
import { ShownCards } from './shown-cards.js';
import { type ShownList, toShownLists } from './shown-lists.js';
import { PANEL_ID, tabId, tabList } from './tab-list.js';

/** How long a button says that something was put into the cart. */
const ADDED_MS = 4_000;
/** How long it is seen that a link was copied. */
const NOTICE_MS = 8_000;

export interface ResultEvents {
  /** The result is shown. */
  'result-loaded': CustomEvent<ResultView>;
  /** There is no such result, or no longer. */
  'result-missing': CustomEvent<null>;
  'add-to-cart': CustomEvent<AddToCartDetail>;
  /** The visitor wants to see a product; the embedding page takes them there. */
  'variant-clicked': CustomEvent<ClickedVariant>;
  restart: CustomEvent<null>;
}

type ResultState =
  | 'loading'
  | { view: ResultView; lists: ShownList[] }
  | { failure: ResultFailure; requestId: string | null; waitS?: number };

/** The result of an analysis: what suits, and why. */
export class SvcResult extends LitElement {
  static override styles = [baseStyles, buttonStyles, noteStyles, resultStyles];
  static override properties = {
    page: { attribute: false },
    analysisId: { attribute: false },
    given: { attribute: false },
    source: { attribute: false },
    embedded: { type: Boolean },
    cart: { type: Boolean },
    silent: { type: Boolean },
    state: { state: true },
    selected: { state: true },
    status: { state: true },
    notice: { state: true },
    waitS: { state: true },
  };

  declare page: FunnelPage;
  declare analysisId: string;
  /** A result that is shown as it is, in place of one that is loaded: it can neither be shared nor loaded again. */
  declare given: ResultView | null;
  declare source: string | null;
  /** A page that embeds this one takes visitors to products. */
  declare embedded: boolean;
  /** It also puts products into its cart. */
  declare cart: boolean;
  /** Nothing of what the visitor sees and does is reported. */
  declare silent: boolean;
  declare state: ResultState;
  /** Index of the list that is shown. */
  declare selected: number;
  /** Said to screen readers. */
  declare status: string;
  /** Shown above the products for a while. */
  declare notice: string;
  /** Seconds until the next attempt, which the service asked for; null: there is no wait. */
  declare waitS: number | null;

  private readonly load: LoadDeps = {
    fetch: (input, init) => fetch(input, init),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onWait: (ms) => {
      this.waitS = ms > 0 ? toSeconds(ms) : null;
    },
    isOnline: () => navigator.onLine,
  };
  private readonly shown = new ShownCards(this, this.load, () => this.selected);
  private readonly interactions = new Interactions(this, () => this.silent || this.result?.view.isPreview !== false);
  private readonly brokenPictures = new Set<string>();
  private readonly inCart = new Set<string>();
  private say: Translate<ResultText> = createTranslator(RESULT_TEXTS, 'en');
  private wantsFocus = false;
  /** What gets the keyboard focus once it is there. */
  private focusNext: string | null = null;

  constructor() {
    super();
    this.given = null;
    this.embedded = false;
    this.cart = false;
    this.silent = false;
    this.source = null;
    this.state = 'loading';
    this.selected = 0;
    this.status = '';
    this.notice = '';
    this.waitS = null;
  }

  private get result() {
    return typeof this.state === 'object' && 'view' in this.state ? this.state : null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('page')) {
      this.say = createTranslator(RESULT_TEXTS, this.page.locale);
      this.dir = getDirection(this.page.locale);
    }
    if (changed.has('silent') && this.silent) this.interactions.drop();
    if (changed.has('given') && this.given) this.show(this.given);
    if (changed.has('analysisId')) {
      this.interactions.begin(this.analysisId);
      void this.read();
    }
  }

  protected override updated(): void {
    if (this.wantsFocus && this.state !== 'loading') {
      this.wantsFocus = false;
      this.renderRoot.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    }
    if (this.focusNext !== null) {
      this.renderRoot.querySelector<HTMLElement>(this.focusNext)?.focus();
      this.focusNext = null;
    }
  }

  /** The keyboard focus comes to the heading, as soon as there is one. */
  override focus(): void {
    this.wantsFocus = true;
    this.requestUpdate();
  }

  /** The dialog around the page was closed: nothing is announced any more. */
  pause(): void {
    this.status = '';
    this.notice = '';
  }

  override render(): TemplateResult {
    return html`${this.content()}<p class="unseen" role="status">${this.status}</p>`;
  }

  private content(): TemplateResult {
    const { state, say } = this;
    const handlers = { again: () => void this.read(), restart: () => this.restart() };
    if (state === 'loading') return skeletonView(say, this.waitS);
    if ('failure' in state) return failureView(state, say, handlers);
    const { lists, view } = state;
    if (lists.length === 0) return emptyView('empty', say, handlers);
    if (lists.every((_, index) => this.shown.slice(index).count === 0)) return emptyView('lost', say, handlers);
    return html`
      ${resultHead(view.colorType, say, {
        share: this.given ? null : () => void this.share(),
        restart: handlers.restart,
      })}
      ${this.notice ? html`<p class="note" aria-hidden="true">${this.notice}</p>` : nothing}
      ${lists.length > 1 ? this.tabbed(lists) : html`<section>${this.list(lists[0]!, true)}</section>`}
    `;
  }

  private tabbed(lists: readonly ShownList[]): TemplateResult {
    return html`
      ${tabList(lists, this.selected, this.say('result.tabs'), {
        select: (index) => this.select(index),
        key: (event, index) => this.onTabKey(event, index, lists.length),
      })}
      <section id=${PANEL_ID} role="tabpanel" aria-labelledby=${tabId(this.selected)}>
        ${this.list(lists[this.selected]!, false)}
      </section>
    `;
  }

  /** @param isAlone - no tab says its name. */
  private list(list: ShownList, isAlone: boolean): TemplateResult {
    const { say, shown } = this;
    const { items, hasMore, count } = shown.slice(this.selected);
    const view = this.createCardView();
    return html`
      <h2 class=${isAlone && list.name ? nothing : 'unseen'}><bdi>${list.name ?? say('result.tabs')}</bdi></h2>
      ${list.description ? html`<p class="muted"><bdi>${list.description}</bdi></p>` : nothing}
      <ul class="cards" aria-label=${list.name ?? say('result.tabs')}>
        ${repeat(
          items,
          ({ id }) => id,
          ({ card, position }) =>
            html`<li id="item-${position}">${card ? cardView(card, position, view) : html`<div class="ghost" aria-hidden="true"></div>`}</li>`,
        )}
      </ul>
      ${this.waitS === null ? nothing : html`<p class="muted" role="status">${say('result.wait', { count: this.waitS })}</p>`}
      ${
        shown.hasFailed
          ? html`<p class="note problem" role="alert">
              <span>${say('card.failed')}</span>
              <button type="button" class="link" @click=${() => shown.retry()}>${say('again')}</button>
            </p>`
          : nothing
      }
      ${count === 0 ? html`<p class="muted">${say('lost.text')}</p>` : nothing}
      <div class="more">
        ${count > list.first ? html`<p class="muted small">${say('more.shown', { shown: items.length, count })}</p>` : nothing}
        ${hasMore ? html`<button type="button" class="button outline" @click=${() => this.showMore()}>${say('more.show')}</button>` : nothing}
      </div>
    `;
  }

  private createCardView(): CardView {
    return {
      say: this.say,
      locale: this.page.locale,
      getCard: this.shown.getCard,
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
    this.shown.show(null, []);
    const wanted = { locale: this.page.locale, links: isFramed() };
    const loaded = await loadResult(analysisId, wanted, this.load);
    if (analysisId !== this.analysisId) return;
    if ('failure' in loaded) {
      this.state = loaded;
      if (loaded.failure === 'unknown') this.fire('result-missing', null);
      return;
    }
    const view = loaded.value;
    this.show(view);
    await this.updateComplete;
    this.fire('result-loaded', view);
  }

  private show(view: ResultView): void {
    const lists = toShownLists(view);
    this.selected = 0;
    this.shown.show(view, lists);
    this.state = { view, lists };
  }

  private select(index: number): void {
    this.selected = index;
    this.shown.retry();
  }

  private onTabKey(event: KeyboardEvent, index: number, count: number): void {
    const next = nextTab(event.key, index, count, getDirection(this.page.locale));
    if (next === null) return;
    event.preventDefault();
    this.select(next);
    this.focusNext = `#${tabId(next)}`;
  }

  private showMore(): void {
    const first = this.shown.showMore(this.selected);
    const { items, count } = this.shown.slice(this.selected);
    this.status = this.say('more.shown', { shown: items.length, count });
    if (first) this.focusNext = `#item-${first.position} :is(a, [tabindex])`;
  }

  /** @param position - null: a member of a set, which has no place in the list. */
  private onOpen(event: MouseEvent, card: ResultCard, position: number | null): void {
    // Of the other buttons only the middle one opens a link.
    if (event.type === 'auxclick' && event.button !== 1) return;
    this.interactions.report('CLICK', card.variantId, position);
    const link = webAddress(card.link);
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!this.embedded || !isPlain || link === null) return;
    event.preventDefault();
    this.interactions.flush();
    this.fire('variant-clicked', { id: card.variantId, name: fullName(card), link });
  }

  private addToCart(card: ResultCard): void {
    const { variantId } = card;
    this.interactions.report('ADD_TO_CART', variantId, null);
    this.fire('add-to-cart', toCartDetail(card));
    this.inCart.add(variantId);
    this.status = this.say('cart.told', { name: fullName(card) });
    this.requestUpdate();
    setTimeout(() => {
      this.inCart.delete(variantId);
      this.requestUpdate();
    }, ADDED_MS);
  }

  private async share(): Promise<void> {
    const url = `${location.origin}/r/${encodeURIComponent(this.analysisId)}`;
    const outcome = await shareResult({ url, title: this.page.funnel.name }, navigator);
    if (outcome === null) return;
    this.status = this.say(`share.${outcome}`, { url });
    this.notice = this.status;
    // A link that has to be copied by hand stays.
    if (outcome === 'copied') setTimeout(() => (this.notice = ''), NOTICE_MS);
  }

  private restart(): void {
    this.interactions.flush();
    this.fire('restart', null);
  }

  private fire<Name extends keyof ResultEvents>(name: Name, detail: ResultEvents[Name]['detail']): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

if (!customElements.get('svc-result')) customElements.define('svc-result', SvcResult);
