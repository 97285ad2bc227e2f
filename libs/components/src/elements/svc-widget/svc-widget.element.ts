import type { ComponentConfig } from '../../loader/component-config.js';
import type { ChunkName, Runtime } from '../../loader/runtime.js';
import { applyTheme } from '../shared/apply-theme.js';
import { attachShadow, create } from '../shared/dom.js';
import { findNewestAnalysis } from '../shared/find-newest-analysis.js';
import { findProduct } from '../shared/find-product.js';
import { flag } from '../shared/properties.js';
import { defineProperties, SvcElement } from '../shared/svc-element.js';
import type { WidgetResults } from './load-results.js';
import { styles } from './svc-widget.styles.js';

type Results = typeof import('../../chunks/results.js');
type Chat = typeof import('../../chunks/chat.js');

/** Of a product page; null: of another one. Without a funnel there is no analysis; without results they are not available. */
type Content = { funnel?: string; results?: WidgetResults | null } | null;

/** Of `sessionStorage`: what the shopper chose in this tab. */
const CHOICE_KEY = 'svc:widget';
const BUTTON_SPACE = '72px';

const PROPERTIES = {
  isCollapsed: flag,
  preventVariantNavigation: flag,
  renderSetVariantsAsLinks: flag,
};

/**
 * Shows the variants of the page's product that suit the shopper, or invites to an analysis. The chat opens in it; on pages without a
 * product it offers nothing else.
 * @summary Results on product pages, and the chat.
 * @csspart panel - Everything.
 * @csspart header - Its heading and the button.
 * @csspart toggle - Collapses and expands.
 * @csspart invitation - The sentence and the button of the analysis.
 * @csspart variant - A recommended variant.
 * @csspart reason - Why it suits.
 * @csspart badge - The mark of a variant that suits.
 * @csspart chat - The chat, once the shopper opened it.
 */
export class SvcWidget extends SvcElement {
  static readonly observedAttributes = defineProperties(SvcWidget, PROPERTIES);

  #panel: HTMLElement | undefined;
  #heading: HTMLElement | undefined;
  #toggle: HTMLButtonElement | undefined;
  #body: HTMLElement | undefined;
  /** Undefined: not known yet. */
  #content: Content | undefined;
  /** Code that shows results; loaded with the first of them. */
  #chunk: Results | null = null;
  /** The automatic widget is a small card until the shopper opens it. */
  #isCompact: boolean | undefined;
  #request = {};
  #stopListening: (() => void) | undefined;

  constructor() {
    super(PROPERTIES);
  }

  /** Only the header is shown. */
  declare isCollapsed: boolean;

  /** A plain click on a variant does not navigate. */
  declare preventVariantNavigation: boolean;

  /** Variants that were chosen for a set are links. */
  declare renderSetVariantsAsLinks: boolean;

  /** Collapses or expands. */
  toggleWidget(): void {
    if (this.isCollapsed) this.openWidget();
    else this.closeWidget();
  }

  /** Expands to the full panel. */
  openWidget(): void {
    this.#isCompact = false;
    this.isCollapsed = false;
    this.#update();
  }

  /** Collapses. */
  closeWidget(): void {
    this.isCollapsed = true;
  }

  /** Moves the focus to the heading. */
  override focus(options?: FocusOptions): void {
    this.#heading?.focus(options);
  }

  protected start(runtime: Runtime): void {
    if (!this.shadowRoot) this.#build();
    if (this.hasAttribute('auto') && this.#isCompact === undefined) {
      this.#isCompact = true;
      const choice = readChoice() ?? (runtime.current?.widget.isCollapsed ? 'collapsed' : 'open');
      this.isCollapsed = choice === 'collapsed';
    }
    this.#stopListening = runtime.onChange((change) => {
      if (change === 'popup' || change === 'widget') return;
      // The page shows another product now.
      if (change === 'route' && !this.#isChatting()) this.#content = undefined;
      this.#update();
      void this.#load(runtime);
    });
    void this.#load(runtime);
  }

  protected stop(): void {
    this.#stopListening?.();
    this.#request = {};
  }

  protected changed(name: string): void {
    if (name === 'isCollapsed') this.#update();
    else this.#render();
  }

  async #load(runtime: Runtime): Promise<void> {
    const request = {};
    this.#request = request;
    const config = await runtime.config();
    if (!config || request !== this.#request) return;
    const content = await this.#findContent(runtime, config);
    // Another request began: the page changed, or the records did.
    if (request !== this.#request) return;
    this.#content = content;
    this.#render();
  }

  async #findContent(runtime: Runtime, config: ComponentConfig): Promise<Content> {
    const productId = await findProduct(runtime, config);
    if (productId === null) return null;
    const newest = await findNewestAnalysis(runtime, config);
    if (!newest) return {};
    const { funnel, analysisId } = newest;
    this.#chunk = (await runtime.load('results')) as Results | null;
    const results = await this.#chunk?.loadResults(runtime, config, { funnel, analysisId, productId });
    return { funnel: funnel.subdomain, results };
  }

  #render(): void {
    const config = this.runtime?.current;
    const content = this.#content;
    if (!config || content === undefined || !this.#body) return;
    applyTheme(this, config.theme, config.zIndex.widget);
    // A chat of the page itself is enough.
    const hasChat = config.domainAllowed && config.components.chat && !document.querySelector('svc-chat');
    this.hidden = !content && !hasChat;
    if (this.#panel) {
      this.#panel.lang = config.texts.language;
      this.#panel.ariaLabel = config.texts.widget;
    }
    if (this.#heading) this.#heading.textContent = config.texts.widget;
    // The chat stays while it is open, with what the shopper is writing.
    if (!hasChat || !this.#isChatting())
      this.#body.replaceChildren(...this.#createContent(content, config, hasChat ? this.#createEntry(config) : []));
    this.#update();
  }

  /** A button that needs a chunk, which is loaded when the shopper is about to press it. */
  #createButton(label: string, chunk: ChunkName, act: () => unknown): HTMLButtonElement {
    const button = create('button', { type: 'button' }, label);
    for (const intent of ['pointerenter', 'focus', 'touchstart'])
      button.addEventListener(intent, () => void this.runtime?.load(chunk), { once: true, passive: true });
    button.addEventListener('click', act);
    return button;
  }

  #createContent(content: Content, config: ComponentConfig, entry: Node[]): Node[] {
    const { chat, texts } = config;
    if (!content) return [create('p', {}, chat.greeting), ...entry];
    const { funnel, results } = content;
    const button = this.#createButton(
      results ? texts.allResults : funnel ? texts.yourResults : texts.start,
      'popup',
      async () => (await this.runtime?.popup())?.open(funnel),
    );
    if (!results || !this.#chunk)
      return [
        create('div', { part: 'invitation' }, ...(funnel ? [] : [create('p', {}, texts.invitation)]), button, ...entry),
      ];
    return [
      ...this.#chunk.createVariants({
        root: this.shadowRoot,
        results,
        config,
        preventsNavigation: () => this.preventVariantNavigation,
        rendersSetVariantsAsLinks: this.renderSetVariantsAsLinks,
      }),
      button,
      ...entry,
    ];
  }

  /** What opens the chat. Pages without a product show what may be asked, too. */
  #createEntry({ chat, texts }: ComponentConfig): Node[] {
    const ask = (label: string, text?: string): Node =>
      this.#createButton(label, 'chat', async () =>
        ((await this.runtime?.load('chat')) as Chat | null)?.openInWidget(this, () => this.#render(), text),
      );
    const starters = this.#content ? [] : chat.starters.map((starter) => ask(starter, starter));
    return [ask(texts.ask), create('div', { class: 'more' }, ...starters)];
  }

  #isChatting(): boolean {
    return Boolean(this.#body?.querySelector('svc-chat'));
  }

  /** Property and attribute agree; an automatic widget that is collapsed is only the page's button. */
  #update(): void {
    const { isCollapsed } = this;
    if (isCollapsed) this.setAttribute('is-collapsed', '');
    else for (const attribute of ['is-collapsed', 'iscollapsed']) this.removeAttribute(attribute);
    const texts = this.runtime?.current?.texts;
    const hasButton = this.hasAttribute('auto') && Boolean(document.querySelector('svc-floating-action-button'));
    const isBar = this.#isCompact && matchMedia('(max-width: 599px)').matches;
    const isExpanded = !isCollapsed && !isBar;
    if (!this.#panel || !this.#body || !this.#toggle) return;
    this.#panel.classList.toggle('compact', Boolean(this.#isCompact));
    this.#panel.hidden = this.#content === undefined || (isCollapsed && hasButton);
    this.#body.hidden = !isExpanded;
    this.style.setProperty('--_b', hasButton ? BUTTON_SPACE : '');
    this.#toggle.ariaExpanded = `${isExpanded}`;
    if (texts) this.#toggle.ariaLabel = isExpanded ? texts.collapse : texts.expand;
    this.runtime?.notify('widget');
  }

  #build(): void {
    const heading = create('h2', { tabindex: '-1' });
    const toggle = create('button', { type: 'button', part: 'toggle', class: 'toggle' }, create('i'));
    const header = create('header', { part: 'header' }, heading, toggle);
    const body = create('div', { class: 'body' });
    const panel = create('section', { part: 'panel', hidden: '' }, header, body);
    toggle.addEventListener('click', () => this.#choose(toggle.ariaExpanded === 'true'));
    panel.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.isComposing && !this.isCollapsed) this.#choose(true);
    });
    attachShadow(this, styles, panel);
    this.#panel = panel;
    this.#heading = heading;
    this.#toggle = toggle;
    this.#body = body;
  }

  /** The shopper collapses or expands; in this tab the automatic widget stays so. */
  #choose(isCollapsed: boolean): void {
    if (isCollapsed) this.closeWidget();
    else this.openWidget();
    const control = this.#panel?.hidden
      ? document.querySelector<HTMLElement>('svc-floating-action-button')
      : this.#toggle;
    control?.focus();
    try {
      sessionStorage.setItem(CHOICE_KEY, isCollapsed ? 'collapsed' : 'open');
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }
}

function readChoice(): string | null {
  try {
    return sessionStorage.getItem(CHOICE_KEY);
  } catch {
    return null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-widget': SvcWidget;
  }
}
