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
  [Type in Exclude<keyof PageMessages, 'ready'>]?: (payload: PageMessages[Type]) => void;
} & { ready?: () => void };

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
  /** Asked at every load of the frame. */
  options(): EmbedOptions;
  on: PageMessageHandlers;
}

/** One listener per window, however many frames there are. */
const links = new WeakMap<EmbeddingWindow, { members: Set<(event: MessageEvent) => void>; stop(): void }>();

/**
 * Connects a shop page to a funnel's page in a frame. A message counts only if it comes from this frame's own window and from
 * the funnel's origin, carries the frame's id, and is one that the protocol knows. docs/reliability.md R10.1;
 * docs/contract.md C22.1. The frame receives hello whenever it has been loaded: before that, its window belongs to
 * another origin.
 */
export function connectToFrame(options: FrameLinkOptions): FrameLink {
  const { frame, origin, embedId, on } = options;
  let isReady = false;
  let waiting: ShopMessageType[] = [];

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
    if (message.type === 'ready') {
      isReady = true;
      for (const type of waiting) post(type, {});
      waiting = [];
    }
    (on[message.type] as ((payload: unknown) => void) | undefined)?.(message.payload);
  }

  frame.addEventListener('load', sayHello);
  const stopListening = listenOnce(options.window, handleMessage);
  return {
    send(type, payload) {
      if (isReady) post(type, payload);
      else waiting = [...waiting.filter((earlier) => earlier !== type), type];
    },
    disconnect() {
      frame.removeEventListener('load', sayHello);
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
