import type { FunnelMatching } from '@svc/domain';
import type { Edit } from './edit-frame.js';
import { isEqual } from './model/is-equal.js';

/** A part of a funnel other than its questions, as an edit has it. */
export type PartName = Extract<keyof FunnelMatching, 'matching' | 'resultPage'>;

/**
 * One part of an edit. Changes of it are steps of the undo of the whole edit. docs/dashboard.md Y15.5.
 * @param inForce - what the edit has while it changes nothing of the part.
 */
export function useEditedPart<N extends PartName>({ session, state }: Edit, name: N, inForce: FunnelMatching[N]) {
  const value = (state.content.others[name] as FunnelMatching[N] | undefined) ?? inForce;
  return {
    value,
    isChanged: !isEqual(value, inForce),
    /** @param mark - changes with the same mark that follow each other, such as letters of one text, are one step. */
    change: (next: FunnelMatching[N], mark = '') => session.changePart(mark && `${name} ${mark}`, name, inForce, next),
  };
}
