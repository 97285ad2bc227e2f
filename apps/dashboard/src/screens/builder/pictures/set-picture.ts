import { changeOption } from '../../../shared/edit/model/change-steps.js';
import type { Step } from '../../../shared/edit/model/steps.js';

/**
 * Gives a picture to an option; without such an option nothing changes.
 * @param at - where it is expected; another place is found by its key.
 * @param url - empty: none.
 */
export function setPicture(steps: readonly Step[], id: number, { at, key }: { at: number; key: string }, url: string) {
  const options = steps.find((step) => step.id === id)?.selections ?? [];
  const index = options[at]?.key === key ? at : options.findIndex((option) => option.key === key);
  return changeOption(steps, id, index, { imageUrl: url === '' ? undefined : url });
}
