import type { Runtime } from '../../loader/runtime.js';
import type { StepChange } from '../../messages/message-types.js';
import { createFunnelFrame, type FunnelFrame } from '../frame/funnel-frame.js';
import { attachShadow, create } from '../shared/dom.js';
import { findFunnel } from '../shared/find-funnel.js';
import { loadActions } from '../shared/page-data.js';
import { amount, flag, funnelName, text } from '../shared/properties.js';
import { defineProperties, SvcElement } from '../shared/svc-element.js';
import { styles } from './svc-analysis.styles.js';

const PROPERTIES = {
  funnel: funnelName,
  source: text,
  forceStart: flag,
  scrollOffset: amount(100),
};

/**
 * Embeds a funnel in the page.
 * @summary Embeds a funnel.
 * @slot - Shown until the funnel is, and without script.
 * @csspart frame - The frame of the funnel.
 * @csspart message - What is shown instead of it.
 * @cssproperty [--svc-analysis-height=640px] - Height that is reserved until the funnel reports its own.
 * @cssproperty [--svc-corner-radius=0] - Corners of the frame.
 */
export class SvcAnalysis extends SvcElement {
  static readonly observedAttributes = defineProperties(SvcAnalysis, PROPERTIES);

  readonly #message = globalThis.document && create('div', { part: 'message' }, create('slot'));
  #frame: FunnelFrame | undefined;
  #nextHeight = 0;
  #lastStep: number | undefined;
  #stopListening: (() => void) | undefined;

  constructor() {
    super(PROPERTIES);
  }

  /** Sub-domain of the funnel; false: the company's default funnel. */
  declare funnel: string | false;

  /** Tracking source of the analysis. */
  declare source: string | null;

  /** Starts again even if the visitor already completed the analysis. */
  declare forceStart: boolean;

  /** Distance from the top of the page when the step changes, CSS pixels. */
  declare scrollOffset: number;

  protected start(runtime: Runtime): void {
    if (!this.shadowRoot) attachShadow(this, styles, this.#message);
    this.#message.className = 'loading';
    this.#stopListening = runtime.onChange((change) => {
      if (change === 'settings') void this.#load(runtime);
    });
    void this.#load(runtime);
  }

  protected stop(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#removeFrame();
  }

  protected changed(name: string): void {
    if (name === 'funnel' && this.runtime) void this.#load(this.runtime);
  }

  async #load(runtime: Runtime): Promise<void> {
    const { funnel: name } = this;
    const config = await runtime.config();
    const funnel = config && (await findFunnel(runtime, config, name));
    // The element was removed, or needs another funnel by now.
    if (!this.#stopListening || name !== this.funnel) return;
    if (funnel && funnel.address === this.#frame?.funnel.address) return;
    this.#removeFrame();
    this.#message.className = '';
    this.#message.hidden = Boolean(funnel);
    if (!config || !funnel) return;
    this.#frame = createFunnelFrame({
      runtime,
      config,
      funnel,
      source: this.source,
      forceStart: this.forceStart,
      locale: this.getAttribute('locale'),
      isPopup: false,
      showResult: true,
      on: {
        ready: () => {
          this.#lastStep = undefined;
          this.#message.hidden = true;
        },
        refused: () => {
          this.#message.hidden = false;
        },
        height: (height) => this.#setHeight(height),
        stepChanged: (step) => this.#scroll(runtime, step),
        colorScheme: (scheme) => {
          this.style.colorScheme = scheme;
        },
      },
    });
    this.shadowRoot?.append(this.#frame.element);
  }

  /** At most once per animation frame. */
  #setHeight(height: number): void {
    const isWaiting = this.#nextHeight > 0;
    this.#nextHeight = height;
    if (isWaiting) return;
    requestAnimationFrame(() => {
      this.style.setProperty('--_h', `${this.#nextHeight}px`);
      this.#nextHeight = 0;
    });
  }

  /** Shows the beginning of another question. What the page shows first does not scroll it. */
  async #scroll(runtime: Runtime, { index }: StepChange): Promise<void> {
    const last = this.#lastStep;
    this.#lastStep = index;
    if (last === undefined || last === index) return;
    (await loadActions(runtime))?.scrollToTop(this, this.scrollOffset);
  }

  #removeFrame(): void {
    this.#frame?.remove();
    this.#frame = undefined;
    this.style.removeProperty('--_h');
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-analysis': SvcAnalysis;
  }
}
