/** The filters of a match. Ids are without duplicates, in request order. */
export interface MatchQuery {
  productIds: string[];
  variantIds: string[];
  resultPage: boolean;
  /** BCP 47, as sent. Absent: company language. */
  locale?: string;
}
