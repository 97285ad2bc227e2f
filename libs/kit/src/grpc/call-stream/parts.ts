import { PART_BYTES } from './limits.js';

interface Frame {
  id: number;
  payload: Buffer;
  more: boolean;
}

/** Frames that wait to be sent. Large payloads are cut, and what is left of one queues again behind the other frames. */
export class PartQueue<F extends Frame> {
  readonly #rest: (frame: F) => F;
  #frames: F[] = [];

  /** @param rest - the frame for further parts: what the first one said need not be said again. */
  constructor(rest: (frame: F) => F) {
    this.#rest = rest;
  }

  get length(): number {
    return this.#frames.length;
  }

  push(frame: F): void {
    this.#frames.push(frame);
  }

  /** Nobody waits for this one any more. */
  remove(id: number): void {
    this.#frames = this.#frames.filter((frame) => frame.id !== id);
  }

  clear(): void {
    this.#frames = [];
  }

  /** The frames of the next message, of about PART_BYTES. */
  take(): F[] {
    const taken: F[] = [];
    for (let bytes = 0; bytes < PART_BYTES; ) {
      const frame = this.#frames.shift();
      if (!frame) break;
      const { payload } = frame;
      bytes += payload.length;
      if (payload.length <= PART_BYTES) {
        taken.push(frame);
        continue;
      }
      taken.push({ ...frame, payload: payload.subarray(0, PART_BYTES), more: true });
      this.#frames.push({ ...this.#rest(frame), payload: payload.subarray(PART_BYTES) });
    }
    return taken;
  }
}

/** A payload that comes in parts. */
export class PartCollector {
  #parts: Buffer[] | undefined;
  /** Bytes so far. */
  bytes = 0;

  /** Takes a part; answers the whole payload once it is complete. */
  add(part: Buffer, more: boolean): Buffer | undefined {
    this.bytes += part.length;
    if (!more && !this.#parts) return part;
    this.#parts ??= [];
    this.#parts.push(part);
    return more ? undefined : Buffer.concat(this.#parts);
  }
}
