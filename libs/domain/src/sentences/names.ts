import type { EnumField } from '../answers/enums.js';
import { builtInSelections } from '../funnel/built-in-selections.js';
import { localize } from '../funnel/localize.js';
import { getStepType } from '../funnel/step-types.js';
import type { Step } from '../funnel/steps.js';
import { colorTypeName } from '../matching/color-type-names.js';

/** What conditions name, for people. A step or an answer that the funnel does not have is shown by its id. */
export interface ConditionNames {
  step(id: number): string;
  option(step: number, key: string): string;
  field(field: EnumField, value: string): string;
  colorType(type: string): string;
}

/** What rules and tabs name, for people. What the catalog does not have is shown by its id. */
export interface RuleNames extends ConditionNames {
  product(id: string): string;
  variant(id: string): string;
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The texts of questions and answers, in a language where they have it. */
export function createConditionNames(steps: readonly Step[], locale: string): ConditionNames {
  const show = (text: Record<string, string> | undefined) => (text && localize(text, locale, locale)) || undefined;
  const find = (id: number) => steps.find((step) => step.id === id);
  return {
    step: (id) => show(find(id)?.title) ?? find(id)?.key ?? String(id),
    option: (id, key) => show(find(id)?.selections.find((option) => isSame(option.key, key))?.caption) ?? key,
    field: (field, value) =>
      show(builtInSelections(getStepType(field)).find(({ key }) => isSame(key, value))?.caption) ?? value,
    colorType: (type) => colorTypeName(type, locale),
  };
}
