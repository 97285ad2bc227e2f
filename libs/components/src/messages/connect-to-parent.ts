import { type EmbedOptions, type PageMessages, type PageMessageType, PROTOCOL_VERSION } from './message-types.js';
import { parseShopMessage } from './parse-message.js';

/** The part of `window` that is used, so that tests can give another one. */
export type FramedWindow = Pick<Window, 'addEventListener' | 'removeEventListener' | 'parent'>;

/** The funnel's page's end of the line to the shop page that embeds it. */
export interface ParentLink {
  /** The page is in a frame. `onHello` shows whether the parent listens. */
  readonly isFramed: boolean;
  /** Told once the shop page has said hello; before that it waits. Does nothing without a frame. */
  send<Type extends PageMessageType>(type: Type, payload: PageMessages[Type]): void;
  close(): void;
}

export interface ParentLinkOptions {
  window: FramedWindow;
  /** Whose pages may embed this one: `isAllowedOrigin` of libs/domain with the company's domains. */
  allows(origin: string): boolean;
  /** The shop page said hello: at the start, and again after it was reloaded. */
  onHello?(options: EmbedOptions): void;
  onFocus?(): void;
  onClose?(): void;
}

/** Messages that wait for a hello; of the kinds that report a state only the last one is kept. */
const MAX_WAITING = 50;
const STATES: ReadonlySet<PageMessageType> = new Set(['height', 'theme', 'step-changed']);

/**
 * Connects a funnel's page to the page that embeds it. Only the window's own parent is heard, only from an allowed origin, and
 * only that origin is spoken to; the first origin that says hello stays the only one. docs/reliability.md R10.1;
 * docs/contract.md C22.1.
 */
export function connectToParent(options: ParentLinkOptions): ParentLink {
  const { window } = options;
  const { parent } = window;
  const isFramed = parent !== (window as unknown);
  let line: { origin: string; embedId: string } | undefined;
  let waiting: { type: PageMessageType; payload: unknown }[] = [];

  const post = (type: PageMessageType, payload: unknown): void => {
    if (!line) return;
    parent.postMessage({ svc: 1, v: PROTOCOL_VERSION, embedId: line.embedId, type, payload }, line.origin);
  };

  function listen(event: MessageEvent): void {
    if (event.source !== parent || !options.allows(event.origin) || (line && line.origin !== event.origin)) return;
    const message = parseShopMessage(event.data);
    if (!message) return;
    if (message.type === 'hello') {
      line = { origin: event.origin, embedId: message.embedId };
      options.onHello?.(message.payload);
      post('ready', {});
      for (const { type, payload } of waiting) post(type, payload);
      waiting = [];
    } else if (message.embedId === line?.embedId) {
      if (message.type === 'focus') options.onFocus?.();
      else options.onClose?.();
    }
  }

  if (isFramed) window.addEventListener('message', listen);
  return {
    isFramed,
    send(type, payload) {
      if (!isFramed) return;
      if (line) return post(type, payload);
      if (STATES.has(type)) waiting = waiting.filter((earlier) => earlier.type !== type);
      if (waiting.length < MAX_WAITING) waiting.push({ type, payload });
    },
    close: () => window.removeEventListener('message', listen),
  };
}
