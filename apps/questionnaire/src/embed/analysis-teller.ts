import type { AnalysisEventDetail } from '@svc/components';
import type { ContactAnswers, ResultView } from '@svc/domain';
import { analysisDetail } from './analysis-detail.js';
import type { Embedding } from './embedding.js';

/** How long the embedding page waits for the products of a finished analysis before it is notified without them. */
const TELL_ANYWAY_MS = 8_000;

export interface TellerDeps {
  embedding: Pick<Embedding, 'send'>;
  /** Sub-domain. */
  funnel: string;
  /** Address of an analysis's result. */
  urlOf(analysisId: string): string;
  setTimeout(run: () => void, ms: number): unknown;
}

/**
 * Notifies the embedding page of analyses: once that one was finished, with its products as soon as the result is there; that a
 * result was opened, when it was not finished just now. docs/contract.md C21.1.
 */
export class AnalysisTeller {
  private untold: { analysisId: string; contact: ContactAnswers } | null = null;

  constructor(private readonly deps: TellerDeps) {}

  /** @param contact - what was sent of it. */
  finished(analysisId: string, contact: ContactAnswers): void {
    this.untold = { analysisId, contact };
    this.deps.setTimeout(() => {
      if (this.untold?.analysisId === analysisId) this.tellFinished(null);
    }, TELL_ANYWAY_MS);
  }

  /** @param source - of the result page's address. */
  shown(analysisId: string, view: ResultView, source: string | null): void {
    if (this.untold?.analysisId === analysisId) {
      this.tellFinished(view);
      return;
    }
    const detail = this.detailOf(analysisId, {}, view);
    this.deps.embedding.send('result-opened', source ? { ...detail, source } : detail);
  }

  private tellFinished(view: ResultView | null): void {
    if (!this.untold) return;
    const { analysisId, contact } = this.untold;
    this.untold = null;
    this.deps.embedding.send('finished', this.detailOf(analysisId, contact, view));
  }

  private detailOf(analysisId: string, contact: ContactAnswers, view: ResultView | null): AnalysisEventDetail {
    const { funnel, urlOf } = this.deps;
    return analysisDetail({ analysisId, funnel, url: urlOf(analysisId), contact, view });
  }
}
