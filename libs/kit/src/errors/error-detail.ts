/** One problem in a document: where it is, and what to change. */
export interface ErrorDetail {
  /** JSON pointer into the request document, for example `/funnels/0/steps/2/type`. */
  path: string;
  message: string;
}
