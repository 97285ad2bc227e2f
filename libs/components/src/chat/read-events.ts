/** One event of a stream. */
export interface StreamEvent {
  event: string;
  data: string;
}

/**
 * Reads server-sent events. Comments are left out, and so is an event that the end of the stream cuts off.
 * @param onBytes - called whenever something arrives, comments included.
 * @throws what the stream throws.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  onBytes: () => void = () => {},
): AsyncGenerator<StreamEvent> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let event = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onBytes();
      // A line feed may follow in the next piece.
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() as string;
      for (const line of lines) {
        const [, field, text = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? [];
        if (field === 'event') event = text;
        if (field === 'data') data.push(text);
        if (line !== '') continue;
        if (data.length > 0) yield { event: event || 'message', data: data.join('\n') };
        event = '';
        data = [];
      }
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
