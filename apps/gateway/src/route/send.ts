import type { Context } from '../context.js';
import { matchesEtag } from '../parse/if-none-match.js';
import type { Reply } from './answer.js';
import { compressBody, ENCODINGS } from './compress-body.js';

const READS = new Set(['GET', 'HEAD']);

/** Sends a reply: 304 if the caller has what it reads, compressed if the reply and the caller allow it. */
export async function send(ctx: Context, { status, type, body, headers, compression }: Reply): Promise<void> {
  ctx.status = status;
  if (headers) ctx.set(headers);
  const accepted = compression ? ENCODINGS.filter((name) => ctx.acceptsEncodings(name) === name) : [];
  if (compression) ctx.vary('Accept-Encoding');
  const chosen = compression && Buffer.isBuffer(body) ? await compressBody(body, compression, accepted) : undefined;
  if (headers?.ETag && chosen?.encoding) ctx.set('ETag', headers.ETag.replace(/"$/, `-${chosen.encoding}"`));
  if (headers?.ETag && READS.has(ctx.method) && matchesEtag(ctx.headers['if-none-match'], ctx.response.get('ETag'))) {
    ctx.status = 304;
    return;
  }
  if (type !== undefined) ctx.set('Content-Type', type);
  if (chosen?.encoding) ctx.set('Content-Encoding', chosen.encoding);
  const bytes = chosen?.body ?? body;
  if (bytes !== undefined) ctx.body = bytes;
}
