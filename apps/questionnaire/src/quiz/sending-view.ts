import { html, nothing, type TemplateResult } from 'lit';
import { describeWait } from '../shared/asked-wait.js';
import type { PageText } from '../shared/i18n/page-texts.js';
import type { Translate } from '../shared/i18n/translator.js';
import type { SendingProgress } from './send-answers.js';
import type { SubmitFailure } from './submit.js';

export type Sending =
  | SendingProgress
  /** `waitS`: seconds that the service asked to wait. */
  | { failure: SubmitFailure; requestId: string | null; waitS?: number | undefined };

export interface SendingHandlers {
  onRetry(): void;
  onBack(): void;
  onReload(): void;
}

/** Failures that the same request may get over. */
const WORTH_A_RETRY: ReadonlySet<SubmitFailure> = new Set([
  'offline',
  'failed',
  'timeout',
  'busy',
  'paused',
  'refused',
]);

/** Stands in the place of the questions while the answers are sent, and when that failed: what happened, and what can be done. */
export function sendingView(
  sending: Sending,
  translate: Translate<PageText>,
  handlers: SendingHandlers,
): TemplateResult {
  if (!('failure' in sending)) {
    const { isSlow, waitS } = sending;
    return html`
      <div class="sending" role="status" aria-busy="true">
        <div class="dots" aria-hidden="true"><span></span><span></span><span></span></div>
        <h1 tabindex="-1">${translate('send.title')}</h1>
        <p class="muted">
          ${
            waitS === null
              ? translate(isSlow ? 'send.slow' : 'send.text')
              : `${translate('send.wait', { count: waitS })} ${translate('send.kept')}`
          }
        </p>
      </div>
    `;
  }
  const { failure, requestId, waitS } = sending;
  // A refused picture has its place in its own step.
  const reason = failure === 'selfie' ? 'refused' : failure;
  const isGone = reason === 'gone';
  const wait = waitS === undefined ? null : describeWait(waitS);
  const text = wait ? translate(`send.later.${wait.unit}`, { count: wait.count }) : translate(`send.${reason}.text`);
  return html`
    <div class="sending failed" role="alert">
      <h1 tabindex="-1">${translate(`send.${reason}.title`)}</h1>
      <p>${text} ${isGone ? nothing : translate('send.kept')}</p>
      <div class="row">
        ${reason === 'changed' ? button('button', 'send.reload', handlers.onReload) : nothing}
        ${WORTH_A_RETRY.has(reason) ? button('button', 'send.again', handlers.onRetry) : nothing}
        ${isGone ? nothing : button('button quiet', 'send.back', handlers.onBack)}
      </div>
      ${requestId === null ? nothing : html`<p class="muted"><small>${translate('send.request', { id: requestId })}</small></p>`}
    </div>
  `;

  function button(look: string, text: PageText, onClick: () => void): TemplateResult {
    return html`<button type="button" class=${look} @click=${onClick}>${translate(text)}</button>`;
  }
}
