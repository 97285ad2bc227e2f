import type { AnalysisEventDetail } from '@svc/components';
import type { ContactAnswers, ResultView } from '@svc/domain';
import { analysisDetail } from './analysis-detail.js';
import type { Embedding } from './embedding.js';

/** How long the embedding page waits for the products of a finished analysis before it is notified without them. */
const RESULT_TIMEOUT_MS = 8_000;

export interface AnalysisEventPublisherDeps {
  embedding: Pick<Embedding, 'send'>;
  /** Sub-domain. */
  funnel: string;
  /** Address of an analysis's result. */
  getResultUrl(analysisId: string): string;
  setTimeout(run: () => void, ms: number): unknown;
}

/**
 * Notifies the embedding page of analyses: once that one was finished, with its products as soon as the result is there; that a
 * result was opened, when it was not finished just now. docs/contract.md C21.1.
 */
export class AnalysisEventPublisher {
  private pending: { analysisId: string; contact: ContactAnswers } | null = null;

  constructor(private readonly deps: AnalysisEventPublisherDeps) {}

  /** @param contact - what was sent of it. */
  finished(analysisId: string, contact: ContactAnswers): void {
    this.pending = { analysisId, contact };
    this.deps.setTimeout(() => {
      if (this.pending?.analysisId === analysisId) this.publishFinished(null);
    }, RESULT_TIMEOUT_MS);
  }

  /** @param source - of the result page's address. */
  shown(analysisId: string, view: ResultView, source: string | null): void {
    if (this.pending?.analysisId === analysisId) {
      this.publishFinished(view);
      return;
    }
    const detail = this.buildDetail(analysisId, {}, view);
    this.deps.embedding.send('result-opened', source ? { ...detail, source } : detail);
  }

  private publishFinished(view: ResultView | null): void {
    if (!this.pending) return;
    const { analysisId, contact } = this.pending;
    this.pending = null;
    this.deps.embedding.send('finished', this.buildDetail(analysisId, contact, view));
  }

  private buildDetail(analysisId: string, contact: ContactAnswers, view: ResultView | null): AnalysisEventDetail {
    const { funnel, getResultUrl } = this.deps;
    return analysisDetail({ analysisId, funnel, url: getResultUrl(analysisId), contact, view });
  }
}
