export type BusMessage = Record<string, string>;
export type BusListener = (message: BusMessage) => void;

/**
 * Messages between parts and replicas, at most once, in no promised order. They only make things happen sooner:
 * whatever must be right is polled or versioned elsewhere.
 */
export interface Bus {
  /** Returns immediately and never throws. Listeners of the same process receive the message too, asynchronously. */
  publish(topic: string, message: BusMessage): void;
  /** Returns the function that ends the subscription. What a listener throws is logged or dropped, never passed on. */
  subscribe(topic: string, listener: BusListener): () => void;
  close(): Promise<void>;
}
