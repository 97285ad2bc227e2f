import { MAX_MATCH_IDS } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { checkShopId, strictParams } from './match-query.js';

const invalid = (message: string) => new ServiceError('INVALID_QUERY', message);

/**
 * Parses the strict query of the explanation: `variantId`, 1 to 100 times. Without duplicates, in request order.
 * Fails with URI_TOO_LONG or INVALID_QUERY.
 * @param raw - what stands after `?`, as sent.
 */
export function parseExplainQuery(raw: string): string[] {
  const params = strictParams(raw);
  for (const key of params.keys()) {
    if (key !== 'variantId') throw invalid(`Unknown query key ${JSON.stringify(key)}; variantId is known.`);
  }
  const ids = params.getAll('variantId');
  if (ids.length === 0) throw invalid('Name the variants to explain: ?variantId=…, which may be repeated.');
  if (ids.length > MAX_MATCH_IDS)
    throw invalid(`${ids.length} variantId values were sent; ${MAX_MATCH_IDS} are allowed.`);
  if (ids.includes('')) throw invalid('variantId is empty; give the shop-system id of a variant.');
  for (const id of ids) checkShopId('variantId', id);
  return [...new Set(ids)];
}
