/** A match response, ready to be sent: what GET, HEAD and the warm cache all write. */
export interface FinishedMatch {
  analysisId: string;
  companyId: string;
  isPreview: boolean;
  /** Absent for previews, and for HEAD when the state in force is not known. */
  etag?: string;
  /** JSON, UTF-8; empty for HEAD. */
  body: Buffer;
}

export const JSON_TYPE = 'application/json; charset=utf-8';
