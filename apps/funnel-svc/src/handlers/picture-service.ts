import { forCompany, type Handlers, readPage, SEQ_POSITION, ServiceError, service, withoutNul } from '@svc/kit';
import { type Picture, PictureServiceService, type PictureUse } from '@svc/proto';
import type { Knex } from 'knex';
import {
  findPictureContent,
  findPicturePlaces,
  listPictures,
  type PicturePlace,
  type PictureRecord,
} from '../db/pictures.js';
import type { deleteUnusedPicture } from '../usecases/pictures/delete-unused-picture.js';
import type { storePicture } from '../usecases/pictures/store-picture.js';

/** Pictures that companies uploaded. The caller has authenticated the client. */
export function createPictureService(deps: {
  db: Knex;
  storePicture: ReturnType<typeof storePicture>;
  deleteUnusedPicture: ReturnType<typeof deleteUnusedPicture>;
}) {
  const { db } = deps;
  const handlers: Handlers<typeof PictureServiceService> = {
    async storePicture(request) {
      const { stored, created } = await deps.storePicture(request);
      return { picture: toPicture(stored), created };
    },

    listPictures({ companyId, ...request }) {
      return forCompany(db, companyId, async (trx) => {
        const { items, nextPageToken } = await readPage(request, {
          read: (before, limit) => listPictures(trx, companyId, before, limit),
          position: ({ seq }) => seq,
          isPosition: SEQ_POSITION,
        });
        const places = await findPicturePlaces(
          trx,
          companyId,
          items.map(({ hash }) => hash),
        );
        return { pictures: items.map((picture) => toUsedPicture(picture, places)), nextPageToken };
      });
    },

    async deletePicture(request) {
      await deps.deleteUnusedPicture(request);
      return {};
    },

    async getPicture({ hash }) {
      const picture = await findPictureContent(db, hash);
      if (!picture) throw new ServiceError('NOT_FOUND', 'No such picture.');
      return { picture };
    },
  };
  return service(PictureServiceService, withoutNul(handlers));
}

const toPicture = ({ hash, width, height, sizeBytes, createdAt }: PictureRecord): Picture => ({
  hash,
  width,
  height,
  sizeBytes,
  createTime: createdAt,
});

function toUsedPicture(record: PictureRecord, places: readonly PicturePlace[]) {
  const hash = record.hash.toString('hex');
  const own = places.filter((place) => place.hash === hash);
  const uses = new Map<string, PictureUse>();
  for (const { subdomain, place } of own) {
    if (subdomain === null || place === 'logo') continue;
    const use = uses.get(subdomain) ?? { subdomain, published: false, draft: false, edit: false };
    uses.set(subdomain, { ...use, [place]: true });
  }
  return { picture: toPicture(record), uses: [...uses.values()], logo: own.some(({ place }) => place === 'logo') };
}
