import { jsonPointer } from '../checks/problems.js';
import { localize } from '../funnel/localize.js';
import type { Step } from '../funnel/steps.js';
import type { ExplanationLanguage } from '../matching/explanation-language.js';
import type { FunnelMatching } from '../matching/matching-settings.js';
import { createConditionNames, type RuleNames } from '../sentences/names.js';
import { compareSteps, type StepChange } from './compare-steps.js';
import { compareValues, ORDER, toText } from './compare-values.js';
import { type DescribedChange, describeChange, type SettingsChange } from './describe-change.js';

/** A state of a funnel. Settings that one of two states does not have are not compared. */
export interface FunnelContent extends Partial<FunnelMatching> {
  steps: readonly Step[];
}

export type CatalogNames = Pick<RuleNames, 'product' | 'variant'>;

/** One difference of two states of a funnel. */
export interface FunnelChange {
  kind: DescribedChange['kind'];
  /** JSON pointer into the state after the change; into the one before for what is removed. */
  path: string;
  /** Title of the question that it belongs to; null: another part. */
  question: string | null;
  before: unknown;
  after: unknown;
  sentence: string;
}

/**
 * What differs between two states of a funnel, in the order of a company file: questions, assortment, matching settings, result page.
 * @param language - of the sentences; texts of the funnel are in it if there are any.
 * @param catalog - names of products and variants; absent: sentences have their ids.
 */
export function compareFunnels(
  before: FunnelContent,
  after: FunnelContent,
  language: ExplanationLanguage,
  catalog: CatalogNames = { product: String, variant: String },
): FunnelChange[] {
  // What was removed is named as it was.
  const gone = before.steps.filter(({ id }) => !after.steps.some((step) => step.id === id));
  const names: RuleNames = { ...createConditionNames([...after.steps, ...gone], language), ...catalog };
  const steps = compareSteps(before.steps, after.steps, language).map((change) => ({
    ...toValues(change),
    path: pointToStep(change, before.steps, after.steps),
    question: 'question' in change ? change.question : null,
    sentence: describeChange(change, language, names),
  }));
  const settings = compareSettings(before, after, language).map(({ path, ...change }) => ({
    ...toValues(change),
    path: jsonPointer(path),
    question: null,
    sentence: describeChange(change, language, names),
  }));
  return [...steps, ...settings];
}

const toValues = (change: DescribedChange): Pick<FunnelChange, 'kind' | 'before' | 'after'> => ({
  kind: change.kind,
  before: ('before' in change ? change.before : undefined) ?? null,
  after: ('after' in change ? change.after : undefined) ?? null,
});

function pointToStep(change: StepChange, before: readonly Step[], after: readonly Step[]): string {
  if (change.kind === 'STEPS_ORDER') return '/steps';
  const isStepGone = change.kind === 'STEP_REMOVED';
  const steps = isStepGone || change.kind === 'OPTION_REMOVED' ? before : after;
  const found = steps.findIndex(({ id }) => id === change.stepId);
  // An option of a question that another one replaces.
  const index = found < 0 ? after.findIndex(({ id }) => id === change.stepId) : found;
  const step = (found < 0 ? after : steps)[index];
  const path = ['steps', index];
  if ('optionKey' in change) {
    const option = step?.selections.findIndex(({ key }) => key === change.optionKey) ?? -1;
    path.push('selections', ...(option < 0 ? [] : [option]));
  }
  if (change.kind === 'OPTIONS_ORDER') path.push('selections');
  if ('field' in change) path.push(...change.field.split('.'));
  return jsonPointer(path);
}

type PlacedChange = SettingsChange & { path: (string | number)[] };

function compareSettings(before: FunnelContent, after: FunnelContent, language: string): PlacedChange[] {
  const changes: PlacedChange[] = [];
  if (before.assortment && after.assortment) {
    changes.push(...compareOthers('assortment', before.assortment, after.assortment));
  }
  if (before.matching && after.matching) {
    const { rules: rulesBefore, ...was } = before.matching;
    const { rules: rulesAfter, ...is } = after.matching;
    changes.push(...compareOthers('matching', was, is));
    changes.push(...compareItems('RULE', ['matching', 'rules'], rulesBefore, rulesAfter, ({ key }) => key));
  }
  if (before.resultPage && after.resultPage) {
    const { tabs: tabsBefore, ...was } = before.resultPage;
    const { tabs: tabsAfter, ...is } = after.resultPage;
    changes.push(...compareOthers('resultPage', was, is));
    const toName = ({ name, key }: (typeof tabsAfter)[number]) => localize(name, language, language) ?? key;
    changes.push(...compareItems('TAB', ['resultPage', 'tabs'], tabsBefore, tabsAfter, toName));
  }
  return changes;
}

function compareOthers(part: string, before: unknown, after: unknown): PlacedChange[] {
  return compareValues(before, after).map(({ path, before: was, after: is }) => {
    const place = [part, ...path.filter((name) => name !== ORDER)];
    return { kind: 'SETTING_CHANGED', name: place.join('.'), path: place, before: was, after: is };
  });
}

function compareItems<T extends { key: string }>(
  kind: 'RULE' | 'TAB',
  path: string[],
  before: readonly T[],
  after: readonly T[],
  toName: (item: T) => string,
): PlacedChange[] {
  const changes: PlacedChange[] = [];
  for (const [index, item] of after.entries()) {
    const was = before.find(({ key }) => key === item.key);
    const at = { name: toName(item), path: [...path, index] };
    if (!was) changes.push({ kind: `${kind}_ADDED`, ...at, before: undefined, after: item });
    else if (toText(was) !== toText(item)) changes.push({ kind: `${kind}_CHANGED`, ...at, before: was, after: item });
  }
  for (const [index, item] of before.entries()) {
    if (after.some(({ key }) => key === item.key)) continue;
    changes.push({
      kind: `${kind}_REMOVED`,
      name: toName(item),
      path: [...path, index],
      before: item,
      after: undefined,
    });
  }
  const kept = (items: readonly T[], others: readonly T[]) =>
    items.filter(({ key }) => others.some((other) => other.key === key));
  const [was, is] = [kept(before, after), kept(after, before)];
  if (toText(was.map(({ key }) => key)) !== toText(is.map(({ key }) => key))) {
    changes.push({ kind: `${kind}S_ORDER`, name: '', path, before: was.map(toName), after: is.map(toName) });
  }
  return changes;
}
