import {
  answersInForce,
  builtInKeys,
  hasLeaf,
  type MatchingAnswers,
  migrateAnswers,
  normalizeKey,
  stepKind,
} from '@svc/domain';
import { matchedSet } from '../check/check-match.js';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import { createProfile, type Presence, type ProfileInput } from '../rank/profile.js';
import { countMembers } from '../structures/bit-set.js';

/** How many variants the answers to one step leave. */
export interface StepProbe {
  /** Available variants of the funnel's assortment. */
  eligible: number;
  /** Variants that match with the answers as they are. */
  left: number;
  /** Options in the order in which they are shown. SELFIE and EMAIL have none. */
  options: { key: string; left: number }[];
  /** Whether a color type was given and can decide about a match. */
  colorTypeTested: boolean;
}

export interface ProbeInput extends Omit<ProfileInput, 'presence'> {
  /** As stored, for any version. */
  answers: MatchingAnswers;
  presence: Presence;
}

type IndexedStep = CompiledFunnel['steps']['ordered'][number];

/**
 * Counts the matched variants for each answer to a step, given the other answers. In a step of one choice the option takes the
 * place of the one chosen before; in a step of several it is added. The funnel may have more variants than one match allows.
 * Cost: one test of all variants per option.
 * @returns undefined when the funnel has no such step.
 */
export function probeStep(funnel: CompiledFunnel, input: ProbeInput, stepId: number): StepProbe | undefined {
  const indexed = funnel.steps.ordered.find(({ step }) => step.id === stepId);
  if (!indexed) return undefined;
  // An answer to an earlier version of the step would otherwise stay next to the option.
  const { values } = migrateAnswers(input.answers.selectionValues, funnel.steps);
  const current = { ...input.answers, selectionValues: values };
  return {
    eligible: funnel.scopeSize,
    left: countLeft(funnel, input, current),
    options: listOptions(indexed).map((key) => ({
      key,
      left: countLeft(funnel, input, withOption(current, indexed, key)),
    })),
    colorTypeTested: input.color?.type != null && canColorDecide(funnel),
  };
}

function countLeft(funnel: CompiledFunnel, { presence, color, date }: ProbeInput, given: MatchingAnswers): number {
  const answers = answersInForce(given, funnel.steps, presence);
  const profile = createProfile(funnel, { answers, color, date, ...(funnel.asksForPresence ? { presence } : {}) });
  return countMembers(matchedSet(funnel, profile));
}

/** Keys of the options as shown; a built-in step without a list of its own has all values of its field. */
function listOptions({ step, isCustom, field }: IndexedStep): string[] {
  if (!isCustom && !field) return [];
  const listed = [...step.selections].sort((a, b) => a.orderNumber - b.orderNumber).map(({ key }) => key);
  return listed.length === 0 && field ? [...builtInKeys(step.type)] : listed;
}

function withOption(answers: MatchingAnswers, { step, field }: IndexedStep, key: string): MatchingAnswers {
  if (field) {
    const value = builtInKeys(step.type).find((known) => normalizeKey(known) === normalizeKey(key)) ?? key;
    const filledFromSelfie = answers.filledFromSelfie?.filter((filled) => filled !== field);
    return { ...answers, [field]: value, ...(filledFromSelfie ? { filledFromSelfie } : {}) };
  }
  const isReplaced = stepKind(step.type) === 'single';
  const others = answers.selectionValues.filter(
    (row) => row.stepId !== step.id || !(isReplaced || normalizeKey(row.selectedKey) === normalizeKey(key)),
  );
  return { ...answers, selectionValues: [...others, { stepId: step.id, selectedKey: key }] };
}

/** Whether variants are tested against the color type, or a rule asks for it. */
function canColorDecide({ settings, assortment }: CompiledFunnel): boolean {
  if (settings.colorType.mode === 'require' && assortment.colorTypesOfLook.members.length > 0) return true;
  return settings.rules.some(({ when }) => when !== undefined && hasLeaf(when, (leaf) => 'colorType' in leaf));
}
