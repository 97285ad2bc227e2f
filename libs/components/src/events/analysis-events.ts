/** Detail of the analysis events. docs/contract.md C21.4. */
export interface AnalysisEventDetail {
  /** Address of the result. */
  analysis_url: string;
  analysis_id: string;
  /** Sub-domain of the funnel. */
  funnel: string;
  first_name?: string;
  last_name?: string;
  email?: string;
  /** Result of the color type analysis; an opaque word such as `LIGHT_SPRING`. */
  color_type?: string;
  /** Only for `svc-result-page-opened`: the source that the result page's address carried. */
  source?: string;
  /** Recommended products. */
  products: { variant_id: string; link: string }[];
}

/** Detail of `svc-analysis-finished`: an analysis that was just finished has no result page address with a source. */
export type FinishedAnalysisDetail = Omit<AnalysisEventDetail, 'source'>;

/** The analysis is finished; browser storage already has its data. Dispatched on `document`. */
export class SvcAnalysisFinishedEvent extends CustomEvent<FinishedAnalysisDetail> {
  constructor(detail: FinishedAnalysisDetail) {
    super('svc-analysis-finished', { detail, bubbles: true });
  }
}

/** The result page was opened on a later visit. Dispatched on `document`. */
export class SvcResultPageOpenedEvent extends CustomEvent<AnalysisEventDetail> {
  constructor(detail: AnalysisEventDetail) {
    super('svc-result-page-opened', { detail, bubbles: true });
  }
}

declare global {
  interface DocumentEventMap {
    'svc-analysis-finished': SvcAnalysisFinishedEvent;
    'svc-result-page-opened': SvcResultPageOpenedEvent;
  }
}
