import { MAX_MATCH_IDS } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { MatchQuery } from '../../match/match-query.js';
import { locale, singleFlag, type ValuesOf } from '../../route/parameter.js';
import { shopIds } from '../../route/shop-ids.js';

/** The query of a match; it must be right as sent. */
export const matchQuery = {
  variantId: shopIds({
    description: `The merchant's variant ids, exact; repeat the key. At most ${MAX_MATCH_IDS} together with productId.`,
    example: ['V1007', 'V2041'],
  }),
  productId: shopIds({ description: "The merchant's product ids; repeat the key.", example: ['P1'] }),
  resultPage: singleFlag('Restrict to the enabled result-page tabs, and list them.'),
  locale: locale('BCP 47, for tab names. Default: company language.'),
};

/** Fails with INVALID_QUERY for too many ids. */
export function toMatchQuery(query: ValuesOf<typeof matchQuery>): MatchQuery {
  const { variantId, productId, resultPage = false, locale: wanted } = query;
  const count = variantId.length + productId.length;
  if (count > MAX_MATCH_IDS) {
    const message = `productId and variantId must have at most ${MAX_MATCH_IDS} values together; ${count} were sent.`;
    throw new ServiceError('INVALID_QUERY', message);
  }
  return {
    productIds: [...new Set(productId)],
    variantIds: [...new Set(variantId)],
    resultPage,
    ...(wanted === undefined ? {} : { locale: wanted }),
  };
}
