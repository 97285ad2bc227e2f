import { describe, expect, it, vi } from 'vitest';
import { readLines } from './check-lines.js';

function toStream(parts: readonly string[], cancel: () => void = () => undefined): ReadableStream<Uint8Array> {
  const bytes = parts.map((part) => new TextEncoder().encode(part));
  return new ReadableStream({
    pull(controller) {
      const next = bytes.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
    cancel,
  });
}

const readAll = async (parts: readonly string[]) => {
  const lines: unknown[] = [];
  for await (const line of readLines(toStream(parts))) lines.push(line);
  return lines;
};

describe('the lines of a check', () => {
  it('are the same however the answer is cut', async () => {
    const text = '{"progress":{"phase":"WALK","done":1,"total":2}}\n{"report":{"größe":1}}\n';
    const whole = await readAll([text]);
    expect(whole).toHaveLength(2);
    expect(await readAll([...text])).toEqual(whole);
    expect(await readAll([text.slice(0, -1)])).toEqual(whole);
  });

  it('a reader that stops closes the connection, which ends the check', async () => {
    const cancel = vi.fn();
    for await (const _ of readLines(toStream(['{"progress":{}}\n', '{"report":{}}\n', '\n'], cancel))) break;
    expect(cancel).toHaveBeenCalled();
  });
});
