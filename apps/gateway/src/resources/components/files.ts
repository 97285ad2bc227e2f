import { ServiceError } from '@svc/kit';
import type { ComponentFiles } from '../../built-files/component-files.js';
import { plainContent } from '../../route/answer.js';
import { IMMUTABLE, sendAsset } from '../../route/asset.js';
import { text } from '../../route/parameter.js';
import { route } from '../../route/route.js';

/** A release shows within five minutes everywhere. docs/components.md B1. */
const LATEST = 'public, max-age=240, stale-while-revalidate=60';
const LATEST_ADDRESS = '/components.js';

const HEADERS = {
  ETag: 'Of this encoding.',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

const shared = { method: 'GET', tag: 'Components', permission: 'none' } as const;

const getLatestLoader = route({
  ...shared,
  path: LATEST_ADDRESS,
  id: 'getComponentScript',
  summary: 'The component script',
  description: 'A fixed address that always serves the latest release. Pages load it with a deferred script tag.',
  answers: {
    200: {
      description: 'The script; br or gzip if the client accepts it.',
      content: plainContent('text/javascript', '(()=>{})();'),
      headers: { ...HEADERS, 'Cache-Control': LATEST },
    },
  },
  errors: ['UNAVAILABLE'],
  handler:
    ({ componentFiles }) =>
    async () =>
      sendAsset(await findFile(componentFiles, LATEST_ADDRESS), LATEST),
});

const getReleaseFile = route({
  ...shared,
  path: '/v/{version}/{file}',
  id: 'getComponentFile',
  summary: 'A file of one release of the components',
  description: 'Its content never changes, so pages may pin it with `integrity`; integrity.json lists the digests.',
  params: { version: text('Release.', '0.2.0'), file: text('Name of the file.', 'all.js') },
  answers: {
    200: {
      description: 'The file; br or gzip if the client accepts it.',
      content: plainContent('text/javascript', 'export {};'),
      headers: { ...HEADERS, 'Cache-Control': IMMUTABLE },
    },
  },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
  handler:
    ({ componentFiles }) =>
    async ({ params }) =>
      sendAsset(await findFile(componentFiles, `/v/${params.version}/${params.file}`), IMMUTABLE),
});

/** The files of the browser components, on the API host and on funnel hosts. docs/components.md B1. */
export const componentFiles = [getLatestLoader, getReleaseFile];

async function findFile(load: () => Promise<ComponentFiles>, address: string) {
  const { files } = await load().catch((cause) => {
    throw new ServiceError('UNAVAILABLE', 'The component script is not available at the moment.', { cause });
  });
  const file = files.get(address);
  if (!file) throw new ServiceError('NOT_FOUND', 'No such file.');
  return file;
}
