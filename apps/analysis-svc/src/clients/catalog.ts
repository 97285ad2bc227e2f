import type { CatalogCard } from '@svc/domain';
import { createClient } from '@svc/kit';
import { VariantServiceClient } from '@svc/proto';

/** The calls that this service makes to catalog-sync. */
export interface CatalogClient {
  /** Cards of a company's variants, unknown ones left out. */
  getVariants(companyId: string, variantIds: readonly string[]): Promise<CatalogCard[]>;
  close(): void;
}

/** Most ids of one call. */
const MAX_IDS = 2_000;

/** @param address - `host:port` of catalog-sync. */
export function createCatalogClient(address: string): CatalogClient {
  const client = createClient(VariantServiceClient, address);
  return {
    async getVariants(companyId, variantIds) {
      const cards: CatalogCard[] = [];
      for (let from = 0; from < variantIds.length; from += MAX_IDS) {
        const { variants } = await client.getVariants({
          companyId,
          variantIds: variantIds.slice(from, from + MAX_IDS),
        });
        cards.push(...variants);
      }
      return cards;
    },
    close: () => client.close(),
  };
}
