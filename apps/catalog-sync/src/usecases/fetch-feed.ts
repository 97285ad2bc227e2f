import { createGunzip, type Gunzip } from 'node:zlib';
import { type Outbound, type OutboundResponse, toOutboundError } from '@svc/kit';
import type { Validators } from '../db/feed-states.js';
import { ImportFailure } from '../domain/import-failure.js';
import { IMPORT_LIMITS } from '../domain/import-limits.js';

/** The feed is what it was when it was imported last. */
export class FeedUnchanged extends Error {}

export interface FetchedFeed {
  /** The file, inflated. @throws ImportFailure, FeedUnchanged at its first piece */
  chunks: AsyncIterable<Buffer>;
  /** Of the answer, once the first piece came. */
  validators(): Validators;
  /** Bytes that the answer announced; null: it did not say. */
  totalBytes(): number | null;
}

const MAX_REDIRECTS = 3;
const GZIP_MAGIC = [0x1f, 0x8b];

/**
 * Fetches a feed: asks for it only if it changed, follows redirects whose targets are checked, inflates gzip whether it is declared or
 * only is. Bounds: 100 MB transferred, 500 MB inflated. docs/catalog.md "Feeds", "What every import does";
 * docs/reliability.md R5.3.
 * @param known - validators of the last imported answer; undefined: fetch it whatever it is.
 */
export function fetchFeed(
  outbound: Outbound,
  url: string,
  known: Validators | undefined,
  signal: AbortSignal,
  limits: { maxFileBytes: number; maxInflatedBytes: number } = IMPORT_LIMITS,
): FetchedFeed {
  let response: OutboundResponse | undefined;
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      response = await outbound.request(url, {
        headers: {
          accept: 'text/csv, text/tab-separated-values, text/plain;q=0.9, */*;q=0.5',
          'accept-encoding': 'gzip',
          'user-agent': 'svc-catalog-sync',
          ...(known?.etag ? { 'if-none-match': known.etag } : {}),
          ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
        },
        maxRedirects: MAX_REDIRECTS,
        signal,
      });
      const { status, body } = response;
      if (status === 304 && known) {
        body.destroy();
        throw new FeedUnchanged();
      }
      if (status !== 200) {
        body.destroy();
        throw new ImportFailure(`The feed's server responded with status ${status} instead of 200.`, 'SERVER_STATUS', {
          status,
        });
      }
      const received = bounded(body, limits.maxFileBytes, 'as it is transferred; send it compressed with gzip');
      yield* inflated(received, response.headers['content-encoding'], limits.maxInflatedBytes);
    } catch (error) {
      if (error instanceof ImportFailure || error instanceof FeedUnchanged || signal.aborted) throw error;
      throw new ImportFailure(`The feed could not be fetched. ${toOutboundError(error).message}`, 'NOT_FETCHED');
    }
  }
  const header = (name: string) => response?.headers[name] ?? null;
  return {
    chunks: chunks(),
    validators: () => ({ etag: header('etag'), lastModified: header('last-modified') }),
    totalBytes: () => {
      const announced = Number(header('content-length') ?? Number.NaN);
      return Number.isSafeInteger(announced) && header('content-encoding') === null ? announced : null;
    },
  };
}

async function* bounded(chunks: AsyncIterable<Buffer>, maxBytes: number, how: string): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new ImportFailure(
        `The feed is larger than ${Math.round(maxBytes / 1024 / 1024)} MB ${how}.`,
        'FILE_TOO_LARGE',
        {
          megabytes: Math.round(maxBytes / 1024 / 1024),
        },
      );
    }
    yield chunk;
  }
}

/** Inflates what is gzip. A file that ends early or is damaged fails; it never becomes a shorter catalog. */
async function* inflated(
  chunks: AsyncGenerator<Buffer>,
  encoding: string | undefined,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  if (encoding !== undefined && !/^(gzip|x-gzip|identity)$/i.test(encoding.trim())) {
    await chunks.return(undefined);
    throw new ImportFailure(
      `The feed is compressed with ${JSON.stringify(encoding)}; only gzip is read.`,
      'COMPRESSION',
      { encoding },
    );
  }
  const first = await chunks.next();
  if (first.done) return;
  const isGzip = GZIP_MAGIC.every((byte, place) => first.value[place] === byte);
  if (!isGzip) {
    yield first.value;
    yield* chunks;
    return;
  }
  yield* bounded(gunzipped(first.value, chunks), maxBytes, 'when it is inflated');
}

async function* gunzipped(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const feeding = (async () => {
    for (let chunk: Buffer | undefined = first; chunk; chunk = getChunk(await rest.next())) {
      // It may have ended while the chunk was awaited, and then it says nothing more.
      if (gunzip.destroyed) return;
      if (!gunzip.write(chunk)) await drained(gunzip);
      if (gunzip.destroyed) return;
    }
    gunzip.end();
  })().catch((error: unknown) => gunzip.destroy(error as Error));
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('Z_')) {
      throw new ImportFailure('The feed is damaged: its gzip data end early or are no gzip data.', 'DAMAGED');
    }
    throw error;
  } finally {
    gunzip.destroy();
    await rest.return(undefined);
    await feeding;
  }
}

/** Waits until there is room again, or the stream is closed. */
function drained(stream: Gunzip): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}

const getChunk = (result: IteratorResult<Buffer, unknown>): Buffer | undefined =>
  result.done ? undefined : result.value;
