export type ConsequencesState = 'PROBLEMS' | 'WAITING' | 'OLD' | 'NOW';

/**
 * What the panel of consequences says about its findings. docs/dashboard.md Y39.2.
 * @param state.hasSubject - false: the edit has problems, and is not checked.
 * @param state.isBusy - the service has no time for a check.
 * @param state.isOld - they are of the state before the last change.
 */
export function getConsequencesState(state: {
  hasSubject: boolean;
  isBusy: boolean;
  isOld: boolean;
}): ConsequencesState {
  if (!state.hasSubject) return 'PROBLEMS';
  if (state.isBusy) return 'WAITING';
  return state.isOld ? 'OLD' : 'NOW';
}
