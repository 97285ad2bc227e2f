import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '@svc/kit';
import { plainContent, sendBody } from '../../route/answer.js';
import { text } from '../../route/parameter.js';
import { route } from '../../route/route.js';
import { system } from './system.js';

const TYPES: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
};
/** One or more plain names and a known ending: no dots elsewhere, so that no path leaves the folder. */
const IMAGE = /^(?:[a-z0-9_-]+\/)*[a-z0-9_-]+\.(svg|png|jpg|webp)$/;

/** Pictures of the demo company. Not in the OpenAPI document: without DEMO_DIRECTORY there are none. */
export const demoImages = route({
  ...system,
  method: 'GET',
  path: '/demo/images/{*path}',
  id: 'demoImage',
  summary: 'A picture of the demo company',
  params: { path: text('Of the picture in the folder.', 'products/velvet.svg') },
  answers: { 200: { description: 'The picture.', content: plainContent('image/svg+xml', '<svg/>') } },
  errors: ['NOT_FOUND'],
  handler:
    ({ demoDirectory }) =>
    async ({ params: { path } }) => {
      const type = TYPES[IMAGE.exec(path)?.[1] ?? ''];
      if (!type || demoDirectory === undefined) throw notFound();
      const image = await readFile(join(demoDirectory, 'images', path)).catch(() => {
        throw notFound();
      });
      return sendBody(200, type, image, {
        'Cache-Control': 'public, max-age=3600',
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        // A picture that is opened as a page must not run scripts.
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      });
    },
});

const notFound = () => new ServiceError('NOT_FOUND', 'No such picture.');
