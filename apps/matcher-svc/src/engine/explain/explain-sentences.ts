import type { ExplanationLanguage } from '@svc/domain';
import { localize } from '@svc/domain';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import type { CitedAnswer } from '../structures/cited-answer.js';
import { SENTENCES_DE } from './explain-sentences-de.js';
import { SENTENCES_EN } from './explain-sentences-en.js';

const SENTENCES = { en: SENTENCES_EN, de: SENTENCES_DE };

/** Created with the first number of a language: it costs more than a ranking. */
const numbers: Partial<Record<ExplanationLanguage, Intl.NumberFormat>> = {};

export type SentenceCode = keyof typeof SENTENCES_EN;

/** Values for placeholders. Lists are joined; answers and steps appear as the merchant's captions. */
export interface SentenceFacts {
  answers?: readonly CitedAnswer[];
  stepId?: number | null;
  tags?: readonly string[];
  rules?: readonly string[];
  members?: readonly string[];
  /** Values of other placeholders; numbers are formatted in the language. */
  named?: Record<string, string | number>;
}

export interface Sentences {
  language: ExplanationLanguage;
  say(code: SentenceCode, facts?: SentenceFacts): string;
}

/**
 * Formats the sentences of one explanation.
 * @param companyLanguage - BCP 47, the language of the merchant's captions. Sentences are German if it is, otherwise English.
 */
export function createSentences(funnel: CompiledFunnel, companyLanguage: string): Sentences {
  const language = companyLanguage.toLowerCase().split('-')[0] === 'de' ? 'de' : 'en';
  const sentences = SENTENCES[language];
  const format = (value: number): string => {
    numbers[language] ??= new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: false });
    return numbers[language].format(value);
  };
  const list = (values: readonly string[]) => (values.length > 0 ? values.join(', ') : sentences.NONE);
  const findStep = (id: number) => funnel.steps.byId.get(id)?.step;
  const label = (answer: CitedAnswer): string => {
    if ('field' in answer) return answer.value;
    const option = findStep(answer.stepId)?.selections.find(({ key }) => key.toLowerCase() === answer.key);
    return `"${(option && localize(option.caption, undefined, companyLanguage)) || answer.key}"`;
  };
  return {
    language,
    say(code, { answers = [], stepId, tags = [], rules = [], members = [], named = {} } = {}) {
      const step = typeof stepId === 'number' ? findStep(stepId) : undefined;
      const values: Record<string, string | number> = {
        answers: list(answers.map(label)),
        step: (step && localize(step.title, undefined, companyLanguage)) || String(stepId),
        tags: list(tags),
        rules: list(rules),
        members: list(members),
        ...named,
      };
      return sentences[code].replace(/\{(\w+)\}/g, (whole, name: string) => {
        const value = Object.hasOwn(values, name) ? values[name] : whole;
        return typeof value === 'number' ? format(value) : String(value);
      });
    },
  };
}
