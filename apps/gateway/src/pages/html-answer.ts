/** A page as it is answered. */
export interface HtmlAnswer {
  headers: Record<string, string>;
  body: Buffer;
}
