import { api, load, type Schemas } from '../../../api/client.js';
import { useList } from '../../../api/queries.js';

const MEDIA = '/api/admin/v1/companies/{handle}/media';

export type StoredPicture = Schemas['PicturePage']['data'][number];

export const picturesKey = (handle: string) => ['companies', handle, 'media'];

/** Pictures of a company, newest first. */
export const usePictures = (handle: string) =>
  useList(picturesKey(handle), (cursor) =>
    load(api.GET(MEDIA, { params: { path: { handle }, query: { limit: 50, ...(cursor ? { cursor } : {}) } } })),
  );

export const uploadPicture = (handle: string, picture: Blob): Promise<Schemas['Picture']> =>
  load(
    api.POST(MEDIA, {
      params: { path: { handle } },
      headers: { 'content-type': picture.type },
      body: picture as never,
      bodySerializer: (body) => body,
    }),
  );

export const deletePicture = (handle: string, hash: string): Promise<unknown> =>
  load(api.DELETE(`${MEDIA}/{hash}`, { params: { path: { handle, hash } } }));
