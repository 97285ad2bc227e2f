import { type Message, type Readers, readMessage } from './envelope.js';
import {
  type EmbedOptions,
  type PageMessages,
  PROTOCOL_VERSION,
  type ShopMessages,
  type ShopMessageType,
} from './message-types.js';

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
  /** Sent as soon as the frame is ready; of each type, only the last one waits. */
  send<Type extends Exclude<ShopMessageType, 'hello'>>(type: Type, payload: ShopMessages[Type]): void;
  /** Stops listening. */
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

/**
 * Connects a shop page to a funnel's page in a frame. A message counts only if it comes from this frame's own window and from
 * the funnel's origin, carries the frame's id, and is one that `readers` understand. docs/reliability.md R10.1;
 * docs/contract.md C22.1. The frame receives hello when its page announces itself (`awake`); and when it has been loaded, unless
 * the page is ready by then, because pages of earlier releases do not announce themselves.
 * @param onOther - receives what the frame's page sent and no reader understands.
 */
export function linkFrame<Messages extends Partial<PageMessages>>(
  { window, frame, origin, embedId, options, on }: FrameLinkOptions,
  readers: Readers<Messages>,
  onOther?: (data: unknown) => void,
): FrameLink {
  let isReady = false;
  /** The page that is being loaded announced itself. */
  let isAwake = false;
  const waiting = new Map<ShopMessageType, unknown>();

  const post = (type: ShopMessageType, payload: unknown): void =>
    frame.contentWindow?.postMessage({ svc: 1, v: PROTOCOL_VERSION, embedId, type, payload }, origin);
  const sayHello = (): void => {
    isReady = false;
    post('hello', options());
  };

  function handleMessage({ origin: sender, source, data }: MessageEvent): void {
    if (sender !== origin || !source || source !== frame.contentWindow) return;
    const message = readMessage(data, readers) as (Message<PageMessages> & { embedId: string }) | undefined;
    if (message?.embedId !== embedId) {
      if (!message) onOther?.(data);
      return;
    }
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
  window.addEventListener('message', handleMessage);
  return {
    send(type, payload) {
      if (isReady) return post(type, payload);
      waiting.delete(type);
      waiting.set(type, payload);
    },
    disconnect() {
      frame.removeEventListener('load', handleLoad);
      window.removeEventListener('message', handleMessage);
    },
  };
}
