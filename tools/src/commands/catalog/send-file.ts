import { createReadStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { connect } from '../connection.js';
import type { ProgressDisplay } from '../show-progress.js';
import type { ImportRun } from './import-run.js';

const MIB = 1024 * 1024;
/** As often as the service notes how far it is. */
const POLL_INTERVAL_MS = 2_000;
const LINE_FEED = 10;

/**
 * Uploads a catalog file and waits for the report; shows what was sent, then what was read.
 * @param path - of the company's catalog.
 */
export async function sendFile(
  client: ReturnType<typeof connect>,
  path: string,
  file: string,
  query: URLSearchParams,
  display: ProgressDisplay,
): Promise<ImportRun> {
  const totalMb = Math.ceil(statSync(file).size / MIB);
  const ended = new AbortController();
  let lines = 0;

  async function* sent(): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const piece of createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
      yield piece;
      bytes += piece.length;
      for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) lines += 1;
      display.update({ done: Math.floor(bytes / MIB), total: totalMb, what: 'MB sent' });
    }
    void follow();
  }

  /** The answer comes with the report, and its id with it; until then the company's newest run is this one. */
  async function follow(): Promise<void> {
    for (;;) {
      await sleep(POLL_INTERVAL_MS, undefined, { ref: false });
      if (ended.signal.aborted) return;
      const { data } = (await client.request('GET', `${path}/imports?limit=1`).catch(() => ({ data: [] }))) as {
        data: ImportRun[];
      };
      const [run] = data;
      if (ended.signal.aborted || run?.state !== 'RUNNING' || !run.progress?.rows) continue;
      const { rows } = run.progress;
      // Cells may have line breaks, so that there are fewer rows than lines at most.
      display.update({ done: rows, total: Math.max(rows, lines - 1), what: 'rows read' });
    }
  }

  try {
    return (await client.request('POST', `${path}/imports?${query}`, {
      type: 'text/csv',
      content: Readable.toWeb(Readable.from(sent())) as ReadableStream,
    })) as ImportRun;
  } finally {
    ended.abort();
    display.end();
  }
}
