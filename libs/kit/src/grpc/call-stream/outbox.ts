import type { Writable } from 'node:stream';

/**
 * The sending half of a call stream: what one tick brought leaves as one message, and no faster than the other side reads.
 * A message costs grpc-js about as much as a call, so ten answers in one message cost a tenth.
 */
export class Outbox<Message> {
  readonly #raw: Writable;
  readonly #take: () => Message | undefined;
  #scheduled = false;
  #ending = false;

  /** @param take - removes the next message from what waits; undefined when nothing does. */
  constructor(raw: Writable, take: () => Message | undefined) {
    this.#raw = raw;
    this.#take = take;
    raw.on('drain', () => this.#flush());
  }

  /** Something waits to be sent. */
  wake(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#flush());
  }

  /** Ends this half of the stream once all has left that waits. */
  end(): void {
    this.#ending = true;
    this.wake();
  }

  #flush(): void {
    this.#scheduled = false;
    while (this.#raw.writable && !this.#raw.writableNeedDrain) {
      const message = this.#take();
      if (message === undefined) {
        if (this.#ending) this.#raw.end();
        return;
      }
      this.#raw.write(message);
    }
  }
}
