import {
  type EmbedOptions,
  FRAME_NAME_PREFIX,
  type PageMessages,
  type PageMessageType,
  PROTOCOL_VERSION,
  type TrackingState,
} from './message-types.js';
import { parseShopMessage } from './parse-message.js';

/** The part of `window` that is used, so that tests can give another one. */
export type FramedWindow = Pick<Window, 'addEventListener' | 'removeEventListener' | 'parent' | 'name'> & {
  /** Chromium and WebKit know the parent's origin; Firefox knows the referrer. */
  readonly location: { readonly ancestorOrigins?: ArrayLike<string> };
  readonly document: Pick<Document, 'referrer'>;
};

/** The funnel's page's end of the line to the shop page that embeds it. */
export interface ParentLink {
  /** The page is in a frame. `onHello` shows whether the parent listens. */
  readonly isFramed: boolean;
  /** The component script created the frame, so `hello` will arrive. */
  readonly isComponent: boolean;
  /** Told once the shop page has said hello; before that it waits. Does nothing without a frame. */
  send<Type extends PageMessageType>(type: Type, payload: PageMessages[Type]): void;
  close(): void;
}

export interface ParentLinkOptions {
  window: FramedWindow;
  /** Whose pages may embed this one: `isAllowedOrigin` of libs/domain with the company's domains. */
  allows(origin: string): boolean;
  /** The shop page said hello: at the start, and again after it was reloaded. It may be repeated with the same content. */
  onHello?(options: EmbedOptions): void;
  onFocus?(): void;
  onClose?(): void;
  onTracking?(state: TrackingState): void;
}

/** Messages that wait for a hello; of the kinds that report a state only the last one is kept. */
const MAX_WAITING = 50;
const STATES: ReadonlySet<PageMessageType> = new Set(['height', 'theme', 'step-changed']);

/**
 * Connects a funnel's page to the page that embeds it. Only the window's own parent is heard, only from an allowed origin, and
 * only that origin is spoken to; the first origin that says hello stays the only one. docs/reliability.md R10.1;
 * docs/contract.md C22.1. In a frame of the component script the page announces itself immediately.
 */
export function connectToParent(options: ParentLinkOptions): ParentLink {
  const { window } = options;
  const { parent } = window;
  const isFramed = parent !== (window as unknown);
  const isComponent = isFramed && window.name.startsWith(FRAME_NAME_PREFIX);
  let line: { origin: string; embedId: string } | undefined;
  let waiting: { type: PageMessageType; payload: unknown }[] = [];

  const post = (type: PageMessageType, payload: unknown, to = line): void => {
    if (!to) return;
    parent.postMessage({ svc: 1, v: PROTOCOL_VERSION, embedId: to.embedId, type, payload }, to.origin);
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
      else if (message.type === 'close') options.onClose?.();
      else options.onTracking?.(message.payload.state);
    }
  }

  if (isFramed) window.addEventListener('message', listen);
  if (isComponent) {
    const origin = getParentOrigin(window);
    const embedId = window.name.slice(FRAME_NAME_PREFIX.length);
    if (origin && embedId && options.allows(origin)) post('awake', {}, { origin, embedId });
  }
  return {
    isFramed,
    isComponent,
    send(type, payload) {
      if (!isFramed) return;
      if (line) return post(type, payload);
      if (STATES.has(type)) waiting = waiting.filter((earlier) => earlier.type !== type);
      if (waiting.length < MAX_WAITING) waiting.push({ type, payload });
    },
    close: () => window.removeEventListener('message', listen),
  };
}

/** Null: the browser does not say, or the parent has no origin of its own. */
function getParentOrigin({ location, document }: FramedWindow): string | null {
  const address = location.ancestorOrigins?.[0] ?? document.referrer;
  if (!URL.canParse(address)) return null;
  const { origin } = new URL(address);
  return origin === 'null' ? null : origin;
}
