import { selectChatTexts } from '../../chat/chat-texts.js';
import type { Conversation } from '../../chat/conversation.js';
import type { ComponentConfig } from '../../loader/component-config.js';
import type { Runtime } from '../../loader/runtime.js';
import { applyTheme } from '../shared/apply-theme.js';
import { attachShadow } from '../shared/dom.js';
import { flag } from '../shared/properties.js';
import { defineProperties, SvcElement } from '../shared/svc-element.js';
import { type ChatView, createChatView } from './chat-view.js';
import { getConversation } from './page-conversation.js';
import { styles } from './svc-chat.styles.js';

const PROPERTIES = { hideCart: flag };

/**
 * Answers questions about the company's products, offers the analysis and opens its results. Every chat of a page shows the same conversation.
 * @summary Advice in a conversation.
 * @slot - Shown while there is no chat: it is switched off, or the script cannot work.
 * @csspart header - The title, what the chat is, and the buttons of the conversation.
 * @csspart log - The messages.
 * @csspart message - A message or an answer.
 * @csspart card - A product.
 * @csspart quick-replies - What the shopper may choose instead of writing.
 * @csspart composer - Where the shopper writes.
 * @csspart send - The button that sends.
 * @csspart notice - What did not work, and what to do.
 * @cssproperty [--svc-chat-height=min(560px, 80dvh)] - Height of the chat.
 */
export class SvcChat extends SvcElement {
  static readonly observedAttributes = defineProperties(SvcChat, PROPERTIES);

  #view: ChatView | undefined;
  #conversation: Conversation | undefined;
  #stop: (() => void)[] = [];
  constructor() {
    super(PROPERTIES);
  }

  /** Messages and product tiles have no add-to-cart button. */
  declare hideCart: boolean;

  /** Ends the conversation in this browser; the next message begins a new thread. Never rejects. */
  async restartChat(): Promise<void> {
    if (await this.runtime?.config()) this.#conversation?.restart();
  }

  /** Moves the focus to the text field. */
  override focus(options?: FocusOptions): void {
    this.#view?.field.focus(options);
  }

  protected start(runtime: Runtime): void {
    if (!this.shadowRoot) attachShadow(this, styles, document.createElement('slot'));
    this.#stop.push(
      runtime.onChange((change) => {
        if (change === 'settings') void this.#show(runtime);
      }),
    );
    void this.#show(runtime);
  }

  protected stop(): void {
    for (const stop of this.#stop.splice(0)) stop();
    this.#view?.remove();
    this.#view = undefined;
  }

  protected changed(): void {
    this.#update();
  }

  async #show(runtime: Runtime): Promise<void> {
    const config = await runtime.config();
    // The element was removed meanwhile.
    if (this.#stop.length === 0) return;
    const isOn = Boolean(config?.components.chat && config.domainAllowed);
    const slot = this.shadowRoot?.querySelector('slot');
    if (slot) slot.hidden = isOn;
    if (!config || !isOn) {
      this.#view?.remove();
      this.#view = undefined;
      return;
    }
    applyTheme(this, config.theme, null);
    const conversation = getConversation(runtime);
    this.#conversation = conversation;
    if (!this.#view) {
      this.#view = this.#build(runtime, config, conversation);
      void conversation.restore();
    }
    this.#update();
  }

  #build(runtime: Runtime, config: ComponentConfig, conversation: Conversation): ChatView {
    const texts = selectChatTexts(config.texts.language);
    const view = createChatView({ runtime, config, texts, conversation });
    this.shadowRoot?.append(view.element);
    return view;
  }

  #update(): void {
    const { current } = this.runtime ?? {};
    this.#view?.element.classList.toggle('no-cart', this.hideCart || current?.cart === false);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-chat': SvcChat;
  }
}
