import {
  type EmbedOptions,
  type PageMessages,
  PROTOCOL_VERSION,
  type ShopMessages,
  type ShopMessageType,
} from './message-types.js';
import { parsePageMessage } from './parse-message.js';

/** The part of `window` that is used. */
export type EmbeddingWindow = Pick<Window, 'addEventListener' | 'removeEventListener'>;
/** The part of an `<iframe>` that is used. */
export type Frame = Pick<HTMLIFrameElement, 'contentWindow' | 'addEventListener' | 'removeEventListener'>;

/** What happens on a message of the funnel's page. */
export type PageMessageHandlers = {
  [Type in keyof PageMessages]?: (payload: PageMessages[Type]) => void;
};

/** The shop page's end of the line to a funnel's page in a frame. */
export interface FrameLink {
  /** Told once the frame is ready; before that it waits. */
  send<Type extends Exclude<ShopMessageType, 'hello'>>(type: Type, payload: ShopMessages[Type]): void;
  /** Stops listening; with the last link of a window its listener goes. */
  disconnect(): void;
}

export interface FrameLinkOptions {
  window: EmbeddingWindow;
  frame: Frame;
  /** Origin of the funnel's page, exactly: all that is sent goes there, all that is heard comes from there. */
  origin: string;
  /** Unguessable, one for each frame. */
  embedId: string;
  /** Called for every `hello`. */
  options(): EmbedOptions;
  on: PageMessageHandlers;
}

/** One listener per window, however many frames there are. */
const links = new WeakMap<EmbeddingWindow, { members: Set<(event: MessageEvent) => void>; stop(): void }>();

/**
 * Connects a shop page to a funnel's page in a frame. A message counts only if it comes from this frame's own window and from
 * the funnel's origin, carries the frame's id, and is one that the protocol knows. docs/reliability.md R10.1;
 * docs/contract.md C22.1. The frame receives hello when its page announces itself (`awake`); and when it has been loaded, unless
 * the page is ready by then, because pages of earlier releases do not announce themselves.
 */
export function connectToFrame(options: FrameLinkOptions): FrameLink {
  const { frame, origin, embedId, on } = options;
  let isReady = false;
  /** The page that is being loaded announced itself. */
  let isAwake = false;
  const waiting = new Map<ShopMessageType, unknown>();

  const post = (type: ShopMessageType, payload: unknown): void =>
    frame.contentWindow?.postMessage({ svc: 1, v: PROTOCOL_VERSION, embedId, type, payload }, origin);
  const sayHello = (): void => {
    isReady = false;
    post('hello', options.options());
  };

  function handleMessage(event: MessageEvent): void {
    if (event.origin !== origin || !frame.contentWindow || event.source !== frame.contentWindow) return;
    const message = parsePageMessage(event.data, embedId);
    if (!message) return;
    if (message.type === 'awake') {
      isAwake = true;
      sayHello();
    } else if (message.type === 'ready') {
      isReady = true;
      for (const [type, payload] of waiting) post(type, payload);
      waiting.clear();
    }
    (on[message.type] as ((payload: unknown) => void) | undefined)?.(message.payload);
  }

  function handleLoad(): void {
    if (!isAwake || !isReady) sayHello();
    isAwake = false;
  }

  frame.addEventListener('load', handleLoad);
  const stopListening = listenOnce(options.window, handleMessage);
  return {
    send(type, payload) {
      if (isReady) return post(type, payload);
      waiting.delete(type);
      waiting.set(type, payload);
    },
    disconnect() {
      frame.removeEventListener('load', handleLoad);
      stopListening();
    },
  };
}

function listenOnce(window: EmbeddingWindow, member: (event: MessageEvent) => void): () => void {
  let shared = links.get(window);
  if (!shared) {
    const members = new Set<(event: MessageEvent) => void>();
    const listener = (event: MessageEvent): void => {
      for (const listen of [...members]) listen(event);
    };
    window.addEventListener('message', listener);
    shared = { members, stop: () => window.removeEventListener('message', listener) };
    links.set(window, shared);
  }
  const { members, stop } = shared;
  members.add(member);
  return () => {
    members.delete(member);
    if (members.size > 0 || links.get(window)?.members !== members) return;
    links.delete(window);
    stop();
  };
}
