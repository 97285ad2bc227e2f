import { html, nothing, type TemplateResult } from 'lit';
import { describeWait } from '../shared/asked-wait.js';
import type { Translate } from '../shared/i18n/translator.js';
import type { ResultFailure } from './load-result.js';
import type { ResultText } from './result-texts.js';

interface Handlers {
  again(): void;
  restart(): void;
}

const GHOSTS = [1, 2, 3, 4, 5, 6];

/** Failures that the same question may get over. */
const WORTH_A_RETRY: ReadonlySet<ResultFailure> = new Set(['offline', 'trouble', 'busy']);

/** Stands in the place of the products when there are none to show: nothing suits, or what suited is gone. */
export const emptyView = (why: 'empty' | 'lost', say: Translate<ResultText>, on: Handlers): TemplateResult => html`
  <div class="message">
    <h1 tabindex="-1">${say(`${why}.title`)}</h1>
    <p class="muted">${say(`${why}.text`)}</p>
    <button type="button" class="button" @click=${on.restart}>${say('restart')}</button>
  </div>
`;

/** What went wrong, and what can be done about it. Never looks like "nothing suits". */
export function failureView(
  { failure, requestId, waitS }: { failure: ResultFailure; requestId: string | null; waitS?: number },
  say: Translate<ResultText>,
  on: Handlers,
): TemplateResult {
  const canRetry = WORTH_A_RETRY.has(failure);
  const wait = waitS === undefined ? null : describeWait(waitS);
  const text = wait ? say(`later.${wait.unit}`, { count: wait.count }) : say(`${failure}.text`);
  return html`
    <div class="message" role="alert">
      <h1 tabindex="-1">${say(`${failure}.title`)}</h1>
      <p class="muted">${text}</p>
      <div class="row">
        ${canRetry ? html`<button type="button" class="button" @click=${on.again}>${say('again')}</button>` : nothing}
        <button type="button" class=${canRetry ? 'button quiet' : 'button'} @click=${on.restart}>${say('restart')}</button>
      </div>
      ${requestId === null ? nothing : html`<p class="muted small">${say('support', { id: requestId })}</p>`}
    </div>
  `;
}

/**
 * Stands in the place of the products until they are there.
 * @param waitS - seconds until the next attempt, which the service asked for; null: the products are being loaded.
 */
export const skeletonView = (say: Translate<ResultText>, waitS: number | null): TemplateResult => html`
  <div class="loading" aria-busy="true">
    <p class="muted" role="status">${waitS === null ? say('result.loading') : say('result.wait', { count: waitS })}</p>
    <ul class="cards" aria-hidden="true">${GHOSTS.map(() => html`<li><div class="ghost"></div></li>`)}</ul>
  </div>
`;
