import type { PageStep } from '@svc/domain';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { SvcSelfieStep } from '../selfie/selfie-step.element.js';
import { getDirection } from '../shared/i18n/direction.js';
import type { PageText } from '../shared/i18n/page-texts.js';
import type { Translate } from '../shared/i18n/translator.js';
import { isFramed } from '../shared/is-framed.js';
import { baseStyles, buttonStyles, noteStyles } from '../shared/styles.js';
import { webAddress } from '../shared/web-address.js';
import { choiceStep } from '../steps/choice-step.js';
import { choiceStyles } from '../steps/choice-step.styles.js';
import { contactStep } from '../steps/contact-step.js';
import { contactStyles } from '../steps/contact-step.styles.js';
import type { StepView } from '../steps/step-view.js';
import { quizStyles } from './quiz.styles.js';
import type { QuizStore } from './quiz-store.js';
import { sendAnswers } from './send-answers.js';
import { type Sending, sendingView } from './sending-view.js';
import { choiceProblemView, emptyView, navigationView, noteView, progressView, titleView } from './step-frame.js';
import { StepHistory } from './step-history.js';
import type { StepProblem } from './step-problems.js';

/** How long a pointed choice is seen before the next question comes. */
const CONFIRM_MS = 320;
/** When a step is seen, what comes next is loaded. */
const AHEAD_MS = 150;

export interface QuizEvents {
  /** Another step is shown. */
  'step-shown': CustomEvent<{ stepId: number; index: number; count: number }>;
  /** The visitor continued from a step, or returned from it. */
  'step-moved': CustomEvent<{ from: number; direction: 'forwards' | 'backwards' }>;
  /** An answer was given, changed or taken back. */
  'answers-changed': CustomEvent<null>;
  /** The first answer was given. */
  'quiz-started': CustomEvent<{ startedAt: string }>;
  /** The answers are about to be sent; canceled: they are not. */
  'before-send': CustomEvent<null>;
  /** The answers are an analysis now. */
  'quiz-finished': CustomEvent<{ analysisId: string }>;
  /** The page is to be loaded again. */
  'reload-wanted': CustomEvent<null>;
}

/** The questions, one a screen, and the sending of the answers. */
export class SvcQuiz extends LitElement {
  static override styles = [baseStyles, buttonStyles, noteStyles, quizStyles, choiceStyles, contactStyles];
  static override properties = {
    store: { attribute: false },
    say: { attribute: false },
    problems: { state: true },
    sending: { state: true },
    showsNote: { state: true },
    selfieState: { state: true },
  };

  declare store: QuizStore;
  declare say: Translate<PageText>;
  /** Shown since the visitor tried to continue. */
  declare problems: readonly StepProblem[];
  declare sending: Sending | null;
  declare showsNote: boolean;
  declare selfieState: 'unloaded' | 'loaded' | 'failed' | 'refused';

  private readonly history = new StepHistory(window, isFramed(), (stepId) => this.onHistory(stepId));
  private direction: 'still' | 'forwards' | 'backwards' = 'still';
  private isShown = false;
  private movedAt = 0;
  private confirming = 0;
  private loadingAhead = 0;
  private status = '';
  /** The step that was loaded ahead; null: the result. */
  private ahead: number | null | undefined;

  constructor() {
    super();
    this.problems = [];
    this.sending = null;
    this.showsNote = true;
    this.selfieState = 'unloaded';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.history.connect();
    const { shown } = this.store;
    const remembered = shown.find(({ id }) => id === this.history.stepId);
    if (remembered) this.store.show(remembered);
    const { current } = this.store;
    if (current) this.history.replace(current.id);
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.history.disconnect();
    clearTimeout(this.confirming);
    clearTimeout(this.loadingAhead);
  }

  protected override willUpdate(): void {
    this.dir = getDirection(this.store.page.locale);
  }

  override render() {
    const { store, say, sending } = this;
    const step = store.current;
    if (!step) return emptyView(say);
    if (sending) {
      return sendingView(sending, say, {
        onRetry: () => void this.send(),
        onBack: () => this.stopSending(),
        onReload: () => this.fire('reload-wanted', null),
      });
    }
    const note = this.showsNote ? store.note : null;
    return html`
      ${progressView(store.place, say)}
      <form novalidate @submit=${this.onSubmit}>
        ${keyed(
          step.id,
          html`<div class="step ${this.direction}">
            ${note ? noteView(note, say, this.onRestart) : nothing} ${titleView(step)}
            ${choiceProblemView(this.problems, say)} ${this.question(step)}
          </div>`,
        )}
        ${navigationView(store, step, say, { onBack: this.onBack, onSkip: (skipped) => this.onSkip(skipped) })}
      </form>
      <p class="unseen" role="status">${this.status}</p>
    `;
  }

  private question(step: PageStep): TemplateResult {
    const view: StepView = { step, answers: this.store.answers, translate: this.say, problems: this.problems };
    if (step.type === 'SELFIE') return this.selfie(step);
    if (step.type === 'EMAIL') {
      const privacyUrl = webAddress(this.store.page.company.privacyUrl);
      return contactStep(
        { ...view, privacyUrl },
        {
          onText: (field, text) => this.change(() => this.store.setContact(field, text)),
          onConsent: (agrees) => this.change(() => this.store.setContactConsent(agrees)),
        },
      );
    }
    return choiceStep(
      { ...view, isLast: this.store.next === undefined },
      {
        onChoose: (keys, byPointer) => this.onChoose(step, keys, byPointer),
        onFull: () => this.announce(this.say('choice.full', { max: step.settings.maxSelections ?? 0 })),
      },
    );
  }

  private selfie(step: PageStep): TemplateResult {
    if (this.selfieState === 'unloaded') {
      this.loadSelfie();
      return html`<p class="muted hint" role="status">${this.say('page.loading')}</p>`;
    }
    if (this.selfieState === 'failed')
      return html`<p class="note problem" role="alert">${this.say('page.load-failed')}</p>`;
    return html`<svc-selfie-step
      .step=${step}
      .say=${this.say}
      .selfie=${this.store.selfie}
      .consent=${this.store.answers.selfieConsent}
      .isChild=${this.store.isChild}
      .refusal=${this.selfieState === 'refused'}
      @selfie-consent=${(event: CustomEvent<boolean>) => this.change(() => this.store.setSelfieConsent(event.detail))}
      @selfie-change=${(event: CustomEvent) => {
        this.selfieState = 'loaded';
        this.change(() => this.store.setSelfie(event.detail));
      }}
    ></svc-selfie-step>`;
  }

  protected override updated(_changed: PropertyValues<this>): void {
    if (this.movedAt > 0) {
      performance.measure('svc:step', { start: this.movedAt, end: performance.now() });
      this.movedAt = 0;
      this.focusTitle();
      this.fireStepChanged();
    } else if (!this.isShown) {
      performance.mark('svc:first-step');
      this.fireStepChanged();
    }
    this.isShown = true;
    clearTimeout(this.loadingAhead);
    this.loadingAhead = window.setTimeout(() => this.preload(), AHEAD_MS);
  }

  /** The keyboard focus comes to the question. */
  focusTitle(): void {
    this.renderRoot.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }

  /** The dialog around the page was closed: the camera is switched off, and no step or announcement follows by itself. */
  pause(): void {
    clearTimeout(this.confirming);
    this.renderRoot.querySelector<SvcSelfieStep>('svc-selfie-step')?.stopCamera();
    this.announce('');
  }

  private fireStepChanged(): void {
    const { current, place } = this.store;
    if (current) this.fire('step-shown', { stepId: current.id, ...place });
  }

  private change(act: () => void): void {
    const { startedAt } = this.store;
    act();
    if (startedAt === null && this.store.startedAt !== null)
      this.fire('quiz-started', { startedAt: this.store.startedAt });
    this.fire('answers-changed', null);
    const step = this.store.current;
    if (this.problems.length > 0 && step) this.problems = this.store.problems(step);
    this.requestUpdate();
  }

  private onChoose(step: PageStep, keys: readonly string[], byPointer: boolean): void {
    clearTimeout(this.confirming);
    this.change(() => this.store.choose(step, keys));
    if (!byPointer || this.store.next === undefined) return;
    this.confirming = window.setTimeout(() => this.goOn(), CONFIRM_MS);
  }

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    this.goOn();
  };

  private goOn(): void {
    clearTimeout(this.confirming);
    const step = this.store.current;
    if (!step || this.sending) return;
    this.problems = this.store.problems(step);
    if (this.problems.length > 0) {
      this.focusProblem();
      return;
    }
    const { next } = this.store;
    if (next) this.moveTo(next, 'forwards');
    else void this.send();
  }

  private onSkip(step: PageStep): void {
    this.change(() => this.store.clear(step));
    this.goOn();
  }

  private readonly onBack = (): void => {
    clearTimeout(this.confirming);
    const { previous } = this.store;
    if (!previous) return;
    if (this.history.canGoBack) this.history.back();
    else this.moveTo(previous, 'backwards', false);
  };

  private readonly onRestart = (): void => {
    this.store.restart();
    this.showsNote = false;
    const { current } = this.store;
    if (current) this.moveTo(current, 'backwards', false);
  };

  /** The browser's back and forward buttons. A step that is no longer shown gives way to the one before it. */
  private onHistory(stepId: number): void {
    const { page, shown, current } = this.store;
    if (this.sending && 'isSlow' in this.sending) {
      // The page stays as it is until there is an answer, so the browser comes back to its entry.
      if (current) this.history.push(current.id);
      return;
    }
    const upTo = page.steps.findIndex(({ id }) => id === stepId);
    const target = shown.filter(({ id }) => page.steps.findIndex((step) => step.id === id) <= upTo).at(-1) ?? shown[0];
    this.sending = null;
    if (!target) return;
    const isBefore =
      page.steps.findIndex(({ id }) => id === target.id) < page.steps.findIndex(({ id }) => id === current?.id);
    this.moveTo(target, isBefore ? 'backwards' : 'forwards', null);
  }

  /** @param isNew - an entry of its own in the browser's history; null: the browser moved already. */
  private moveTo(step: PageStep, direction: 'forwards' | 'backwards', isNew: boolean | null = true): void {
    const from = this.store.current?.id;
    if (from !== undefined) this.fire('step-moved', { from, direction });
    this.movedAt = performance.now();
    this.direction = direction;
    this.problems = [];
    if (direction === 'forwards') this.showsNote = false;
    this.store.show(step);
    if (isNew === true) this.history.push(step.id);
    else if (isNew === false) this.history.replace(step.id);
    const { index, count } = this.store.place;
    this.status = this.say('progress.step', { step: index + 1, count });
    this.requestUpdate();
  }

  private async send(): Promise<void> {
    const unfinished = this.store.unfinished;
    if (unfinished) {
      this.sending = null;
      this.moveTo(unfinished, 'backwards');
      this.problems = this.store.problems(unfinished);
      return;
    }
    if (!this.dispatchEvent(new CustomEvent('before-send', { cancelable: true }))) return;
    this.sending = { isSlow: false, waitS: null };
    const outcome = await sendAnswers(this.store, (progress) => {
      this.sending = progress;
    });
    if (outcome.kind === 'created') this.fire('quiz-finished', { analysisId: outcome.analysisId });
    else if (outcome.reason === 'selfie') this.refusePicture();
    else {
      this.sending = { failure: outcome.reason, requestId: outcome.requestId, waitS: outcome.waitS };
      await this.updateComplete;
      this.focusTitle();
    }
  }

  private refusePicture(): void {
    this.sending = null;
    this.store.setSelfie(null);
    this.selfieState = 'refused';
    const step = this.store.shown.find(({ type }) => type === 'SELFIE');
    if (step) this.moveTo(step, 'backwards');
  }

  private stopSending(): void {
    this.sending = null;
    this.movedAt = performance.now();
  }

  private focusProblem(): void {
    void this.updateComplete.then(() => {
      const first = this.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"]');
      const input = first?.matches('input') ? first : this.renderRoot.querySelector<HTMLElement>('fieldset input');
      input?.focus();
    });
  }

  private announce(text: string): void {
    this.status = text;
    this.requestUpdate();
  }

  /** What the next step needs comes while this one is read. */
  private preload(): void {
    const { next } = this.store;
    if (this.ahead === (next?.id ?? null)) return;
    this.ahead = next?.id ?? null;
    if (next?.type === 'SELFIE') this.loadSelfie();
    if (!next) this.dispatchEvent(new CustomEvent('result-ahead'));
    for (const { imageUrl } of next?.selections.slice(0, 12) ?? []) if (imageUrl) new Image().src = imageUrl;
  }

  private loadSelfie(): void {
    if (this.selfieState !== 'unloaded' && this.selfieState !== 'failed') return;
    import('../selfie/selfie-step.element.js').then(
      () => {
        this.selfieState = 'loaded';
      },
      () => {
        this.selfieState = 'failed';
      },
    );
  }

  private fire<Name extends keyof QuizEvents>(name: Name, detail: QuizEvents[Name]['detail']): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

if (!customElements.get('svc-quiz')) customElements.define('svc-quiz', SvcQuiz);
