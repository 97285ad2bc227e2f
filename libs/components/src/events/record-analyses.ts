import { readAnalyses, writeAnalysis } from '../storage/analyses.js';
import { writeRecommendedVariants } from '../storage/recommended-variants.js';
import type { RecordStorage } from '../storage/record-list.js';
import {
  type AnalysisEventDetail,
  type FinishedAnalysisDetail,
  SvcAnalysisFinishedEvent,
  SvcResultPageOpenedEvent,
} from './analysis-events.js';
import { SvcDataUpdatedEvent } from './notice-events.js';

export interface AnalysisRecorderDeps {
  document: EventTarget;
  storage: RecordStorage;
  /** Milliseconds since the epoch. */
  now(): number;
  /** False: the records contain no names and no e-mail address; events do. */
  storesContactData(): boolean;
  /** The storage is blocked or full. */
  onStorageFailure(): void;
}

/** How the frame that sends the message was opened. */
export interface AnalysisOrigin {
  /** The element's `source`; null: none. */
  source: string | null;
  /** The shop page knew a result of the funnel when it opened the frame. */
  hadResult: boolean;
}

/** What the component script does when a funnel's page reports an analysis. One recorder per page, for all frames. */
export interface AnalysisRecorder {
  /** Effects of the message `finished`. */
  finished(detail: FinishedAnalysisDetail, origin: AnalysisOrigin): void;
  /** Effects of the message `result-opened`. */
  opened(detail: AnalysisEventDetail, origin: AnalysisOrigin): void;
}

/**
 * Writes both records, then dispatches the event of the analysis, then `svc-data-updated`. Each of the two events of an analysis
 * is dispatched at most once per page load, and `svc-result-page-opened` never for an analysis that was finished in it; the
 * records are written every time. docs/contract.md C20.3 and C21.1.
 */
export function createAnalysisRecorder(deps: AnalysisRecorderDeps): AnalysisRecorder {
  const { document, storage } = deps;
  /** Ids of analyses that this page load already announced. */
  const finished = new Set<string>();
  const opened = new Set<string>();

  function keep(detail: AnalysisEventDetail, { source, hadResult }: AnalysisOrigin, isNew: boolean): void {
    const { funnel, analysis_id } = detail;
    const now = deps.now();
    const known = readAnalyses(storage).find((record) => record.funnel === funnel);
    // The frame's own storage may remember an older result than the shop page does.
    const isStale = !isNew && hadResult && known && known.analysis_id !== analysis_id;
    const contact = (text: string | undefined): string => (deps.storesContactData() && text) || '';
    const isAnalysisKept =
      isStale ||
      writeAnalysis(storage, {
        timestamp: new Date(now).toISOString(),
        funnel,
        analysis_id,
        analysis_url: detail.analysis_url,
        first_name: contact(detail.first_name),
        last_name: contact(detail.last_name),
        email: contact(detail.email),
        color_type: detail.color_type ?? '',
      });
    const areVariantsKept = writeRecommendedVariants(
      storage,
      funnel,
      detail.products.map(({ variant_id }) => ({
        timestamp: now,
        variant_id,
        source: detail.source ?? source ?? '',
        analysis_id,
      })),
      now,
    );
    if (!isAnalysisKept || !areVariantsKept) deps.onStorageFailure();
  }

  /** The funnel's page knows contact data only of an analysis that was just finished; the record may have them. */
  function withContact(detail: AnalysisEventDetail): AnalysisEventDetail {
    const record = readAnalyses(storage).find(({ analysis_id }) => analysis_id === detail.analysis_id);
    if (!record) return detail;
    const contact = (['first_name', 'last_name', 'email'] as const).filter((field) => record[field] !== '');
    return { ...Object.fromEntries(contact.map((field) => [field, record[field]])), ...detail };
  }

  return {
    finished(detail, origin) {
      keep(detail, origin, true);
      if (!finished.has(detail.analysis_id)) {
        finished.add(detail.analysis_id);
        document.dispatchEvent(new SvcAnalysisFinishedEvent(detail));
      }
      document.dispatchEvent(new SvcDataUpdatedEvent());
    },
    opened(given, origin) {
      const detail = withContact(given);
      keep(detail, origin, false);
      if (!finished.has(detail.analysis_id) && !opened.has(detail.analysis_id)) {
        opened.add(detail.analysis_id);
        document.dispatchEvent(new SvcResultPageOpenedEvent(detail));
      }
      document.dispatchEvent(new SvcDataUpdatedEvent());
    },
  };
}
