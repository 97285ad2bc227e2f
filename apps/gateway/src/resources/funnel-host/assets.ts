import { ServiceError } from '@svc/kit';
import { plainContent } from '../../route/answer.js';
import { IMMUTABLE, sendAsset } from '../../route/asset.js';
import { text } from '../../route/parameter.js';
import { route } from '../../route/route.js';

/** The name of a file contains the hash of its content, so that caches may keep it indefinitely. */
export const getAsset = route({
  method: 'GET',
  path: '/assets/{file}',
  id: 'getAsset',
  tag: 'Funnel host',
  summary: 'A file of the page',
  permission: 'none',
  params: { file: text('As in the page; contains the hash of the content.', 'main-CadfEWD-.js') },
  answers: {
    200: {
      description: 'The file; br or gzip if the client accepts it.',
      content: plainContent('text/javascript', 'export {};'),
      headers: { 'Cache-Control': IMMUTABLE, ETag: 'Of this encoding.' },
    },
  },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
  handler:
    ({ pageAssets }) =>
    async ({ params }) => {
      const { files } = await pageAssets().catch((cause) => {
        throw new ServiceError('UNAVAILABLE', 'The files of the page are not available at the moment.', { cause });
      });
      const asset = files.get(`/assets/${params.file}`);
      if (!asset) throw new ServiceError('NOT_FOUND', 'No such file.');
      return sendAsset(asset, IMMUTABLE);
    },
});
