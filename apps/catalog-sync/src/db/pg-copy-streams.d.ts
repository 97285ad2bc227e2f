declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream';
  /** `COPY … FROM STDIN` as a stream to write to; pass it to `client.query`. */
  export function from(text: string): Writable & { rowCount: number };
}
