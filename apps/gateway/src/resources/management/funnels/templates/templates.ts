import { FIND_YOUR_SHADE } from './find-your-shade.js';
import { ONE_QUESTION, THREE_QUESTIONS } from './short.js';
import { STYLE_QUIZ } from './style-quiz.js';
import type { Template } from './template.js';

export const TEMPLATE_KEYS = ['one-question', 'three-questions', 'find-your-shade', 'style-quiz'] as const;
export type TemplateKey = (typeof TEMPLATE_KEYS)[number];

/** By key, the shortest first. */
export const TEMPLATES: Readonly<Record<TemplateKey, Template>> = {
  'one-question': ONE_QUESTION,
  'three-questions': THREE_QUESTIONS,
  'find-your-shade': FIND_YOUR_SHADE,
  'style-quiz': STYLE_QUIZ,
};
