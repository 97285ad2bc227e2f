import { builtInSwatch, type PageSelection, type PageStep, readableOn, stepKind } from '@svc/domain';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { getChosenKeys } from '../quiz/quiz-answers.js';
import { webAddress } from '../shared/web-address.js';
import { sparkIcon } from './icons.js';
import { describedBy, STEP_IDS, type StepView } from './step-view.js';

export interface ChoiceHandlers {
  /** @param byPointer - by mouse, pen or finger: the visitor means this option, and is not on the way to another one. */
  onChoose(keys: string[], byPointer: boolean): void;
  /** One more was wanted than may be chosen. */
  onFull(): void;
}

export interface ChoiceView extends StepView {
  /** The last step sends the answers, which a choice alone never does. */
  isLast: boolean;
}

/**
 * A question with options: native radio buttons or checkboxes behind cards, so that keyboards and screen readers have what
 * they know. Arrow keys and space choose; a pointed choice of a single selection shows the next question automatically.
 */
export function choiceStep(view: ChoiceView, handlers: ChoiceHandlers): TemplateResult {
  const { step, problems } = view;
  const isMany = stepKind(step.type) === 'multi';
  const chosen = getChosenKeys(step, view.answers);
  const layout = chooseLayout(step);
  return html`
    <fieldset
      role=${isMany ? 'group' : 'radiogroup'}
      aria-labelledby=${STEP_IDS.title}
      aria-describedby=${ifDefined(describedBy(view, true))}
      aria-required=${isMany ? nothing : String(step.required)}
      aria-invalid=${!isMany && problems.length > 0 ? 'true' : nothing}
    >
      ${hint(view, chosen.length)}
      <div class="options ${layout} columns-${columnsFor(step.selections.length)}">
        ${step.selections.map((selection, place) => option({ view, selection, place, chosen, isMany, layout }, handlers))}
      </div>
    </fieldset>
  `;
}

function hint({ step, isLast, translate }: ChoiceView, count: number): TemplateResult {
  const max = getMaxSelections(step);
  if (stepKind(step.type) !== 'multi') {
    return html`<p class="unseen" id=${STEP_IDS.hint}>${translate(isLast ? 'choice.last' : 'choice.one')}</p>`;
  }
  return html`<p class="hint muted" id=${STEP_IDS.hint}>
    ${max === null ? translate('choice.many') : translate('choice.up-to', { max })}
    ${max === null || count === 0 ? nothing : html`<span class="count">${translate('choice.count', { count, max })}</span>`}
  </p>`;
}

interface OptionView {
  view: ChoiceView;
  selection: PageSelection;
  place: number;
  chosen: readonly string[];
  isMany: boolean;
  layout: Layout;
}

function option(
  { view, selection, place, chosen, isMany, layout }: OptionView,
  handlers: ChoiceHandlers,
): TemplateResult {
  const { step } = view;
  const { key, caption } = selection;
  const isChosen = chosen.includes(key);
  const max = getMaxSelections(step);
  const color = layout === 'swatches' ? toColor(step, selection) : undefined;
  const isFull = isMany && !isChosen && max !== null && chosen.length >= max;

  const onClick = (event: MouseEvent): void => {
    const input = event.currentTarget as HTMLInputElement;
    if (isMany) {
      if (isFull) {
        event.preventDefault();
        handlers.onFull();
        return;
      }
      const others = chosen.filter((other) => other !== key);
      handlers.onChoose(input.checked ? [...others, key] : others, false);
    } else handlers.onChoose([key], wasPointed(input));
  };
  return html`
    <label class="option ${isChosen ? 'chosen' : ''} ${isFull ? 'full' : ''}" @pointerdown=${markPointed}>
      <input
        type=${isMany ? 'checkbox' : 'radio'}
        class=${color === undefined ? 'tick' : 'tick swatch'}
        .style=${color === undefined ? '' : `--swatch: ${color}; --tick: ${readableOn(color)}`}
        name="step-${step.id}"
        value=${key}
        .checked=${live(isChosen)}
        aria-disabled=${isFull ? 'true' : nothing}
        @click=${onClick}
        @keydown=${clearPointed}
      />
      ${layout === 'pictures' ? picture(selection, place) : nothing}
      <span class="caption">${caption}</span>
    </label>
  `;
}

/**
 * The caption says what the picture shows, so the picture itself says nothing to screen readers. Where there is none, or it
 * does not load, a mark keeps its place.
 */
function picture({ imageUrl }: PageSelection, place: number): TemplateResult {
  const address = webAddress(imageUrl);
  const remove = (event: Event): void => (event.currentTarget as HTMLElement).remove();
  return html`<span class="picture"
    >${
      address
        ? html`<img src=${address} alt="" width="240" height="240" decoding="async" loading=${place < 8 ? 'eager' : 'lazy'} draggable="false" @error=${remove} />`
        : nothing
    }${sparkIcon()}</span
  >`;
}

/** The merchant's color of an option, or that of a built-in one. Always shown with the caption: color is never the only cue. */
const toColor = ({ type }: PageStep, { key, color }: PageSelection): string | undefined =>
  color ?? builtInSwatch(type, key);

type Layout = 'pictures' | 'swatches' | 'plain' | 'plain short';

/** Many short captions stand in two columns, so that they fit on a screen. */
const SHORT_CAPTION = 16;
const MANY = 5;

function chooseLayout(step: PageStep): Layout {
  if (step.selections.some(({ imageUrl }) => imageUrl)) return 'pictures';
  if (step.selections.some((selection) => toColor(step, selection))) return 'swatches';
  const isShort = step.selections.every(({ caption }) => caption.length <= SHORT_CAPTION);
  return isShort && step.selections.length >= MANY ? 'plain short' : 'plain';
}

/** On wide screens; the last row is never a lonely option where it can be avoided. */
const columnsFor = (count: number): number => (count <= 5 ? Math.max(count, 2) : count === 6 || count === 9 ? 3 : 4);

/** A limit that takes in every option is none. */
const getMaxSelections = ({ settings, selections }: PageStep): number | null =>
  settings.maxSelections !== null && settings.maxSelections < selections.length ? settings.maxSelections : null;

/** The input that a pointer went down on last; any key takes it back. Arrow keys click radio buttons too. */
let pointed: Element | null = null;
function markPointed(event: Event): void {
  pointed = (event.currentTarget as Element).querySelector('input');
}
function clearPointed(): void {
  pointed = null;
}
function wasPointed(input: Element): boolean {
  const byPointer = pointed === input;
  pointed = null;
  return byPointer;
}
