import type { PageStep } from '@svc/domain';
import type { QuizAnswers } from '../quiz/quiz-answers.js';
import type { StepProblem } from '../quiz/step-problems.js';
import type { PageText } from '../shared/i18n/page-texts.js';
import type { Translate } from '../shared/i18n/translator.js';

/** What every kind of step is rendered from. */
export interface StepView {
  step: PageStep;
  answers: QuizAnswers;
  translate: Translate<PageText>;
  /** To be shown now; `[]` before the visitor tried to continue. */
  problems: readonly StepProblem[];
}

/** Ids of the step's heading, description, hint and problem, for `aria-labelledby` and `aria-describedby`. */
export const STEP_IDS = { title: 'title', description: 'description', hint: 'hint', problem: 'problem' } as const;

/** Ids of those descriptions that are there. */
export function describedBy(view: StepView, hasHint: boolean): string | undefined {
  const ids = [
    ...(view.step.settings.description ? [STEP_IDS.description] : []),
    ...(hasHint ? [STEP_IDS.hint] : []),
    ...(view.problems.length > 0 ? [STEP_IDS.problem] : []),
  ];
  return ids.length > 0 ? ids.join(' ') : undefined;
}
