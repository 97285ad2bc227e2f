import type { Schemas } from '../../api/client.js';

export type CheckLine = Schemas['CheckLine'];

/** Lines of JSON as they arrive. The last one needs no line break. */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<CheckLine> {
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  try {
    for (let turn = await reader.read(); !turn.done; turn = await reader.read()) {
      const lines = (rest + turn.value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield JSON.parse(line) as CheckLine;
    }
    if (rest !== '') yield JSON.parse(rest) as CheckLine;
  } finally {
    // Closing the connection ends the work of the service.
    await reader.cancel();
  }
}
