import { ServiceError } from '@svc/kit';
import type { Handler } from '../../context.js';
import { accepts } from '../../funnel-host/accept-language.js';
import type { PageAssets } from '../../funnel-host/page-assets.js';
import { matchesEtag } from '../../parse/if-none-match.js';

const ENCODINGS = ['br', 'gzip'] as const;

/** GET /assets/{file}: a file of the built page. Its name says its content, so that it may be kept for ever. */
export function getAsset(pageAssets: () => Promise<PageAssets>): Handler {
  return async (ctx) => {
    const { files } = await pageAssets().catch((cause) => {
      throw new ServiceError('UNAVAILABLE', 'The files of the page are not there at the moment.', { cause });
    });
    const asset = files.get(ctx.path);
    if (!asset) throw new ServiceError('NOT_FOUND', 'No such file.');
    const accepted = ctx.get('Accept-Encoding');
    const encoding = ENCODINGS.find((name) => asset[name] && accepts(accepted, name));
    const etag = `"${asset.tag}${encoding ? `-${encoding}` : ''}"`;
    ctx.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      ETag: etag,
      Vary: 'Accept-Encoding',
    });
    if (matchesEtag(ctx.headers['if-none-match'], etag)) {
      ctx.status = 304;
      return;
    }
    ctx.status = 200;
    ctx.set('Content-Type', asset.type);
    if (encoding) ctx.set('Content-Encoding', encoding);
    ctx.body = (encoding && asset[encoding]) ?? asset.identity;
  };
}
