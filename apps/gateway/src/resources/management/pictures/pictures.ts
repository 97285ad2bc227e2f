import { MAX_PICTURE_BYTES } from '@svc/domain';
import type { Picture } from '@svc/proto';
import { getPictureAddress } from '../../../access/dashboard-origin.js';
import type { PageAddress } from '../../../hosts/funnel-host.js';
import { requiredTime } from '../../../messages/iso-time.js';
import { requirePart } from '../../../messages/require-part.js';
import { type Content, json, page, sendJson, sendNothing, sendPage, toBuffer } from '../../../route/answer.js';
import { deferred, documentBody } from '../../../route/body.js';
import { paging, toPage } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import { PICTURE_HASH, pictureHash } from './picture-hash.js';

const MEDIA = `${COMPANY}/media`;

const pictureExample = {
  hash: PICTURE_HASH,
  url: `https://cdn.svc.example/m/${PICTURE_HASH}.webp`,
  width: 1280,
  height: 853,
  bytes: 84_210,
  createdAt: '2026-11-24T09:00:00.000Z',
};

const binary = { schema: { type: 'string', format: 'binary' }, examples: { picture: { value: 'RIFF…' } } };
const pictureContent: Content = {
  'image/webp': binary,
  'image/jpeg': binary,
  'image/png': binary,
  'image/avif': binary,
};

const uploadPicture = route({
  ...management,
  method: 'POST',
  path: MEDIA,
  id: 'uploadPicture',
  permission: 'manage:funnel.edit',
  summary: 'Upload a picture for options or the logo',
  description:
    'At most 1 MiB and 4,096 pixels on each side, not animated. It is stored as WebP of at most 1,280 pixels on the longer side, upright and ' +
    'without metadata. The same picture again is not stored twice.',
  params: company,
  body: deferred(
    documentBody({
      content: pictureContent,
      maxBytes: MAX_PICTURE_BYTES,
      errors: ['INVALID_REQUEST'],
      parse: async (bytes, type) => ({ bytes, type }),
    }),
  ),
  answers: {
    200: json('The company has this picture already.', 'Picture', { picture: pictureExample }),
    201: json('Stored.', 'Picture', { picture: pictureExample }),
  },
  errors: ['QUOTA_EXCEEDED', 'NOT_FOUND'],
  handler:
    ({ clients, pageAddress }) =>
    async ({ params, body, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const { bytes, type } = await body();
      const converted = await clients.pictureConversion.convertPicture({ picture: bytes, type });
      const { picture, created } = await clients.pictures.storePicture({ companyId, ...converted });
      const stored = presentPicture(requirePart(picture), pageAddress);
      ctx.state.audit?.add({ targets: { picture: stored.hash } });
      return sendJson(created ? 201 : 200, stored);
    },
});

const listPictures = route({
  ...management,
  method: 'GET',
  path: MEDIA,
  id: 'listPictures',
  permission: 'manage:funnel.read',
  summary: 'Pictures and where they are used, newest first',
  params: company,
  query: paging,
  answers: {
    200: page('PicturePage', {
      ...pictureExample,
      uses: [{ subdomain: 'beauty', published: true, draft: false, edit: false }],
      logo: false,
    }),
  },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients, pageAddress }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const { pictures, nextPageToken } = await clients.pictures.listPictures({ companyId, ...toPage(query) });
      const data = pictures.map(({ picture, uses, logo }) => ({
        ...presentPicture(requirePart(picture), pageAddress),
        uses,
        logo,
      }));
      return sendPage(data, nextPageToken);
    },
});

const deletePicture = route({
  ...management,
  method: 'DELETE',
  path: `${MEDIA}/{hash}`,
  id: 'deletePicture',
  permission: 'manage:funnel.edit',
  summary: 'Delete a picture that is not used',
  description:
    '409 while a published version, one of a running test, a draft, an edit or the look names it. Browsers and caches that have it keep ' +
    'it; earlier versions of funnels that named it then show the option without it.',
  params: { ...company, hash: pictureHash },
  answers: { 204: { description: 'Deleted.' } },
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      await clients.pictures.deletePicture({ companyId, hash: params.hash });
      return sendNothing;
    },
});

/** Uploaded pictures. docs/management.md "Pictures". */
export const pictures = [uploadPicture, listPictures, deletePicture];

function presentPicture({ hash: sent, width, height, sizeBytes, createTime }: Picture, address: PageAddress) {
  const hash = toBuffer(sent).toString('hex');
  return {
    hash,
    url: getPictureAddress(hash, address),
    width,
    height,
    bytes: sizeBytes,
    createdAt: requiredTime(createTime),
  };
}
