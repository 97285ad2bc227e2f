import { isLocale, MAX_RESULT_CARDS } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { checkShopId } from '../route/shop-ids.js';
import { strictParams } from './strict-params.js';

export interface ResultQuery {
  /** BCP 47, as sent. Absent: company language. */
  locale?: string;
}

export interface ViewQuery extends ResultQuery {
  /** The addresses of all variants are wanted. */
  links: boolean;
}

export interface CardsQuery extends ResultQuery {
  /** Without duplicates, in request order; at least one. */
  variantIds: string[];
}

const invalid = (message: string) => new ServiceError('INVALID_QUERY', message);

/** The query of a result; unknown keys are ignored. Fails with URI_TOO_LONG or INVALID_QUERY. */
export function parseResultQuery(raw: string): ViewQuery {
  const params = strictParams(raw);
  const [links = 'false', ...more] = params.getAll('links');
  if (more.length > 0) throw invalid('links may be given once.');
  if (links !== 'true' && links !== 'false') throw invalid("links is 'true' or 'false'.");
  return { ...readLocale(params), links: links === 'true' };
}

/** The query of further cards; unknown keys are ignored. Fails with URI_TOO_LONG or INVALID_QUERY. */
export function parseCardsQuery(raw: string): CardsQuery {
  const params = strictParams(raw);
  const ids = params.getAll('variantId');
  if (ids.length === 0) throw invalid('Name the variants with variantId, once for each.');
  if (ids.length > MAX_RESULT_CARDS) {
    throw invalid(`${ids.length} variantId values were sent; ${MAX_RESULT_CARDS} are allowed.`);
  }
  for (const id of ids) checkShopId('variantId', id);
  return { ...readLocale(params), variantIds: [...new Set(ids)] };
}

function readLocale(params: URLSearchParams): ResultQuery {
  const [locale, ...more] = params.getAll('locale');
  if (more.length > 0) throw invalid('locale may be given once.');
  if (locale === undefined) return {};
  if (!isLocale(locale)) throw invalid('locale is not a BCP 47 language tag, for example de-CH.');
  return { locale };
}
