import { MAX_FIRST_CARDS, RESULT_CARDS_PER_TAB, type ResultCard, type ResultView } from '@svc/domain';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type LoadDeps, loadCards } from './load-result.js';
import { type KnownCards, missingIn, type ShownList, type Slice, toSlice, withCards } from './shown-lists.js';

/** The lists of a result with the cards that are known, how many of each are shown, and the loading of further ones. */
export class ShownCards implements ReactiveController {
  /** The last attempt to load cards failed; nothing more is asked for until `retry`. */
  hasFailed = false;
  private view: ResultView | null = null;
  private lists: readonly ShownList[] = [];
  private cards: KnownCards = new Map();
  /** How many of each list the visitor wants to see, by index. */
  private limits: number[] = [];
  private isLoading = false;

  /** @param selected - index of the list that is shown. */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly deps: LoadDeps,
    private readonly selected: () => number,
  ) {
    host.addController(this);
  }

  /** Null: there is no result to show now. */
  show(view: ResultView | null, lists: readonly ShownList[]): void {
    this.view = view;
    this.lists = lists;
    this.limits = lists.map((list) => list.first);
    this.hasFailed = false;
    this.isLoading = false;
    if (view === null) return;
    // What came without a card although it was among the first is lost; later ones are asked for when they are shown.
    const first = lists.flatMap(({ variants }) => variants.slice(0, RESULT_CARDS_PER_TAB));
    const isWhole = new Set(first).size <= MAX_FIRST_CARDS;
    this.cards = withCards(new Map(), view.cards, isWhole ? first : []);
  }

  slice(index: number): Slice {
    return toSlice(this.lists[index]!, this.limits[index]!, this.cards);
  }

  /** Undefined: not known yet; null: it has left the catalog. */
  getCard = (variantId: string): ResultCard | null | undefined => this.cards.get(variantId);

  /** Shows more of a list. @returns the first product that is new. */
  showMore(index: number): Slice['items'][number] | undefined {
    const shown = this.slice(index).items.length;
    this.limits[index]! += RESULT_CARDS_PER_TAB;
    this.host.requestUpdate();
    return this.slice(index).items[shown];
  }

  retry(): void {
    this.hasFailed = false;
    this.host.requestUpdate();
  }

  /** Asks for the cards of what is shown and was never asked for. */
  hostUpdated(): void {
    if (this.isLoading || this.hasFailed || !this.lists[this.selected()]) return;
    const ids = missingIn(this.slice(this.selected()));
    if (ids.length > 0) void this.load(ids);
  }

  private async load(ids: string[]): Promise<void> {
    const { view } = this;
    if (view === null) return;
    this.isLoading = true;
    const loaded = await loadCards(view.analysisId, ids, view.locale, this.deps);
    if (view !== this.view) return;
    this.isLoading = false;
    if ('failure' in loaded) this.hasFailed = true;
    else this.cards = withCards(this.cards, loaded.value.cards, ids);
    this.host.requestUpdate();
  }
}
