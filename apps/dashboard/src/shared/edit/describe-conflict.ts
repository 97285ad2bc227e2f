import { type Condition, describeCondition, describeRule, type Rule } from '@svc/domain';
import type { Translator } from '../../i18n/translator.js';
import { toSentenceLanguage } from '../sentence-language.js';
import { toConditionNames } from './condition-names.js';
import type { Conflict } from './model/merge.js';
import type { Step } from './model/steps.js';
import { toStepName } from './step-name.js';

const MAX_SHOWN = 200;

/** Where a conflict is and both of its values, in words: conditions and rules are sentences. docs/dashboard.md Y15.3, Y18.4, Y20.3. */
export function createConflictTexts(steps: readonly Step[], { t, locale }: Pick<Translator, 't' | 'locale'>) {
  const names = toConditionNames(steps, locale);
  const language = toSentenceLanguage(locale);
  const toSentence = (rule: Rule) => describeRule(rule, { ...names, product: String, variant: String }, language);
  return {
    toText({ path }: Conflict, value: unknown): string {
      if (!value) return toShown(value, t);
      if (path.at(-1) === 'showWhen') return describeCondition(value as Condition, names, language);
      if (path[0] !== 'matching') return toShown(value, t);
      if (path.length === 3 && path[1] === 'rules') return toSentence(value as Rule);
      return path.length === 1 ? (value as { rules: Rule[] }).rules.map(toSentence).join(' ') : toShown(value, t);
    },
    toPlace({ stepId, option, path }: Conflict): string {
      const step = steps.find(({ id }) => id === stepId);
      const [part, , ...below] = path;
      const places =
        part === 'matching' || part === 'resultPage'
          ? [t(part === 'matching' ? 'edit.place.rules' : 'edit.place.result-page'), ...below]
          : [step ? toStepName(step) : stepId, option, ...path];
      return places.filter((each) => each !== undefined).join(' › ');
    },
  };
}

/** A value as one line: texts as they are, everything else as JSON. */
function toShown(value: unknown, t: Translator['t']): string {
  if (value === undefined || value === null) return t('edit.conflict.removed');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)} …` : text;
}
