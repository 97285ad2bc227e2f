import {
  type FunnelMatching,
  indexSteps,
  type MatchingSettings,
  type ProductSet,
  type Step,
  type StepIndex,
  stepKind,
  type Tab,
} from '@svc/domain';
import { addTo, type BitSet, countMembers, emptySet, intersect, unite } from '../structures/bit-set.js';
import type { Assortment } from './compile-assortment.js';
import { type CompiledRule, compileRules, haveDates, referToSteps } from './compile-rules.js';
import { type CompiledSets, compileSets } from './compile-sets.js';
import { type CompiledStep, compileSteps } from './compile-steps.js';
import { compileTarget } from './compile-target.js';

export interface CompiledTab {
  tab: Tab;
  selected: BitSet;
}

/** One funnel version with its funnel's settings, compiled for one assortment. Immutable. */
export interface CompiledFunnel {
  assortment: Assortment;
  /** All steps of the version; answers are migrated to them. */
  steps: StepIndex;
  settings: MatchingSettings;
  compiledSteps: readonly CompiledStep[];
  rules: readonly CompiledRule[];
  /** Whether a rule depends on the date. */
  dated: boolean;
  /** Whether a rule refers to the answers of a SELFIE or EMAIL step. */
  asksForPresence: boolean;
  sets: CompiledSets;
  /** Available variants of the funnel's assortment. */
  scope: BitSet;
  scopeSize: number;
  /** Whether the result page is enabled; it may have no enabled tab. */
  resultPage: boolean;
  /** Enabled tabs in order; empty: the result page is disabled or has none. */
  tabs: readonly CompiledTab[];
  /** Variants on any enabled tab. */
  onTabs: BitSet;
  /** Estimated memory in bytes without the assortment. */
  bytes: number;
}

/** Bytes of a compiled funnel in addition to its sets of variants. */
const FIXED_BYTES = 4_096;
const STEP_BYTES = 2_048;

export function compileFunnel(
  assortment: Assortment,
  input: { steps: readonly Step[]; funnel: FunnelMatching; sets: readonly ProductSet[] },
): CompiledFunnel {
  const { steps, funnel } = input;
  const { tags, productIds } = funnel.assortment;
  const scope = assortment.available.slice();
  if (tags.length + productIds.length > 0) intersect(scope, compileTarget(assortment, { tags, productIds }));
  const sets = compileSets(assortment, input.sets);
  const enabled = funnel.resultPage.enabled ? funnel.resultPage.tabs.filter((tab) => tab.enabled) : [];
  const tabs = enabled.map((tab) => ({ tab, selected: compileTab(assortment, sets, tab) }));
  const onTabs = emptySet(assortment.variantCount);
  for (const { selected } of tabs) unite(onTabs, selected);
  const compiledSteps = compileSteps(assortment, steps);
  const rules = compileRules(assortment, funnel.matching.rules);
  const setCount =
    3 +
    tabs.length +
    sets.sets.length * 2 +
    rules.length * 2 +
    compiledSteps.reduce((sum, step) => sum + 2 + step.options.size * 2, 0);
  return {
    assortment,
    steps: indexSteps(steps),
    settings: funnel.matching,
    compiledSteps,
    rules,
    dated: haveDates(rules),
    asksForPresence: referToSteps(rules, new Set(steps.filter(isSelfieOrEmail).map(({ id }) => id))),
    sets,
    scope,
    scopeSize: countMembers(scope),
    resultPage: funnel.resultPage.enabled,
    tabs,
    onTabs,
    bytes: FIXED_BYTES + steps.length * STEP_BYTES + setCount * (scope.byteLength + 100),
  };
}

const isSelfieOrEmail = ({ type }: Step): boolean => ['selfie', 'contact'].includes(stepKind(type));

function compileTab(assortment: Assortment, sets: CompiledSets, tab: Tab): BitSet {
  const selected = compileTarget(assortment, tab.select);
  for (const key of tab.select.sets) {
    const own = sets.ownByKey.get(key);
    if (own !== undefined) addTo(selected, own);
  }
  return selected;
}
