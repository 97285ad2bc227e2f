import type { PageStep } from '@svc/domain';
import { html, nothing, type TemplateResult } from 'lit';
import type { PageText } from '../shared/i18n/page-texts.js';
import type { Translate } from '../shared/i18n/translator.js';
import { backIcon } from '../steps/icons.js';
import { STEP_IDS } from '../steps/step-view.js';
import type { QuizStore, VisitNote } from './quiz-store.js';
import { isOptional, type StepProblem } from './step-problems.js';

type Say = Translate<PageText>;

/** How far the visitor is among the steps that are shown. */
export function progressView({ index, count }: { index: number; count: number }, say: Say): TemplateResult {
  const text = say('progress.step', { step: index + 1, count });
  const width = `${Math.round(((index + 1) / count) * 100)}%`;
  return html`
    <div class="progress">
      <p class="muted" aria-hidden="true">${text}</p>
      <div
        class="bar"
        role="progressbar"
        aria-label=${text}
        aria-valuemin="0"
        aria-valuemax=${count}
        aria-valuenow=${index + 1}
        aria-valuetext=${text}
      >
        <span .style=${`inline-size: ${width}`}></span>
      </div>
    </div>
  `;
}

/** Why the visitor does not begin at an empty first question. */
export function noteView(note: VisitNote, say: Say, onRestart: () => void): TemplateResult {
  const restart = html`<button type="button" class="link" @click=${onRestart}>${say('note.restart')}</button>`;
  return html`<div class="note">
    <span>${say(`note.${note}`)}</span>${note === 'picture-gone' ? nothing : restart}
  </div>`;
}

/** The question itself, and a sentence to it. */
export const titleView = ({ title, settings }: PageStep): TemplateResult => html`
  <div class="intro">
    <h1 id=${STEP_IDS.title} tabindex="-1">${title}</h1>
    ${settings.description ? html`<p class="muted" id=${STEP_IDS.description}>${settings.description}</p>` : nothing}
  </div>
`;

/** What is wrong with a choice; a field of the contact says so itself. */
export function choiceProblemView(problems: readonly StepProblem[], say: Say): TemplateResult {
  const problem = problems.find(({ field }) => field === 'choice');
  const text = problem && say(problem.text, problem.values);
  return html`<div class="problems" role="alert">
    ${text ? html`<p class="mend centered" id=${STEP_IDS.problem}>${text}</p>` : nothing}
  </div>`;
}

export interface NavigationHandlers {
  onBack(): void;
  onSkip(step: PageStep): void;
}

/** Back, on, and out of a question that need not be answered. */
export function navigationView(
  store: QuizStore,
  step: PageStep,
  say: Say,
  handlers: NavigationHandlers,
): TemplateResult {
  const isLast = store.next === undefined;
  const isSkipped = isOptional(step) && !store.isAnswered(step) && !(step.type === 'SELFIE' && store.isChild);
  const on: PageText = isLast ? (isSkipped ? 'nav.skip-finish' : 'nav.finish') : isSkipped ? 'nav.skip' : 'nav.next';
  const maySkip = !isSkipped && isOptional(step) && step.type === 'EMAIL';
  const back = html`<button type="button" class="button quiet back" @click=${handlers.onBack}>
    ${backIcon()}<span>${say('nav.back')}</span>
  </button>`;
  const skip = html`<button type="button" class="button quiet skip" @click=${() => handlers.onSkip(step)}>
    ${say('nav.skip-step')}
  </button>`;
  return html`
    <div class="way">
      ${store.previous ? back : nothing}
      <button type="submit" class="button on ${isSkipped ? 'outline' : ''}" @click=${onlyFirst}>${say(on)}</button>
      ${maySkip ? skip : nothing}
    </div>
  `;
}

/** The second click of a double click meant this question, too, and must not skip the next one. */
function onlyFirst(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

/** A funnel without steps. */
export const emptyView = (say: Say): TemplateResult => html`
  <div class="sending">
    <h1>${say('page.empty.title')}</h1>
    <p class="muted">${say('page.empty.text')}</p>
  </div>
`;
