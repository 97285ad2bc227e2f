import { ServiceError } from '@svc/kit';
import { LRUCache } from 'lru-cache';
import { plainContent, sendBody, toBuffer } from '../../route/answer.js';
import { IMMUTABLE } from '../../route/asset.js';
import { text } from '../../route/parameter.js';
import { route } from '../../route/route.js';
import { PICTURE_HASH, parsePictureHash } from '../management/pictures/picture-hash.js';

/** Pictures that were read lately; a page shows the same ones to all shoppers. */
const CACHE_BYTES = 16 * 1024 * 1024;
/** How long a process shows a picture that was deleted. */
const CACHE_MS = 60_000;

/**
 * An uploaded picture. Its name is the hash of its content, so that caches may keep it indefinitely. It is what analysis-svc encoded, and
 * as a page it may do nothing. docs/adr/0090-uploaded-pictures.md.
 */
export const getPicture = route({
  method: 'GET',
  path: '/m/{file}',
  id: 'getPicture',
  tag: 'System',
  summary: 'An uploaded picture',
  permission: 'source',
  params: { file: text('As in the address.', `${PICTURE_HASH}.webp`) },
  answers: { 200: { description: 'The picture.', content: plainContent('image/webp', 'RIFF…') } },
  errors: ['NOT_FOUND'],
  handler: ({ clients }) => {
    const cache = new LRUCache<string, Buffer>({
      maxSize: CACHE_BYTES,
      sizeCalculation: ({ length }) => length + 200,
      ttl: CACHE_MS,
    });
    return async ({ params: { file } }) => {
      if (!file.endsWith('.webp')) throw new ServiceError('NOT_FOUND', 'No such picture.');
      const name = file.slice(0, -'.webp'.length);
      const hash = parsePictureHash(name);
      const kept = cache.get(name);
      const picture = kept ?? toBuffer((await clients.pictures.getPicture({ hash })).picture);
      if (!kept) cache.set(name, picture);
      return sendBody(200, 'image/webp', picture, {
        'Cache-Control': IMMUTABLE,
        ETag: `"${name.slice(0, 27)}"`,
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Content-Security-Policy': "sandbox; default-src 'none'",
      });
    };
  },
});
