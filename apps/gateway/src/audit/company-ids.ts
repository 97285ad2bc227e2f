import { isHandle } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { Clients } from '../clients.js';

const MAX_KNOWN = 10_000;

/** Finds the id of a company by its handle; undefined without such a company. */
export type FindCompanyId = (handle: string) => Promise<string | undefined>;

/**
 * Remembers ids: a company never changes its handle and is never deleted, so that only the first request of a company costs a call.
 * Unknown handles are looked up every time, because a company may be created under them.
 */
export function createCompanyIds(clients: Pick<Clients, 'funnelAdmin'>): FindCompanyId {
  const known = new Map<string, string>();
  return async (handle) => {
    if (!isHandle(handle)) return undefined;
    const found = known.get(handle) ?? (await load(clients, handle));
    if (found !== undefined && known.size < MAX_KNOWN) known.set(handle, found);
    return found;
  };
}

async function load({ funnelAdmin }: Pick<Clients, 'funnelAdmin'>, handle: string): Promise<string | undefined> {
  try {
    return (await funnelAdmin.getCompany({ handle })).companyId;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
