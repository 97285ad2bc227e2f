import { SvcPopupClosedEvent, SvcPopupOpenedEvent } from '../../events/notice-events.js';
import type { ComponentConfig, ComponentFunnel } from '../../loader/component-config.js';
import type { Runtime } from '../../loader/runtime.js';
import { createFunnelFrame, type FunnelFrame } from '../frame/funnel-frame.js';
import { applyTheme } from '../shared/apply-theme.js';
import { attachShadow, create } from '../shared/dom.js';
import { findFunnel } from '../shared/find-funnel.js';
import { flag, funnelName, text } from '../shared/properties.js';
import { defineProperties, SvcElement } from '../shared/svc-element.js';
import { lockScroll, releaseScroll } from './lock-scroll.js';
import { styles } from './svc-analysis-popup.styles.js';

/** How long the frame of a closed popup is kept, with the answers and the picture in it. */
const KEPT_MS = 30 * 60 * 1_000;

type Layer = typeof import('../../chunks/layer.js');

let openPopup: SvcAnalysisPopup | undefined;

interface OpenOptions {
  funnel?: unknown;
  source?: unknown;
  /** The shopper asked for it, so the focus moves into the dialog. */
  movesFocus?: boolean;
}

const PROPERTIES = {
  funnel: funnelName,
  source: text,
  isOpen: flag,
  closeBeforeResult: flag,
  forceStart: flag,
};

/**
 * Shows a funnel in a dialog.
 * @summary Shows a funnel in a dialog.
 * @csspart dialog - The panel.
 * @csspart header - The bar above the frame.
 * @csspart close - The button that closes the dialog.
 * @csspart frame - The frame of the funnel.
 * @csspart backdrop - What covers the page.
 * @cssproperty [--svc-popup-width=960px] - Width of the panel.
 * @cssproperty [--svc-popup-height=900px] - Height of the panel.
 * @cssproperty [--svc-z-index] - Replaces the z-index of the company's settings, if they have one.
 * @cssproperty [--svc-backdrop] - Background of what covers the page.
 */
export class SvcAnalysisPopup extends SvcElement {
  static readonly observedAttributes = defineProperties(SvcAnalysisPopup, PROPERTIES);

  #dialog: HTMLDialogElement | undefined;
  #panel: HTMLElement | undefined;
  #close: HTMLButtonElement | undefined;
  #frame: FunnelFrame | undefined;
  /** Changes with every call of `open` and `close`, so that an opening that was overtaken stops. */
  #request = {};
  #isShown = false;
  #isAnswered = false;
  #returnsFocusTo: HTMLElement | null = null;
  #restore: (() => void)[] = [];
  #removal = 0;
  #stopListening: (() => void) | undefined;

  constructor() {
    super(PROPERTIES);
  }

  /** Sub-domain of the funnel; false: the company's default funnel. */
  declare funnel: string | false;

  /** Tracking source of the analysis. */
  declare source: string | null;

  /** The dialog is open. */
  declare isOpen: boolean;

  /** Closes the dialog when the analysis is finished, before its result is shown. */
  declare closeBeforeResult: boolean;

  /** After a finished analysis, each opening starts again. */
  declare forceStart: boolean;

  /**
   * Opens the dialog.
   * @param funnel - sub-domain; without it the element's property, else the company's default funnel.
   * @param source - tracking source; without it the element's property.
   * @returns true when the dialog is shown. Never rejects.
   */
  async open(funnel?: string | null, source?: string | null): Promise<boolean> {
    try {
      return await this.#open({ funnel, source, movesFocus: true });
    } catch {
      return false;
    }
  }

  /** Closes the dialog. The frame is kept for half an hour, so that a shopper can continue. */
  close(): void {
    const wasShown = this.#isShown;
    this.#request = {};
    this.#isShown = false;
    this.#reflect();
    if (!wasShown) return;
    openPopup = undefined;
    this.#dialog?.close();
    for (const restore of this.#restore.splice(0)) restore();
    releaseScroll(this);
    this.#frame?.send('close', {});
    this.#removal = window.setTimeout(() => this.#removeFrame(), KEPT_MS);
    const opener = this.#returnsFocusTo?.isConnected
      ? this.#returnsFocusTo
      : document.querySelector<HTMLElement>('svc-floating-action-button');
    // The launcher is shown again before it may receive the focus.
    this.runtime?.notify('popup');
    opener?.focus({ preventScroll: true });
    document.dispatchEvent(new SvcPopupClosedEvent());
  }

  protected start(runtime: Runtime): void {
    if (!this.shadowRoot) this.#build();
    this.#stopListening = runtime.onChange((change) => {
      if (change === 'settings' && runtime.current) this.#applyConfig(runtime.current);
    });
    if (this.isOpen) void this.#openQuietly();
  }

  protected stop(): void {
    this.#stopListening?.();
    this.close();
    this.#removeFrame();
  }

  protected changed(name: string): void {
    if (name !== 'isOpen' || this.isOpen === this.#isShown) return;
    if (this.isOpen) void this.#openQuietly();
    else this.close();
  }

  /** The merchant opens the dialog: the focus moves only if the page had it somewhere. */
  async #openQuietly(): Promise<void> {
    const { activeElement, body } = document;
    const isShown = await this.#open({ movesFocus: activeElement !== null && activeElement !== body }).catch(
      () => false,
    );
    if (!isShown) this.#reflect();
  }

  async #open({ funnel, source, movesFocus }: OpenOptions): Promise<boolean> {
    const { runtime } = this;
    if (!runtime || !this.isConnected) return false;
    // The browser has closed it, and reports that with its next frame only.
    if (this.#isShown && !this.#dialog?.open) this.close();
    const opener = findFocus();
    const request = {};
    this.#request = request;
    const config = await runtime.config();
    const wanted = config && (await findFunnel(runtime, config, funnelName.parse(funnel) || this.funnel));
    if (!wanted) return false;
    const isKeyboard = Boolean(opener?.matches(':focus-visible'));
    this.#applyConfig(config);
    const zIndex = Number(getComputedStyle(this.#dialog as Element).zIndex);
    // `auto` is the top layer, and so is a layer that cannot be loaded.
    const layer = Number.isNaN(zIndex) ? null : ((await runtime.load('layer')) as Layer | null);
    if (request !== this.#request) return false;
    this.#useFrame(runtime, config, wanted, text.parse(source) ?? this.source, isKeyboard && Boolean(movesFocus));
    if (this.#isShown) {
      this.#close?.focus();
      return true;
    }
    openPopup?.close();
    openPopup = this;
    this.#returnsFocusTo = opener;
    this.#show(
      Boolean(movesFocus),
      layer?.takeLayer(this, zIndex, () => this.close()),
    );
    return true;
  }

  /** @param leaveLayer - releases the layer that the dialog took; undefined: it is shown in the top layer. */
  #show(movesFocus: boolean, leaveLayer: (() => void) | undefined): void {
    clearTimeout(this.#removal);
    lockScroll(this);
    this.#restore.push(listenForSwap(() => this.close()));
    if (leaveLayer) {
      this.#restore.push(leaveLayer);
      this.#dialog?.show();
    } else {
      this.#dialog?.showModal();
    }
    if (movesFocus) this.#close?.focus();
    else this.#close?.blur();
    this.#isShown = true;
    this.#reflect();
    this.runtime?.notify('popup');
    document.dispatchEvent(new SvcPopupOpenedEvent());
  }

  #useFrame(
    runtime: Runtime,
    config: ComponentConfig,
    funnel: ComponentFunnel,
    source: string | null,
    isKeyboard: boolean,
  ): void {
    const frame = this.#frame;
    const startsAgain = this.forceStart && frame?.isFinished && !this.#isShown;
    if (frame && frame.funnel.address === funnel.address && !startsAgain) return;
    this.#removeFrame();
    this.#isAnswered = false;
    if (this.#dialog) this.#dialog.ariaLabel = funnel.name;
    const created = createFunnelFrame({
      runtime,
      config,
      funnel,
      source,
      forceStart: this.forceStart,
      locale: this.getAttribute('locale'),
      isPopup: true,
      showResult: !this.closeBeforeResult,
      on: {
        started: () => {
          this.#isAnswered = true;
        },
        finished: () => {
          if (this.closeBeforeResult) this.close();
        },
        closeRequested: () => this.close(),
        colorScheme: (scheme) => {
          if (this.#panel) this.#panel.style.colorScheme = scheme;
        },
      },
    });
    this.#frame = created;
    this.#panel?.append(created.element);
    // The link keeps it until the frame is ready.
    if (isKeyboard) created.send('focus', {});
  }

  #removeFrame(): void {
    clearTimeout(this.#removal);
    this.#frame?.remove();
    this.#frame = undefined;
  }

  #applyConfig({ theme, texts, zIndex }: ComponentConfig): void {
    applyTheme(this, theme, zIndex.popup);
    if (!this.#close) return;
    this.#close.ariaLabel = texts.close;
    this.#close.lang = texts.language;
  }

  #build(): void {
    const close = create('button', { type: 'button', part: 'close' }, create('i'));
    const header = create('div', { part: 'header', class: 'header' }, close);
    const panel = create('div', { part: 'dialog', class: 'panel' }, header);
    const backdrop = create('div', { part: 'backdrop', class: 'backdrop' });
    const dialog = create('dialog', {}, backdrop, panel);
    close.addEventListener('click', () => this.close());
    // Later a slip would lose answers.
    backdrop.addEventListener('click', () => this.#isAnswered || this.close());
    // Escape and the back gesture. The dialog may be open again by then, or about to be.
    dialog.addEventListener('close', () => this.#isShown && !dialog.open && this.close());
    attachShadow(this, styles, dialog);
    this.#close = close;
    this.#panel = panel;
    this.#dialog = dialog;
  }

  /** Property and attribute say whether the dialog is shown. */
  #reflect(): void {
    this.write('isOpen', this.#isShown);
    this.removeAttribute('isopen');
    if (this.#isShown) this.setAttribute('is-open', '');
    else this.removeAttribute('is-open');
  }
}

/** The control that has the focus, also within shadow roots. */
function findFocus(): HTMLElement | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : null;
}

/** Frameworks that replace the body would remove the popup while it is open. */
function listenForSwap(close: () => void): () => void {
  const swap = new AbortController();
  for (const name of ['turbo:before-render', 'astro:before-swap'])
    document.addEventListener(name, close, { signal: swap.signal });
  return () => swap.abort();
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-analysis-popup': SvcAnalysisPopup;
  }
}
