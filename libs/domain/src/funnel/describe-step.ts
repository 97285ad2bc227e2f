import { localize } from './localize.js';
import type { Step } from './steps.js';

const MAX_TITLE = 80;

/** A step in words, for warnings: `step 12 "Your skin" (skin_concern)`. */
export function describeStep(step: Step | undefined): string {
  if (!step) return 'a step';
  const title = (step.title.default ?? localize(step.title, undefined, 'en') ?? '').trim();
  const short = title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE).trimEnd()}…` : title;
  return short === '' ? `step ${step.id} (${step.key})` : `step ${step.id} "${short}" (${step.key})`;
}

/** `a HAIR_COLOR`, `an EMAIL`. */
export const withArticle = (stepType: string): string => `${/^[AEIOU]/.test(stepType) ? 'an' : 'a'} ${stepType}`;
