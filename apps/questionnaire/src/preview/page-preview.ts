import type { FunnelPage, ResultView } from '@svc/domain';
import { html, type TemplateResult } from 'lit';
import { messageView } from '../page-frame.js';
import type { SvcQuiz } from '../quiz/quiz.element.js';
import { readQuizAnswers } from '../quiz/quiz-answers.js';
import type { QuizStore } from '../quiz/quiz-store.js';
import type { PageText } from '../shared/i18n/page-texts.js';
import type { Translate } from '../shared/i18n/translator.js';
import type { PageMessage, PreviewState } from './preview-message.js';

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

  /** @param onChange - the visitor, not the dashboard, has moved or answered. */
  constructor(
    private readonly host: PreviewedPage,
    private readonly onChange: () => void,
  ) {}

  /**
   * Shows another state of the questions in place of this one, with the answers that were given.
   * A question that the answers hide is not shown: then that one stays which is shown.
   */
  async show({ page, stepId, answers }: Omit<PageMessage, 'seq'>): Promise<void> {
    const { host } = this;
    this.isChosen = false;
    host.replaceQuestions(page);
    if (answers) host.store.setMatching(readQuizAnswers({ matching: answers }).matching);
    const wanted = host.store.shown.find(({ id }) => id === stepId);
    if (wanted) {
      host.store.show(wanted);
      this.isEnd = false;
    }
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
    if (this.isChosen) this.onChange();
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
