import type { Option, Step } from '../../../shared/edit/model/steps.js';

/** An option of the current version that the question has no longer. */
export interface RemovedOption {
  option: Option;
  /** The option that takes over its answers; undefined: none does. */
  heir: Option | undefined;
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/**
 * What of the current version would be gone. An option whose key was changed is not removed: answers migrate to it, as they do to one
 * that takes over the key of another one. docs/dashboard.md Y15.12.
 */
export function findRemovedOptions(version: Step | undefined, options: readonly Option[]): RemovedOption[] {
  const known = version?.selections ?? [];
  return known.flatMap((option) => {
    if (options.some(({ key }) => isSame(key, option.key))) return [];
    const heir = options.find(({ formerKeys = [] }) => formerKeys.some((key) => isSame(key, option.key)));
    const isRenamed = heir !== undefined && !known.some(({ key }) => isSame(key, heir.key));
    return isRenamed ? [] : [{ option, heir }];
  });
}

/** How often an answer was chosen. */
export type Chosen = number | 'FEW';

interface Report {
  steps: readonly { stepId: number; options: readonly { key: string; isFew: boolean; chosen: number | null }[] }[];
}

/** Analyses that named an option; 0 where the report does not have it. */
export function findChosen({ steps }: Report, stepId: number, key: string): Chosen {
  const found = steps.find((step) => step.stepId === stepId)?.options.find((option) => isSame(option.key, key));
  if (!found) return 0;
  return found.isFew ? 'FEW' : (found.chosen ?? 0);
}
