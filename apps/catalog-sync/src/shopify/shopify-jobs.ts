import type { Db, Jobs } from '@svc/kit';

/** Work for a shop is done one piece after the other: whole catalogs and single products never overtake each other. */
const toLane = (companyId: string) => ({ name: `shopify:${companyId}` });

export const SYNC_TASK = 'shopify-sync';
export const PRODUCT_TASK = 'shopify-product';
export const ERASE_TASK = 'shopify-erase';
export const ERASE_FORMER_TASK = 'shopify-erase-former';

type Adder = Pick<Jobs, 'add'>;

/** The next step of reading a whole catalog. */
export const addSync = (jobs: Adder, db: Db, companyId: string, runAt?: Date): Promise<void> =>
  jobs.add(db, {
    task: SYNC_TASK,
    key: companyId,
    payload: { companyId },
    lane: toLane(companyId),
    ...(runAt ? { runAt } : {}),
  });

/** Reading one product; several that wait for the same product are one. */
export const addProduct = (jobs: Adder, db: Db, companyId: string, productId: string): Promise<void> =>
  jobs.add(db, {
    task: PRODUCT_TASK,
    key: `${companyId}:${productId}`,
    payload: { companyId, productId },
    lane: toLane(companyId),
  });

/** Deleting what came from the shop of a company. */
export const addErase = (jobs: Adder, db: Db, companyId: string): Promise<void> =>
  jobs.add(db, { task: ERASE_TASK, key: companyId, payload: { companyId }, lane: toLane(companyId) });

/** Deleting what came from a shop that a company has disconnected. */
export const addEraseFormer = (jobs: Adder, db: Db, companyId: string, shop: string): Promise<void> =>
  jobs.add(db, {
    task: ERASE_FORMER_TASK,
    key: `${companyId}:${shop}`,
    payload: { companyId, shop },
    lane: toLane(companyId),
  });

/** What the functions above wrote, in this release or in the one before. */
export const readShopPayload = (payload: Record<string, unknown>): { companyId: string } => ({
  companyId: String(payload.companyId),
});

export const readProductPayload = (payload: Record<string, unknown>): { companyId: string; productId: string } => ({
  companyId: String(payload.companyId),
  productId: String(payload.productId),
});

/** @returns shop - undefined: the one that the company has. */
export const readErasePayload = (
  payload: Record<string, unknown>,
): { companyId: string; shop: string | undefined } => ({
  companyId: String(payload.companyId),
  shop: payload.shop === undefined ? undefined : String(payload.shop),
});
