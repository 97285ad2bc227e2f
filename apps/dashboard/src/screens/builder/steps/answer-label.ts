import { type Condition, getFieldOfType, normalizeKey } from '@svc/domain';
import type { Translator } from '../../../i18n/translator.js';
import type { Step } from '../../../shared/edit/model/steps.js';
import { toOptionName } from '../../../shared/edit/step-name.js';

const MAX_LENGTH = 40;

/** The answers to one question that the condition of another names, short enough for an arrow. */
export function toAnswerLabel(from: Step, to: Step, t: Translator['t'], language: string | undefined): string {
  const told = to.showWhen === null ? [] : listAnswers(to.showWhen, false);
  const text = [...new Set(told)].join(', ');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;

  function listAnswers(condition: Condition, isNot: boolean): string[] {
    if ('all' in condition) return condition.all.flatMap((part) => listAnswers(part, isNot));
    if ('any' in condition) return condition.any.flatMap((part) => listAnswers(part, isNot));
    if ('not' in condition) return listAnswers(condition.not, !isNot);
    if ('colorType' in condition) return [];
    const isHere = 'step' in condition ? condition.step === from.id : condition.field === getFieldOfType(from.type);
    if (!isHere) return [];
    if ('answered' in condition) return [t(isNot ? 'branching.not-answered' : 'branching.answered')];
    return condition.in.map((key) => {
      const option = from.selections.find((each) => normalizeKey(each.key) === normalizeKey(key));
      const answer = option ? toOptionName(option, language || undefined) : key;
      return isNot ? t('branching.not', { answer }) : answer;
    });
  }
}
