import { isLocale, MAX_MATCH_IDS, MAX_SHOP_ID_BYTES } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { strictParams } from './strict-params.js';

/** A match request's filters. Ids are without duplicates, in request order. Spec, "GET …/matches", rule 1. */
export interface MatchQuery {
  productIds: string[];
  variantIds: string[];
  resultPage: boolean;
  /** BCP 47, as sent. Absent: company language. */
  locale?: string;
}

const KEYS = new Set(['variantId', 'productId', 'resultPage', 'locale']);
const SINGLE_KEYS = ['resultPage', 'locale'] as const;

const invalid = (message: string) => new ServiceError('INVALID_QUERY', message);

/**
 * Parses the strict query of the match route.
 * Fails with URI_TOO_LONG (over 8 KiB, before anything else) or INVALID_QUERY. Contract, "Matches".
 * @param raw - what stands after `?`, as sent.
 */
export function parseMatchQuery(raw: string): MatchQuery {
  const params = strictParams(raw);
  for (const key of params.keys()) {
    if (!KEYS.has(key)) {
      throw invalid(`Unknown query key ${JSON.stringify(key)}; variantId, productId, resultPage and locale are known.`);
    }
  }
  for (const key of SINGLE_KEYS) {
    if (params.getAll(key).length > 1) throw invalid(`${key} may be given once.`);
  }
  const productIds = params.getAll('productId');
  const variantIds = params.getAll('variantId');
  const count = productIds.length + variantIds.length;
  if (count > MAX_MATCH_IDS) {
    throw invalid(`${count} productId and variantId values were sent; ${MAX_MATCH_IDS} are allowed.`);
  }
  for (const id of productIds) checkShopId('productId', id);
  for (const id of variantIds) checkShopId('variantId', id);
  const locale = params.get('locale');
  if (locale !== null && !isLocale(locale)) throw invalid('locale is not a BCP 47 language tag, for example de-CH.');
  return {
    productIds: [...new Set(productIds)],
    variantIds: [...new Set(variantIds)],
    resultPage: parseResultPage(params.get('resultPage')),
    ...(locale === null ? {} : { locale }),
  };
}

/** Fails with INVALID_QUERY for what cannot be a merchant's id. */
export function checkShopId(key: string, id: string): void {
  if (id === '') throw invalid(`${key} is empty; leave the key out for no filter.`);
  if (Buffer.byteLength(id) > MAX_SHOP_ID_BYTES) throw invalid(`${key} is longer than ${MAX_SHOP_ID_BYTES} bytes.`);
  if (id.includes('\0')) throw invalid(`${key} contains a NUL character.`);
}

function parseResultPage(value: string | null): boolean {
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  throw invalid("resultPage is 'true' or 'false'.");
}
