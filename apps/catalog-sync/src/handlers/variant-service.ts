import { type GrpcService, ServiceError, service } from '@svc/kit';
import { VariantServiceService } from '@svc/proto';
import type { Knex } from 'knex';
import { listCards } from '../db/list-cards.js';

/** Variants of one call. */
export const MAX_CARDS = 2_000;

/** svc.catalog.v1.VariantService: variants as people see them. */
export function createVariantService(deps: { db: Knex }): GrpcService {
  return service(VariantServiceService, {
    async getVariants({ companyId, variantIds }) {
      if (companyId === '') throw new ServiceError('INVALID_REQUEST', 'companyId is missing.');
      if (variantIds.length > MAX_CARDS) {
        throw new ServiceError('INVALID_REQUEST', `A request must name at most ${MAX_CARDS} variants.`);
      }
      // PostgreSQL takes no NUL; no id holds one.
      const storable = variantIds.filter((id) => !id.includes('\0'));
      return { variants: storable.length === 0 ? [] : await listCards(deps.db, companyId, storable) };
    },
  });
}
