import type { Writable } from 'node:stream';

/** Writes all of a stream, no faster than it is read. Stops when the caller is gone. */
export async function pump(
  source: AsyncIterable<unknown>,
  target: Writable,
  call: { readonly cancelled: boolean },
): Promise<void> {
  let wake: (() => void) | undefined;
  for (const event of ['drain', 'cancelled', 'close']) target.on(event, () => wake?.());
  for await (const message of source) {
    if (call.cancelled || target.destroyed) return;
    if (target.write(message)) continue;
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (call.cancelled || target.destroyed || !target.writableNeedDrain) resolve();
    });
  }
}
