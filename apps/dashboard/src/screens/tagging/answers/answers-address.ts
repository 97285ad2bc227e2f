import { readSearchText } from '../../../shared/navigation/read-search-text.js';
/** What the address of the view of answers carries. */
export interface AnswersAddress {
  /** Sub-domain of the funnel. */
  funnel?: string | undefined;
  /** Id of the question. */
  step?: number | undefined;
  /** Part of a name or of an id. */
  query?: string | undefined;
}

/** @param search - of an address; numbers come from texts such as `?query=1`. */
export function readAnswersAddress(search: Record<string, unknown>): AnswersAddress {
  const [funnel, query] = [readSearchText(search.funnel), readSearchText(search.query)];
  const step = Number(search.step);
  return {
    ...(funnel === undefined ? {} : { funnel }),
    ...(Number.isSafeInteger(step) && step > 0 ? { step } : {}),
    ...(query === undefined ? {} : { query }),
  };
}
