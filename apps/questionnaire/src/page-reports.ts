import type { FunnelPage, ResultView } from '@svc/domain';
import { AnalysisEventPublisher } from './embed/analysis-event-publisher.js';
import type { Embedding } from './embed/embedding.js';
import { resultPath } from './page-route.js';
import { readLanding } from './quiz/landing.js';
import type { QuizEvents } from './quiz/quiz.element.js';
import type { QuizStore } from './quiz/quiz-store.js';
import { reportVisit } from './visits/report-visit.js';
import { getVisitorId } from './visits/stored-visitor.js';
import type { VisitReporter } from './visits/visit-reporter.js';

/** The page that is reported. */
export interface ReportedPage {
  readonly page: FunnelPage;
  readonly store: QuizStore;
}

/** Reports what happens in the page: as a visit (docs/insight.md N4), and to the shop page around it (docs/contract.md C21.1). */
export class PageReports {
  private readonly visit: VisitReporter;
  private readonly publisher: AnalysisEventPublisher;

  constructor(
    private readonly host: ReportedPage,
    private readonly embedding: Embedding,
  ) {
    this.visit = reportVisit(() => ({
      versionId: host.page.version.id,
      source: host.store.landing.source,
      locale: host.page.locale,
      experiment: host.page.experiment,
      visitorId: host.page.experiment && getVisitorId(host.page),
    }));
    this.publisher = new AnalysisEventPublisher({
      embedding,
      funnel: host.page.funnel.subdomain,
      getResultUrl: (analysisId) => location.origin + resultPath(analysisId),
      setTimeout: (run, ms) => setTimeout(run, ms),
    });
  }

  /** Whether the visit is reported; before the first call it is held. */
  setVisit(state: 'on' | 'off'): void {
    this.visit.setState(state);
  }

  stepShown(detail: QuizEvents['step-shown']['detail']): void {
    this.embedding.send('step-changed', detail);
    this.visit.record('SHOWN', detail.stepId);
  }

  stepMoved({ from, direction }: QuizEvents['step-moved']['detail']): void {
    this.visit.record(direction === 'forwards' ? 'ANSWERED' : 'BACK', from);
  }

  started(detail: QuizEvents['quiz-started']['detail']): void {
    this.embedding.send('started', detail);
    if (this.host.store.current) this.visit.record('ANSWERED', this.host.store.current.id);
  }

  finished({ analysisId }: QuizEvents['quiz-finished']['detail']): void {
    const { current: last, sentContact } = this.host.store;
    // Sending is how the visitor continues from the last question.
    if (last) this.visit.record('ANSWERED', last.id);
    if (last) this.visit.record('FINISHED', last.id);
    this.visit.flush();
    this.publisher.finished(analysisId, sentContact);
  }

  resultShown(analysisId: string, view: ResultView): void {
    performance.mark('svc:result');
    this.publisher.shown(analysisId, view, readLanding(location.search).source);
  }
}
