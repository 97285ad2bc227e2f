import type { AddToCartDetail, ClickedVariant, EmbedOptions, TrackingState } from '@svc/components';
import type { FunnelPage, ResultView } from '@svc/domain';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { AnalysisEventPublisher } from './embed/analysis-event-publisher.js';
import { type Embedding, embed } from './embed/embedding.js';
import { pageStyles } from './page.styles.js';
import { pageFoot, pageHead } from './page-frame.js';
import { inLocale, nearestLocale, type PageRoute, readRoute, resultPath } from './page-route.js';
import type { PreviewState } from './preview/preview-message.js';
import { forgetFinished, keepFinished, readFinished } from './quiz/finished-funnels.js';
import { isForced, readLanding } from './quiz/landing.js';
import './quiz/quiz.element.js';
import { newKey } from './quiz/new-key.js';
import type { QuizEvents, SvcQuiz } from './quiz/quiz.element.js';
import { readQuizAnswers } from './quiz/quiz-answers.js';
import { QuizStore } from './quiz/quiz-store.js';
import { fetchPage, readPage } from './read-page.js';
import type { SvcResult } from './results/result.element.js';
import { getDirection } from './shared/i18n/direction.js';
import { PAGE_TEXTS, type PageText } from './shared/i18n/page-texts.js';
import { createTranslator, type Translate } from './shared/i18n/translator.js';
import { safeStorage } from './shared/safe-storage.js';
import { baseStyles, buttonStyles, noteStyles } from './shared/styles.js';
import { applyTheme } from './shared/theme/apply-theme.js';
import { assignQuestions, isUnassigned } from './visits/assign-questions.js';
import { mayReport, reportVisit } from './visits/report-visit.js';
import { getVisitorId } from './visits/stored-visitor.js';
import type { VisitReporter } from './visits/visit-reporter.js';

/** How long a result is withheld from a shop page that asked for it and does not close its dialog. */
const MAX_WITHHELD_MS = 12_000;

/** The page of a funnel's host: the questionnaire at `/`, a result at `/r/{analysisId}`. */
export class SvcPage extends LitElement {
  static override styles = [baseStyles, buttonStyles, noteStyles, pageStyles];
  static override properties = {
    route: { state: true },
    resultState: { state: true },
    embedded: { type: Boolean, reflect: true },
    isWithheld: { state: true },
    isPreviewEnd: { state: true },
    previewResult: { state: true },
    tracking: { state: true },
  };

  declare route: PageRoute;
  declare resultState: 'unloaded' | 'loaded' | 'failed';
  declare embedded: boolean;
  /** The result is loaded and not shown: the shop page closes its dialog first. */
  declare isWithheld: boolean;
  declare tracking: TrackingState;
  /** In the preview, the last question was answered: nothing is sent. */
  declare isPreviewEnd: boolean;
  /** What the dashboard shows at the end of the preview; null: nothing yet. */
  declare previewResult: ResultView | null;

  private page: FunnelPage = readPage(document);
  private say: Translate<PageText> = createTranslator(PAGE_TEXTS, this.page.locale);
  private readonly kept = safeStorage(window, 'localStorage');
  /** One for all states that a preview shows: where the browser blocks storage, it remembers the answers between them. */
  private readonly keptByTab = safeStorage(window, 'sessionStorage');
  private store: QuizStore;
  private readonly embedding: Embedding;
  private readonly publisher: AnalysisEventPublisher;
  private readonly visit: VisitReporter;
  /** The result was opened because the visitor had finished before, not because the address asked for it. */
  private isReminded = false;
  private withholding = 0;
  /** The dashboard shows it. */
  private isPreviewed = false;
  /** Questions that are shown now were chosen by the visitor, not by the dashboard. */
  private isChosen = false;

  constructor() {
    super();
    applyTheme(document, this.page.theme);
    this.setDocumentLanguage();
    this.store = this.createStore();
    this.isPreviewEnd = false;
    this.previewResult = null;
    this.resultState = 'unloaded';
    this.isWithheld = false;
    this.route = this.begin();
    this.embedding = embed(this.page, this, {
      onHello: (options) => this.onHello(options),
      onFocus: () => {
        this.showWithheld();
        void this.updateComplete.then(() => this.focusContent());
      },
      onClose: () => this.onClose(),
      onTracking: (state) => this.setTracking(state),
    });
    this.embedded = this.embedding.isFramed;
    this.visit = reportVisit(() => ({
      versionId: this.page.version.id,
      source: this.store.landing.source,
      locale: this.page.locale,
      experiment: this.page.experiment,
      visitorId: this.page.experiment && getVisitorId(this.page),
    }));
    // A frame of the component script reports nothing before the shop page said whether it may.
    if (this.embedding.isComponent) this.tracking = 'off';
    else this.setTracking(mayReport(this.page.trackingConsent, location.search, navigator) ? 'on' : 'off');
    this.publisher = new AnalysisEventPublisher({
      embedding: this.embedding,
      funnel: this.page.funnel.subdomain,
      getResultUrl: (analysisId) => location.origin + resultPath(analysisId),
      setTimeout: (run, ms) => setTimeout(run, ms),
    });
    window.addEventListener('popstate', this.onPopState);
  }

  override render() {
    const { page, say } = this;
    return html`
      <div class="page">
        ${pageHead(page, say, (tag) => void this.changeLanguage(tag))}
        <main>${this.content()}</main>
        ${pageFoot(page, say)}
      </div>
    `;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('route') && this.route.view === 'result') this.nameDocument(this.say('page.result'));
  }

  private createStore(): QuizStore {
    return new QuizStore(this.page, readLanding(location.search), {
      storage: this.keptByTab,
      now: () => new Date(),
      newKey,
    });
  }

  /**
   * Shows another state of the questions in place of this one, with the answers that were given; for the preview host. From then on,
   * nothing is sent. docs/adr/0083-the-preview-host.md.
   * @param stepId - the question to show; null, or one that the answers hide: the one that is shown.
   * @param answers - in place of those that were given; null: these stay.
   */
  async showPreview(page: FunnelPage, stepId: number | null, answers: object | null): Promise<void> {
    this.isPreviewed = true;
    this.visit.setState('off');
    this.isChosen = false;
    if (page.theme.colorScheme !== this.page.theme.colorScheme) applyTheme(document, page.theme);
    this.page = page;
    this.say = createTranslator(PAGE_TEXTS, page.locale);
    this.store = this.createStore();
    if (answers) this.store.setMatching(readQuizAnswers({ matching: answers }).matching);
    const wanted = this.store.shown.find(({ id }) => id === stepId);
    if (wanted) {
      this.store.show(wanted);
      this.isPreviewEnd = false;
    }
    this.setDocumentLanguage();
    this.requestUpdate();
    await this.updateComplete;
    const quiz = this.renderRoot.querySelector<SvcQuiz>('svc-quiz');
    // No note about answers that were given before.
    if (quiz) quiz.showsNote = false;
    await quiz?.updateComplete;
    this.isChosen = true;
  }

  /** The products that the answers of the preview lead to; shown at its end. */
  showPreviewResult(result: ResultView): void {
    this.previewResult = result;
    this.loadResult();
  }

  /** What the preview shows, for the counters of the builder. */
  get previewState(): PreviewState {
    const { shown, current, answers, sentContact } = this.store;
    return {
      stepId: this.isPreviewEnd ? null : (current?.id ?? null),
      answers: answers.matching,
      hasSelfie: shown.some((step) => step.type === 'SELFIE' && this.store.isAnswered(step)),
      hasContact: Object.keys(sentContact).length > 0,
    };
  }

  /** The visitor, not the dashboard, has moved or answered. */
  private reportPreview(): void {
    if (this.isChosen) this.dispatchEvent(new CustomEvent('preview-changed'));
  }

  private content(): TemplateResult {
    const { route } = this;
    if (route.view === 'result') return this.result(route.analysisId);
    if (this.page.paused) return this.message('page.paused.title', 'page.paused.text');
    if (this.isPreviewEnd) return this.previewEnd();
    return html`<svc-quiz
      .store=${this.store}
      .say=${this.say}
      @result-ahead=${() => this.loadResult()}
      @step-shown=${(event: CustomEvent) => this.onStep(event)}
      @answers-changed=${() => this.reportPreview()}
      @step-moved=${({ detail }: QuizEvents['step-moved']) =>
        this.visit.record(detail.direction === 'forwards' ? 'ANSWERED' : 'BACK', detail.from)}
      @quiz-started=${(event: QuizEvents['quiz-started']) => this.onStarted(event)}
      @quiz-finished=${(event: CustomEvent<{ analysisId: string }>) => this.onFinished(event.detail.analysisId)}
      @before-send=${(event: Event) => this.onBeforeSend(event)}
      @reload-wanted=${() => this.reload(location.href)}
    ></svc-quiz>`;
  }

  private previewEnd(): TemplateResult {
    if (!this.previewResult || this.resultState !== 'loaded') {
      return this.message('page.preview-end.title', 'page.preview-end.text');
    }
    return html`<p class="note preview">${this.say('page.preview-end.title')}. ${this.say('page.preview-end.text')}</p>
      <svc-result
        .page=${this.page}
        .given=${this.previewResult}
        embedded
        silent
        @restart=${() => this.restartPreview()}
      ></svc-result>`;
  }

  private restartPreview(): void {
    this.store.restart();
    this.isPreviewEnd = false;
    this.previewResult = null;
  }

  private result(analysisId: string): TemplateResult {
    if (this.resultState === 'unloaded') this.loadResult();
    if (this.resultState === 'failed') {
      return html`<div class="message" role="alert">
        <p>${this.say('page.load-failed')}</p>
        <button type="button" class="button" @click=${() => this.reload(location.href)}>${this.say('send.reload')}</button>
      </div>`;
    }
    const preparing = this.isWithheld ? this.message('page.preparing.title', 'page.preparing.text') : nothing;
    if (this.resultState === 'unloaded') {
      return this.isWithheld
        ? html`${preparing}`
        : html`<p class="message muted" role="status">${this.say('page.loading')}</p>`;
    }
    return html`${preparing}<svc-result
      ?hidden=${this.isWithheld}
      .page=${this.page}
      .analysisId=${analysisId}
      .source=${readLanding(location.search).source}
      .embedded=${this.embedding.options !== null}
      .cart=${this.embedding.options?.cart ?? false}
      .silent=${this.tracking === 'off'}
      @result-loaded=${(event: CustomEvent<ResultView>) => this.onResult(analysisId, event.detail)}
      @add-to-cart=${(event: CustomEvent<AddToCartDetail>) => this.embedding.send('add-to-cart', event.detail)}
      @variant-clicked=${(event: CustomEvent<ClickedVariant>) => this.embedding.send('open-product', event.detail)}
      @result-missing=${() => this.onResultMissing()}
      @restart=${() => this.restart()}
    ></svc-result>`;
  }

  private message(title: PageText, text: PageText): TemplateResult {
    return html`<div class="message">
      <h1 tabindex="-1">${this.say(title)}</h1>
      <p class="muted">${this.say(text)}</p>
    </div>`;
  }

  /** A visitor who has a result sees it again, unless the address says to start again. */
  private begin(): PageRoute {
    const route = readRoute(location.pathname);
    if (route.view === 'result') return route;
    const finished = readFinished(this.kept, this.page) ?? this.store.analysisId;
    if (isForced(location.search) || this.page.isPreview) {
      if (this.store.analysisId) this.store.restart();
      return route;
    }
    if (!finished || this.page.paused) return route;
    this.isReminded = true;
    history.replaceState(null, '', resultPath(finished) + location.search);
    return { view: 'result', analysisId: finished };
  }

  private onBeforeSend(event: Event): void {
    if (!this.isPreviewed) return;
    event.preventDefault();
    // Answers may have changed since the end was shown before.
    this.previewResult = null;
    this.isPreviewEnd = true;
    this.reportPreview();
  }

  private onStarted({ detail }: QuizEvents['quiz-started']): void {
    this.embedding.send('started', detail);
    if (this.store.current) this.visit.record('ANSWERED', this.store.current.id);
  }

  private onFinished(analysisId: string): void {
    const last = this.store.current;
    // Sending is how the visitor continues from the last question.
    if (last) this.visit.record('ANSWERED', last.id);
    if (last) this.visit.record('FINISHED', last.id);
    this.visit.flush();
    this.publisher.finished(analysisId, this.store.sentContact);
    keepFinished(this.kept, this.page, analysisId);
    this.navigate(resultPath(analysisId));
    this.isReminded = false;
    if (this.embedding.options?.showResult === false) this.withhold();
    this.route = { view: 'result', analysisId };
    scrollTo(0, 0);
    void this.updateComplete.then(() => this.focusContent());
  }

  private onResult(analysisId: string, view: ResultView): void {
    performance.mark('svc:result');
    this.publisher.shown(analysisId, view, readLanding(location.search).source);
  }

  /** A result that the visitor did not ask for is no longer there: then there are questions to answer. */
  private onResultMissing(): void {
    if (this.isReminded) this.restart();
  }

  /** Shows another path. A frame leaves no entry in the shop page's history. docs/components.md B14.5. */
  private navigate(path: string): void {
    const address = path + location.search;
    if (this.embedded) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
  }

  private withhold(): void {
    this.isWithheld = true;
    clearTimeout(this.withholding);
    this.withholding = window.setTimeout(() => this.showWithheld(), MAX_WITHHELD_MS);
  }

  private showWithheld(): void {
    clearTimeout(this.withholding);
    this.isWithheld = false;
  }

  private onClose(): void {
    this.showWithheld();
    this.renderRoot.querySelector<SvcQuiz>('svc-quiz')?.pause();
    // Without its code, the element has no such function yet.
    this.renderRoot.querySelector<SvcResult>('svc-result')?.pause?.();
  }

  private onStep({ detail }: CustomEvent<{ stepId: number; index: number; count: number }>): void {
    this.embedding.send('step-changed', detail);
    this.visit.record('SHOWN', detail.stepId);
    this.reportPreview();
    if (!this.embedded && detail.index > 0) scrollTo(0, 0);
    this.nameDocument(this.store.current?.title ?? '');
  }

  private nameDocument(part: string): void {
    document.title = `${part} · ${this.page.funnel.name}`;
  }

  private restart(): void {
    forgetFinished(this.kept, this.page);
    this.store.restart();
    const wanted = new URLSearchParams(location.search).get('versionId');
    if (wanted !== null && wanted !== this.page.version.id) {
      // The page of a result is that of the published version; a draft's questions come with its own.
      const address = `/${location.search}`;
      if (this.embedded) location.replace(address);
      else location.assign(address);
      return;
    }
    this.isReminded = false;
    this.showWithheld();
    this.navigate('/');
    this.route = { view: 'quiz' };
    scrollTo(0, 0);
    void this.updateComplete.then(() => this.focusContent());
  }

  private readonly onPopState = (): void => {
    const { view } = this.route;
    this.route = readRoute(location.pathname);
    // Within the questions the focus comes with the step.
    if (this.route.view !== view) void this.updateComplete.then(() => this.focusContent());
  };

  /** Says everything in another language. The questions change in their place: answers and picture stay as they are. */
  private async changeLanguage(locale: string): Promise<void> {
    const href = inLocale(location.href, locale);
    const page = this.route.view === 'quiz' ? await fetchPage(href) : undefined;
    // A result is asked for in its language; another version is adopted where a page begins.
    if (this.route.view === 'result' || page?.version.id !== this.page.version.id) {
      this.reload(href);
      return;
    }
    history.replaceState(history.state, '', href);
    this.page = page;
    this.say = createTranslator(PAGE_TEXTS, page.locale);
    this.store.setPage(page);
    this.setDocumentLanguage();
    if (this.store.current) this.nameDocument(this.store.current.title);
    this.requestUpdate();
  }

  private setDocumentLanguage(): void {
    document.documentElement.lang = this.page.locale;
    document.documentElement.dir = getDirection(this.page.locale);
  }

  /** Loads the page again; the answers stay. */
  private reload(href: string): void {
    this.store.expectReload();
    if (href === location.href) location.reload();
    else location.replace(href);
  }

  private setTracking(state: TrackingState): void {
    this.tracking = state;
    if (state === 'off') this.store.visitorId = undefined;
    this.visit.setState(state === 'on' && !this.page.isPreview && !this.isPreviewed ? 'on' : 'off');
  }

  private onHello(options: EmbedOptions): void {
    this.setTracking(options.tracking);
    this.store.arrive({ source: options.source, queryString: options.queryString });
    if (options.tracking === 'on' && this.page.keepsVisitors) this.store.visitorId = options.visitorId ?? undefined;
    const locale = options.locale ? nearestLocale(options.locale, this.page.locales) : undefined;
    const isAsked = new URLSearchParams(location.search).has('locale');
    if (locale && !isAsked && locale !== nearestLocale(this.page.locale, this.page.locales)) {
      void this.changeLanguage(locale);
    }
    if (options.forceStart && this.isReminded) this.restart();
    else if (!options.forceStart && options.analysisId) this.remind(options.analysisId);
    this.requestUpdate();
  }

  /** The shop page knows a result of this visitor; answers that are being given come first. */
  private remind(analysisId: string): void {
    if (this.route.view === 'result' || this.page.paused || this.page.isPreview || this.store.startedAt) return;
    this.isReminded = true;
    history.replaceState(null, '', resultPath(analysisId) + location.search);
    this.route = { view: 'result', analysisId };
  }

  /** The keyboard focus comes to the question, or to the result's heading. */
  private focusContent(): void {
    if (this.isWithheld) {
      this.renderRoot.querySelector<HTMLElement>('.message h1')?.focus();
      return;
    }
    const quiz = this.renderRoot.querySelector<SvcQuiz>('svc-quiz');
    if (quiz) void quiz.updateComplete.then(() => quiz.focusTitle());
    else this.renderRoot.querySelector<HTMLElement>('svc-result')?.focus();
  }

  private loadResult(): void {
    if (this.resultState === 'loaded') return;
    import('./results/result.element.js').then(
      () => {
        this.resultState = 'loaded';
      },
      () => {
        if (this.route.view === 'result') this.resultState = 'failed';
      },
    );
  }
}

const define = () => {
  if (!customElements.get('svc-page')) customElements.define('svc-page', SvcPage);
};
// The element reads the page when it is made. Without a test nothing waits.
if (isUnassigned(readPage(document))) void assignQuestions(document).then(define, (error) => console.error(error));
else define();
