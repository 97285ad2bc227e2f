import { forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { deletePicture, findPicturePlaces } from '../../db/pictures.js';

/**
 * Deletes a picture that is shown nowhere. Earlier versions of funnels do not count.
 * @throws ServiceError NOT_FOUND, or CONFLICT while it is shown.
 */
export function deleteUnusedPicture({ db }: { db: Knex }) {
  return ({ companyId, hash }: { companyId: string; hash: Buffer }): Promise<void> =>
    forCompany(db, companyId, async (trx) => {
      // Deleted first: a picture of another company, or none, is unknown, wherever its address stands.
      if (!(await deletePicture(trx, companyId, hash))) {
        throw new ServiceError('NOT_FOUND', 'The company has no picture with this hash.');
      }
      const places = await findPicturePlaces(trx, companyId, [hash]);
      if (places.length === 0) return;
      const names = [
        ...new Set(places.map(({ subdomain }) => (subdomain === null ? 'the logo' : `the funnel ${subdomain}`))),
      ];
      throw new ServiceError(
        'CONFLICT',
        `The picture is used by ${names.slice(0, 5).join(', ')}; remove it there first.`,
      );
    });
}
