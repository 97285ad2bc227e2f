import { MAX_PICTURES, MAX_PICTURES_BYTES } from '@svc/domain';
import { type Clock, forCompany, ServiceError, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { lockPictures } from '../../db/locks.js';
import { findPicture, insertPicture, type PictureRecord, sumPictures } from '../../db/pictures.js';

export interface StorePictureRequest {
  companyId: string;
  picture: Buffer;
  width: number;
  height: number;
}

/**
 * Stores a picture by its hash; one that the company has already changes nothing. A lock keeps simultaneous uploads within the quota.
 * docs/management.md "Pictures".
 * @throws ServiceError NOT_FOUND or QUOTA_EXCEEDED.
 */
export function storePicture({ db, clock }: { db: Knex; clock: Clock }) {
  return ({
    companyId,
    picture,
    width,
    height,
  }: StorePictureRequest): Promise<{ stored: PictureRecord; created: boolean }> => {
    const hash = sha256(picture);
    return forCompany(db, companyId, async (trx) => {
      await lockPictures(trx, companyId);
      const found = await findPicture(trx, companyId, hash);
      if (found) return { stored: found, created: false };
      const { count, bytes } = await sumPictures(trx, companyId);
      if (count >= MAX_PICTURES) throw quotaExceeded(`${MAX_PICTURES} pictures`);
      if (bytes + picture.length > MAX_PICTURES_BYTES) throw quotaExceeded('pictures of nearly 200 MiB');
      const stored = { hash, width, height, sizeBytes: picture.length, createdAt: clock.now() };
      await insertPicture(trx, companyId, stored, picture);
      return { stored, created: true };
    });
  };
}

const quotaExceeded = (quota: string) =>
  new ServiceError(
    'QUOTA_EXCEEDED',
    `The company has ${quota}; delete one that is not used before you upload another.`,
  );
