import { getRuntime, type PopupElement, type Runtime } from '../../loader/runtime.js';
import { attachShadow } from '../shared/dom.js';
import { findWidget } from './open-from-button.js';
import { styles } from './svc-floating-action-button.styles.js';

type Opener = typeof import('../../chunks/opener.js') | null;

/** There a keyboard on the screen leaves little room. */
const LOW_SCREEN = '(max-height: 480px)';

/** On a server there are no elements, and importing has no effect. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * The page's launcher: opens the widget where it is shown, else the chat in a panel of its own, else the analysis in a popup.
 * @summary Opens the widget, the chat or the analysis.
 * @csspart button - The button.
 * @csspart icon - Its picture.
 * @csspart label - Its text, not displayed unless the page's style sheet does.
 * @csspart panel - The chat that it opened.
 * @cssproperty [--svc-fab-inset-block=20px] - Distance from the lower edge.
 * @cssproperty [--svc-fab-inset-inline=20px] - Distance from the side.
 * @cssproperty [--svc-fab-side=end] - `start`: at the other side.
 * @cssproperty [--svc-fab-avoid=none] - `auto`: moves above bars of the page that would cover it.
 */
export class SvcFloatingActionButton extends Base {
  #button: HTMLButtonElement | undefined;
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
    const avoidsBars = getOption('--svc-fab-avoid') === 'auto';
    const low = matchMedia(LOW_SCREEN);
    const place = async (): Promise<void> => {
      if (!avoidsBars && !low.matches) return;
      low.onchange = null;
      const chunk = (await runtime.load('avoid')) as typeof import('../../chunks/avoid.js') | null;
      if (chunk && this.isConnected) this.#stop.push(...chunk.avoid(this, low, avoidsBars));
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

  /** Opens the widget where it is shown, else the chat, else the popup. Never rejects. */
  async open(): Promise<boolean> {
    return Boolean(await this.#run('open'));
  }

  /** Closes what `open` opened. */
  close(): void {
    const widget = findWidget();
    if (this.matches('.with-chat')) void this.#run('close');
    else if (widget) widget.closeWidget?.();
    else findPopup()?.close?.();
  }

  async #run(action: 'open' | 'close'): Promise<unknown> {
    const runtime = getRuntime();
    return (await runtime?.config()) && ((await runtime?.load('opener')) as Opener)?.[action](runtime as Runtime, this);
  }

  #update(runtime: Runtime): void {
    const { current: config } = runtime;
    const button = this.#button;
    const isFirst = document.querySelector(this.localName) === this;
    if (!isFirst) runtime.warn('two-buttons', `Remove one ${this.localName}.`);
    const isPopupOpen = Boolean(findPopup()?.isOpen);
    this.hidden = !isFirst || isPopupOpen;
    if (!config || !button) return;
    for (const [name, value] of Object.entries({ ...config.theme, z: config.zIndex.floatingActionButton }))
      this.style.setProperty(`--_${name.slice(0, 3)}`, value as string);
    button.lang = config.texts.language;
    button.ariaLabel = config.texts.launcher;
    (button.lastChild as Node).textContent = config.texts.launcher;
    const widget = findWidget();
    button.ariaExpanded = `${this.matches('.with-chat') || (widget ? !widget.isCollapsed : isPopupOpen)}`;
    button.ariaHasPopup = widget || config.components.chat ? null : 'dialog';
  }

  #build(runtime: Runtime): void {
    const button = createPart('button', 'button');
    button.type = 'button';
    button.append(createPart('i', 'icon'), createPart('span', 'label'));
    button.addEventListener('click', () => {
      if (button.ariaExpanded === 'true') this.close();
      else void this.open();
    });
    // Code is loaded when the shopper is about to need it.
    for (const intent of ['pointerenter', 'focus', 'touchstart'])
      button.addEventListener(intent, () => void runtime.load('opener'), { once: true, passive: true });
    attachShadow(this, styles, button);
    this.#button = button;
  }
}

function createPart<Tag extends 'button' | 'i' | 'span'>(tag: Tag, part: string): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.setAttribute('part', part);
  return element;
}

const findPopup = () => document.querySelector<PopupElement>('svc-analysis-popup');

declare global {
  interface HTMLElementTagNameMap {
    'svc-floating-action-button': SvcFloatingActionButton;
  }
}
