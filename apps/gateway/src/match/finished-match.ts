/** What is known of a match without its body. */
export interface MatchHead {
  analysisId: string;
  companyId: string;
  isPreview: boolean;
  /** Absent for previews, and for HEAD when the state in force is not known. */
  etag?: string;
}

/** A match, ready to be sent. */
export interface FinishedMatch extends MatchHead {
  /** JSON, UTF-8. */
  body: Buffer;
}
