import type { Condition, StepType } from '@svc/domain';

/** English and German. */
export type Text = readonly [en: string, de: string];

/** Tags that an option asks for; those that no variant of a company has are left out. */
export type OptionTags = Partial<Record<'require' | 'prefer' | 'avoid', readonly string[]>>;

/** A question of a template. Its id is its place, from 1. */
export interface TemplateStep {
  key: string;
  type: StepType;
  title: Text;
  /** By key, in order. Left out: every value of the field that the question asks for. */
  options?: Readonly<Record<string, readonly [...Text, OptionTags?]>>;
  /** Default: true. */
  required?: false;
  showWhen?: Condition;
  settings?: Readonly<Record<string, unknown>>;
}

/** What a new funnel may begin with. docs/management.md "Templates". */
export interface Template {
  name: Text;
  description: Text;
  steps: readonly TemplateStep[];
}
