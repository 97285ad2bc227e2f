import { builtInSelections, type LocalizedText, normalizeKey, STEP_TYPES, type StepType } from '@svc/domain';
import type { OptionCount } from '@svc/proto';

/** A step of a version as a company file has it, as far as reports read it. */
export interface ReportedStep {
  id: number;
  type: string;
  title: LocalizedText;
  orderNumber?: number;
  formerIds?: readonly number[];
  selections?: readonly { key: string; caption?: LocalizedText; formerKeys?: readonly string[] }[];
}

export interface FoldedOption {
  key: string;
  /** Undefined: the version does not have it. */
  caption: LocalizedText | undefined;
  analyses: number;
  /** Some were chosen under a former key. */
  isFolded: boolean;
}

export interface FoldedStep {
  stepId: number;
  /** Undefined: the version does not have it. */
  title: LocalizedText | undefined;
  /** Analyses that were shown the step. */
  shown: number;
  options: FoldedOption[];
}

/**
 * The answers under the steps and keys of one version: former keys and former steps count with their present ones. What the version
 * does not have follows, as it was stored. docs/insight.md N21.4.
 */
export function foldAnswers(counts: readonly OptionCount[], steps: readonly ReportedStep[]): FoldedStep[] {
  const ordered = [...steps].sort((a, b) => (a.orderNumber ?? a.id) - (b.orderNumber ?? b.id) || a.id - b.id);
  const folded = new Map<number, FoldedStep>(
    ordered.flatMap((step) => {
      const options = listOptions(step).map(({ key, caption }) => ({ key, caption, analyses: 0, isFolded: false }));
      return options.length === 0 ? [] : [[step.id, { stepId: step.id, title: step.title, shown: 0, options }]];
    }),
  );
  for (const { stepId, optionKey, analyses } of counts) {
    const candidates = folded.has(stepId)
      ? ordered.filter(({ id }) => id === stepId)
      : ordered.filter(({ formerIds = [] }) => formerIds.includes(stepId));
    const place = candidates.find((step) => optionKey === '' || findKey(step, optionKey) !== undefined);
    const target = place && folded.get(place.id);
    if (optionKey === '') {
      (target ?? addUnknown(folded, stepId)).shown += analyses;
      continue;
    }
    const key = place && findKey(place, optionKey);
    const step = target ?? folded.get(stepId) ?? addUnknown(folded, stepId);
    const option = step.options.find((one) => normalizeKey(one.key) === normalizeKey(key ?? optionKey));
    if (option) {
      option.analyses += analyses;
      option.isFolded ||= step.stepId !== stepId || normalizeKey(option.key) !== optionKey;
    } else step.options.push({ key: optionKey, caption: undefined, analyses, isFolded: false });
  }
  return [...folded.values()].filter(({ shown, options }) => shown > 0 || options.some((one) => one.analyses > 0));
}

const listOptions = ({ type, selections }: ReportedStep) =>
  selections && selections.length > 0 ? selections : isStepType(type) ? builtInSelections(type) : [];

const isStepType = (type: string): type is StepType => (STEP_TYPES as readonly string[]).includes(type);

/** What a key is called in a step now; a present key wins over a former one. */
function findKey(step: ReportedStep, key: string): string | undefined {
  const options = listOptions(step);
  const found =
    options.find((option) => normalizeKey(option.key) === key) ??
    options.find(({ formerKeys = [] }) => formerKeys.some((former) => normalizeKey(former) === key));
  return found?.key;
}

function addUnknown(folded: Map<number, FoldedStep>, stepId: number): FoldedStep {
  const step = { stepId, title: undefined, shown: 0, options: [] };
  folded.set(stepId, step);
  return step;
}
