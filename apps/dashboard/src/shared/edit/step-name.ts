import { toLocalText } from '../to-local-text.js';
import type { Option, Step } from './model/steps.js';

/** What a question is called in lists. */
export const toStepName = (step: Step, language = 'default'): string => toLocalText(step.title, language) || step.key;

export const toOptionName = (option: Option, language = 'default'): string =>
  toLocalText(option.caption, language) || option.key;
