import type { ContactField } from '@svc/domain';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { isNeeded, type StepProblem } from '../quiz/step-problems.js';
import type { StepView } from './step-view.js';

export interface ContactHandlers {
  onText(field: ContactField, text: string): void;
  onConsent(agrees: boolean): void;
}

export interface ContactView extends StepView {
  privacyUrl: string | null;
}

const INPUTS = {
  firstName: { type: 'text', autocomplete: 'given-name', inputmode: 'text', autocapitalize: 'words' },
  lastName: { type: 'text', autocomplete: 'family-name', inputmode: 'text', autocapitalize: 'words' },
  email: { type: 'email', autocomplete: 'email', inputmode: 'email', autocapitalize: 'none' },
} as const;

/** The fields of an EMAIL step and what the visitor agrees to. A problem is shown next to its field. */
export function contactStep(view: ContactView, handlers: ContactHandlers): TemplateResult {
  const { fields, consentText } = view.step.settings;
  return html`
    <div class="fields">
      ${fields.map((name) => field(name, view, handlers))}
      ${consentText === null ? nothing : consent(consentText, view, handlers)} ${privacy(view)}
    </div>
  `;
}

function field(name: ContactField, view: ContactView, handlers: ContactHandlers): TemplateResult {
  const { translate, answers, step } = view;
  const problem = findProblem(view, name);
  const isOptionalField = step.required && !isNeeded(name, step);
  const { type, autocomplete, inputmode, autocapitalize } = INPUTS[name];
  return html`
    <div class="field">
      <label for=${name}>
        ${translate(`contact.${name}`)}
        ${isOptionalField ? html`<span class="muted">(${translate('contact.optional')})</span>` : nothing}
      </label>
      <input
        id=${name}
        name=${name}
        class="input"
        type=${type}
        autocomplete=${autocomplete}
        inputmode=${inputmode}
        autocapitalize=${autocapitalize}
        spellcheck="false"
        enterkeyhint="next"
        dir="auto"
        .value=${live(answers.contact[name] ?? '')}
        aria-required=${isNeeded(name, step) ? 'true' : nothing}
        aria-invalid=${problem ? 'true' : nothing}
        aria-describedby=${problem ? `${name}-problem` : nothing}
        @input=${(event: InputEvent) => handlers.onText(name, (event.currentTarget as HTMLInputElement).value)}
      />
      ${problemText(`${name}-problem`, problem, view)}
    </div>
  `;
}

function consent(text: string, view: ContactView, handlers: ContactHandlers): TemplateResult {
  const problem = findProblem(view, 'consent');
  return html`
    <div class="field">
      <label class="agree">
        <input
          id="consent"
          type="checkbox"
          .checked=${live(view.answers.contactConsent)}
          aria-invalid=${problem ? 'true' : nothing}
          aria-describedby=${problem ? 'consent-problem' : nothing}
          @change=${(event: Event) => handlers.onConsent((event.currentTarget as HTMLInputElement).checked)}
        />
        <span>${text}</span>
      </label>
      ${problemText('consent-problem', problem, view)}
    </div>
  `;
}

const privacy = ({ privacyUrl, translate }: ContactView) =>
  privacyUrl === null
    ? nothing
    : html`<p><a href=${privacyUrl} target="_blank" rel="noopener noreferrer">${translate('contact.privacy')}</a></p>`;

const findProblem = ({ problems }: ContactView, field: StepProblem['field']) =>
  problems.find((problem) => problem.field === field);

const problemText = (id: string, problem: StepProblem | undefined, { translate }: ContactView) =>
  problem ? html`<p class="mend" id=${id}>${translate(problem.text, problem.values)}</p>` : nothing;
