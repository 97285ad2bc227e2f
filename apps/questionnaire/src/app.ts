import type { AddToCartDetail, ClickedVariant, EmbedOptions, TrackingState } from '@svc/components';
import type { FunnelPage, ResultView } from '@svc/domain';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { type Embedding, embed } from './embed/embedding.js';
import { pageStyles } from './page.styles.js';
import { messageView, pageFoot, pageHead } from './page-frame.js';
import { PageReports } from './page-reports.js';
import { PageResult } from './page-result.js';
import { inLocale, nearestLocale, type PageRoute } from './page-route.js';
import { PageView } from './page-view.js';
import type { PagePreview } from './preview/page-preview.js';
import { readLanding } from './quiz/landing.js';
import './quiz/quiz.element.js';
import { newKey } from './quiz/new-key.js';
import type { QuizEvents, SvcQuiz } from './quiz/quiz.element.js';
import { QuizStore } from './quiz/quiz-store.js';
import { fetchPage, readPage } from './read-page.js';
import type { SvcResult } from './results/result.element.js';
import { getDirection } from './shared/i18n/direction.js';
import { PAGE_TEXTS, type PageText } from './shared/i18n/page-texts.js';
import { createTranslator, type Translate } from './shared/i18n/translator.js';
import { safeStorage } from './shared/safe-storage.js';
import { baseStyles, buttonStyles, noteStyles } from './shared/styles.js';
import { applyTheme } from './shared/theme/apply-theme.js';
import { mayReport } from './visits/report-visit.js';

/** The page of a funnel's host: the questionnaire at `/`, a result at `/r/{analysisId}`. */
export class SvcPage extends LitElement {
  static override styles = [baseStyles, buttonStyles, noteStyles, pageStyles];
  static override properties = {
    route: { state: true },
    embedded: { type: Boolean, reflect: true },
    tracking: { state: true },
  };

  declare route: PageRoute;
  declare embedded: boolean;
  declare tracking: TrackingState;

  page: FunnelPage = readPage(document);
  say: Translate<PageText> = createTranslator(PAGE_TEXTS, this.page.locale);
  store: QuizStore;
  readonly result = new PageResult(this, () => this.route.view === 'result');
  private readonly view: PageView;
  private readonly embedding: Embedding;
  private readonly reports: PageReports;
  /** One for all states that a preview shows: where the browser blocks storage, it remembers the answers between them. */
  private readonly keptByTab = safeStorage(window, 'sessionStorage');
  /** How often the visitor chose a language: only the last choice counts, whichever arrives first. */
  private languageChoices = 0;
  /** Null: the dashboard does not show this page. */
  private preview: PagePreview | null = null;

  constructor() {
    super();
    applyTheme(document, this.page.theme);
    this.setDocumentLanguage();
    this.store = this.createStore();
    this.view = new PageView(this);
    this.embedding = embed(this.page, this, {
      onHello: (options) => this.onHello(options),
      onFocus: () => {
        this.result.release();
        this.focusContent();
      },
      onClose: () => this.onClose(),
      onTracking: (state) => this.setTracking(state),
    });
    this.embedded = this.embedding.isFramed;
    this.reports = new PageReports(this, this.embedding);
    // A frame of the component script reports nothing before the shop page said whether it may.
    if (this.embedding.isComponent) this.tracking = 'off';
    else this.setTracking(mayReport(this.page.trackingConsent, location.search, navigator) ? 'on' : 'off');
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
   * Makes this the page that the dashboard shows; for the preview host. From then on, nothing is sent.
   * @param onChange - the visitor, not the dashboard, has moved or answered.
   */
  async startPreview(onChange: () => void): Promise<PagePreview> {
    const loaded = await import('./preview/page-preview.js');
    this.preview = new loaded.PagePreview(this, onChange);
    this.reports.setVisit('off');
    return this.preview;
  }

  /** Shows other questions in place of these; the answers that were given stay. */
  replaceQuestions(page: FunnelPage): void {
    if (page.theme.colorScheme !== this.page.theme.colorScheme) applyTheme(document, page.theme);
    this.setPage(page);
    this.store = this.createStore();
  }

  private content(): TemplateResult {
    const { route } = this;
    if (route.view === 'result') return this.resultView(route.analysisId);
    if (this.page.paused) return messageView(this.say, 'page.paused.title', 'page.paused.text');
    return this.preview?.endView() ?? this.quizView();
  }

  private quizView(): TemplateResult {
    return html`<svc-quiz
      .store=${this.store}
      .say=${this.say}
      @result-ahead=${() => this.result.load()}
      @step-shown=${(event: QuizEvents['step-shown']) => this.onStep(event)}
      @answers-changed=${() => this.preview?.changed()}
      @step-moved=${({ detail }: QuizEvents['step-moved']) => this.reports.stepMoved(detail)}
      @quiz-started=${({ detail }: QuizEvents['quiz-started']) => this.reports.started(detail)}
      @quiz-finished=${(event: QuizEvents['quiz-finished']) => this.onFinished(event)}
      @before-send=${(event: Event) => this.preview?.end(event)}
      @reload-wanted=${() => this.reload(location.href)}
    ></svc-quiz>`;
  }

  private resultView(analysisId: string): TemplateResult {
    const element = (): TemplateResult => html`<svc-result
      ?hidden=${this.result.isWithheld}
      .page=${this.page}
      .analysisId=${analysisId}
      .source=${readLanding(location.search).source}
      .embedded=${this.embedding.options !== null}
      .cart=${this.embedding.options?.cart ?? false}
      .silent=${this.tracking === 'off'}
      @result-loaded=${({ detail }: CustomEvent<ResultView>) => this.reports.resultShown(analysisId, detail)}
      @add-to-cart=${(event: CustomEvent<AddToCartDetail>) => this.embedding.send('add-to-cart', event.detail)}
      @variant-clicked=${(event: CustomEvent<ClickedVariant>) => this.embedding.send('open-product', event.detail)}
      @result-missing=${() => this.onResultMissing()}
      @restart=${() => this.restart()}
    ></svc-result>`;
    return this.result.view(this.say, element, () => this.reload(location.href));
  }

  private onFinished({ detail }: QuizEvents['quiz-finished']): void {
    this.reports.finished(detail);
    if (this.embedding.options?.showResult === false) this.result.withhold();
    this.view.openResult(detail.analysisId);
  }

  /** A result that the visitor did not ask for is no longer there: then there are questions to answer. */
  private onResultMissing(): void {
    if (this.view.isReminded) this.restart();
  }

  private onClose(): void {
    this.result.release();
    this.renderRoot.querySelector<SvcQuiz>('svc-quiz')?.pause();
    // Without its code, the element has no such function yet.
    this.renderRoot.querySelector<SvcResult>('svc-result')?.pause?.();
  }

  private onStep({ detail }: QuizEvents['step-shown']): void {
    this.reports.stepShown(detail);
    this.preview?.changed();
    if (!this.embedded && detail.index > 0) scrollTo(0, 0);
    this.nameDocument(this.store.current?.title ?? '');
  }

  private nameDocument(part: string): void {
    document.title = `${part} · ${this.page.funnel.name}`;
  }

  private restart(): void {
    if (this.view.restart()) this.result.release();
  }

  /** Says everything in another language. The questions change in their place: answers and picture stay as they are. */
  private async changeLanguage(locale: string): Promise<void> {
    this.languageChoices += 1;
    const choice = this.languageChoices;
    const page = this.route.view === 'quiz' ? await fetchPage(inLocale(location.href, locale)) : undefined;
    if (choice !== this.languageChoices) return;
    // The visitor may have come to the result meanwhile.
    const href = inLocale(location.href, locale);
    // A result is asked for in its language; another version is adopted where a page begins.
    if (this.route.view === 'result' || page?.version.id !== this.page.version.id) {
      this.reload(href);
      return;
    }
    history.replaceState(history.state, '', href);
    this.setPage(page);
    this.store.setPage(page);
    if (this.store.current) this.nameDocument(this.store.current.title);
  }

  private setPage(page: FunnelPage): void {
    this.page = page;
    this.say = createTranslator(PAGE_TEXTS, page.locale);
    this.setDocumentLanguage();
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
    this.reports.setVisit(state === 'on' && !this.page.isPreview && !this.preview ? 'on' : 'off');
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
    if (options.forceStart && this.view.isReminded) this.restart();
    else if (!options.forceStart && options.analysisId) this.view.remind(options.analysisId);
    this.requestUpdate();
  }

  /** The keyboard focus comes to the question, or to the result's heading. */
  focusContent(): void {
    void this.updateComplete.then(() => {
      if (this.result.isWithheld) {
        this.renderRoot.querySelector<HTMLElement>('.message h1')?.focus();
        return;
      }
      const quiz = this.renderRoot.querySelector<SvcQuiz>('svc-quiz');
      if (quiz) void quiz.updateComplete.then(() => quiz.focusTitle());
      else this.renderRoot.querySelector<HTMLElement>('svc-result')?.focus();
    });
  }
}
