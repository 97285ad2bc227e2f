import type { FunnelPage, ResultView } from '@svc/domain';
import { html, type TemplateResult } from 'lit';
import { messageView } from '../page-frame.js';
import type { SvcQuiz } from '../quiz/quiz.element.js';
import { readQuizAnswers } from '../quiz/quiz-answers.js';
import type { QuizStore } from '../quiz/quiz-store.js';
import type { PageText } from '../shared/i18n/page-texts.js';
import type { Translate } from '../shared/i18n/translator.js';
import type { PreviewState, ShowMessage } from './preview-message.js';

/** The page of funnel hosts, as its preview uses it. */
export interface PreviewedPage {
  readonly page: FunnelPage;
  readonly say: Translate<PageText>;
  readonly store: QuizStore;
  readonly result: { readonly state: string; load(): void };
  readonly renderRoot: ParentNode;
  readonly updateComplete: Promise<boolean>;
  /** Shows other questions in place of these; the answers that were given stay. */
  replaceQuestions(page: FunnelPage): void;
  requestUpdate(): void;
}

/**
 * The preview of the page for the dashboard: it shows the questions as they are being edited and, in place of sending the answers,
 * the products that they lead to. A chunk of its own, which shoppers do not load. docs/adr/0083-the-preview-host.md.
 */
export class PagePreview {
  /** The last question was answered. */
  private isEnd = false;
  /** What the dashboard shows at the end; null: nothing yet. */
  private result: ResultView | null = null;
  /** Questions that are shown now were chosen by the visitor, not by the dashboard. */
  private isChosen = false;
  /** The question that the dashboard chose and the answers hide. */
  private wanted: number | null = null;

  /** @param onChange - the visitor, not the dashboard, has moved or answered. */
  constructor(
    private readonly host: PreviewedPage,
    private readonly onChange: () => void,
  ) {}

  /** Shows another state of the questions in place of this one. What the visitor sees and has answered stays. */
  showPage(page: FunnelPage): Promise<void> {
    return this.replace(page, null);
  }

  /**
   * Shows a question, with answers in place of those that were given. One that the answers hide is not shown: then that one stays which
   * is shown, until a change of the questions shows it or the visitor continues.
   */
  show({ stepId, answers }: Pick<ShowMessage, 'stepId' | 'answers'>): Promise<void> {
    this.wanted = stepId;
    return this.replace(this.host.page, answers);
  }

  private async replace(page: FunnelPage, answers: object | null): Promise<void> {
    const { host } = this;
    const before = host.store.current;
    this.isChosen = false;
    host.replaceQuestions(page);
    if (answers) host.store.setMatching(readQuizAnswers({ matching: answers }).matching);
    const wanted = host.store.shown.find(({ id }) => id === this.wanted);
    if (wanted) {
      this.isEnd = false;
      this.wanted = null;
    }
    // Questions that begin again begin with the first that lacks an answer; here those before may lack theirs.
    const next = wanted ?? host.store.shown.find(({ id }) => id === before?.id);
    if (next) host.store.show(next);
    await host.updateComplete;
    const quiz = host.renderRoot.querySelector<SvcQuiz>('svc-quiz');
    // No note about answers that were given before.
    if (quiz) quiz.showsNote = false;
    await quiz?.updateComplete;
    this.isChosen = true;
  }

  /** The products that the answers lead to; shown at the end. */
  showResult(result: ResultView): void {
    this.result = result;
    this.host.result.load();
    this.host.requestUpdate();
  }

  /** What is shown, for the counters of the builder. */
  get state(): PreviewState {
    const { store } = this.host;
    return {
      stepId: this.isEnd ? null : (store.current?.id ?? null),
      answers: store.answers.matching,
      hasSelfie: store.shown.some((step) => step.type === 'SELFIE' && store.isAnswered(step)),
      hasContact: Object.keys(store.sentContact).length > 0,
    };
  }

  /** Another question is shown, or an answer changed. */
  changed(): void {
    if (!this.isChosen) return;
    this.wanted = null;
    this.onChange();
  }

  /** Takes the place of sending the answers. @param event - that they are about to be sent. */
  end(event: Event): void {
    event.preventDefault();
    // Answers may have changed since the end was shown before.
    this.result = null;
    this.isEnd = true;
    this.host.requestUpdate();
    this.changed();
  }

  /** The end of the preview; null: its questions are shown. */
  endView(): TemplateResult | null {
    const { page, say, result } = this.host;
    if (!this.isEnd) return null;
    if (!this.result || result.state !== 'loaded') {
      return messageView(say, 'page.preview-end.title', 'page.preview-end.text');
    }
    return html`<p class="note preview">${say('page.preview-end.title')}. ${say('page.preview-end.text')}</p>
      <svc-result .page=${page} .given=${this.result} embedded silent @restart=${() => this.restart()}></svc-result>`;
  }

  private restart(): void {
    this.host.store.restart();
    this.isEnd = false;
    this.result = null;
    this.host.requestUpdate();
  }
}
