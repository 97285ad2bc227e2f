import { getRuntime, type PopupElement, type Runtime, type WidgetElement } from '../../loader/runtime.js';
import { attachShadow, create, createIcon } from '../shared/dom.js';
import { styles } from './svc-floating-action-button.styles.js';

const SPARKLE = 'M12 3l2 6.5 6.5 2-6.5 2-2 6.5-2-6.5-6.5-2 6.5-2z';
/** There a keyboard on the screen leaves little room. */
const LOW_SCREEN = '(max-height: 480px)';

/** On a server there are no elements, and importing has no effect. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * The page's launcher: opens the widget where it is shown, else the analysis in a popup.
 * @summary Opens the widget or the analysis.
 * @csspart button - The button.
 * @csspart icon - Its picture.
 * @csspart label - Its text, not displayed unless the page's style sheet does.
 * @cssproperty [--svc-fab-inset-block=20px] - Distance from the lower edge.
 * @cssproperty [--svc-fab-inset-inline=20px] - Distance from the side.
 * @cssproperty [--svc-fab-side=end] - `start`: at the other side.
 * @cssproperty [--svc-fab-avoid=none] - `auto`: moves above bars of the page that would cover it.
 */
export class SvcFloatingActionButton extends Base {
  #button: HTMLButtonElement | undefined;
  #label: HTMLElement | undefined;
  #stop: (() => void)[] = [];

  constructor() {
    super();
    // The loader provided these until the code was loaded.
    for (const name of ['open', 'close', 'isOpen']) Reflect.deleteProperty(this, name);
  }

  connectedCallback(): void {
    const runtime = getRuntime();
    if (!runtime || this.#stop.length > 0) return;
    if (!this.shadowRoot) this.#build(runtime);
    const update = (): void => this.#update(runtime);
    this.#stop = [runtime.onChange(update)];
    update();
    const getOption = (name: string): string => getComputedStyle(this).getPropertyValue(name).trim();
    this.classList.toggle('start', getOption('--svc-fab-side') === 'start');
    const low = matchMedia(LOW_SCREEN);
    const place = async (): Promise<void> => {
      const avoidsBars = getOption('--svc-fab-avoid') === 'auto';
      if (!avoidsBars && !low.matches) return;
      low.onchange = null;
      const chunk = (await runtime.load('avoid')) as typeof import('../../chunks/avoid.js') | null;
      if (!chunk || !this.isConnected) return;
      this.#stop.push(chunk.avoidKeyboard(this, low));
      if (avoidsBars) this.#stop.push(chunk.avoidBars(this));
    };
    low.onchange = place;
    void place();
  }

  disconnectedCallback(): void {
    for (const stop of this.#stop.splice(0)) stop();
  }

  /** Moves the focus to the button. */
  override focus(options?: FocusOptions): void {
    this.#button?.focus(options);
  }

  /** Opens the widget where it is shown, else the popup. Never rejects. */
  async open(): Promise<boolean> {
    const runtime = getRuntime();
    if (!(await runtime?.config())) return false;
    const widget = findWidget();
    if (!widget || !(await runtime?.load('widget')) || widget.hidden)
      return Boolean(await (await runtime?.popup())?.open());
    widget.openWidget();
    if (!widget.hasAttribute('auto')) widget.scrollIntoView({ block: 'nearest' });
    widget.focus();
    return true;
  }

  /** Closes what `open` opened. */
  close(): void {
    const widget = findWidget();
    if (widget) widget.closeWidget?.();
    else findPopup()?.close?.();
  }

  #update(runtime: Runtime): void {
    const { current: config } = runtime;
    const isFirst = document.querySelector(this.localName) === this;
    if (!isFirst) runtime.warn('two-buttons', `Remove one ${this.localName}: a page has one.`);
    this.hidden = !isFirst || Boolean(findPopup()?.isOpen);
    const button = this.#button;
    if (!config || !button) return;
    runtime.applyTheme(this, config.theme);
    this.style.setProperty('--_z', String(config.zIndex.floatingActionButton ?? ''));
    button.setAttribute('aria-label', config.texts.launcher);
    if (this.#label) this.#label.textContent = config.texts.launcher;
    const widget = findWidget();
    button.setAttribute('aria-expanded', String(widget ? !widget.isCollapsed : Boolean(findPopup()?.isOpen)));
    if (widget) button.removeAttribute('aria-haspopup');
    else button.setAttribute('aria-haspopup', 'dialog');
  }

  #build(runtime: Runtime): void {
    const label = create('span', { part: 'label' });
    const button = create('button', { type: 'button', part: 'button' }, createIcon(SPARKLE, { part: 'icon' }), label);
    button.addEventListener('click', () => {
      const isExpanded = button.getAttribute('aria-expanded') === 'true';
      if (isExpanded) this.close();
      else void this.open();
    });
    // The code of the popup is loaded when the shopper is about to need it.
    for (const intent of ['pointerenter', 'focus', 'touchstart'])
      button.addEventListener(intent, () => findWidget() || void runtime.load('popup'), { once: true, passive: true });
    attachShadow(this, styles, button);
    this.#button = button;
    this.#label = label;
  }
}

const findPopup = () => document.querySelector<PopupElement>('svc-analysis-popup');

/** The widget, where it has something to show. */
const findWidget = () => document.querySelector<WidgetElement>('svc-widget:not([hidden])');

declare global {
  interface HTMLElementTagNameMap {
    'svc-floating-action-button': SvcFloatingActionButton;
  }
}
