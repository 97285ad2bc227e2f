import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { ApiError } from '../../api/api-error.js';
import { isEqual } from '../edit/model/is-equal.js';
import type { Unsaved } from '../unsaved/unsaved.js';
import { useWarningBeforeUnload } from '../unsaved/use-warning-before-unload.js';
import { type Draft, type PartState, usePartDraft } from './use-part-draft.js';

export interface SavedPart<V> {
  state: PartState<V>;
  warnings: readonly { path: string; message: string }[];
}

/**
 * A part of the settings that is edited as a whole: changed in the browser, saved on the state that it was read in. If another user
 * was faster, nothing is overwritten: `hasConflict`, and the newest state is loaded. docs/dashboard.md Y33.3.
 */
export function usePartEditor<V>(options: {
  newest: PartState<V>;
  stored: Draft<V> | null;
  store: Unsaved<Draft<V>>;
  queryKey: QueryKey;
  save(etag: string, value: V): Promise<SavedPart<V>>;
}) {
  const queries = useQueryClient();
  const { draft, value, change, undo, redo, saved, reset } = usePartDraft(
    options.newest,
    options.stored,
    options.store,
  );
  useWarningBeforeUnload(draft !== undefined);
  const saving = useMutation({
    mutationFn: async ({ base, value: mine }: Draft<V>) => {
      try {
        return await options.save(base.etag, mine);
      } catch (error) {
        if (!(error instanceof Error && isStale(error))) throw error;
        await queries.refetchQueries({ queryKey: options.queryKey });
        const state = queries.getQueryData<PartState<V>>(options.queryKey);
        // The response to the same change was lost, or another user has saved the same.
        if (state && isEqual(state.value, mine)) return { state, warnings: [] };
        throw error;
      }
    },
    onSuccess: ({ state }, sent) => {
      queries.setQueryData(options.queryKey, state);
      saved(sent, state);
    },
  });
  const hasConflict = draft !== undefined && saving.error !== null && isStale(saving.error);
  return {
    draft,
    value,
    change: (next: V, mark?: string) => {
      // A save that runs is not forgotten: another one now would be in conflict with it.
      if (!saving.isPending) saving.reset();
      change(next, mark);
    },
    undo,
    redo,
    discard: () => {
      saving.reset();
      reset();
    },
    /** Saves what is on the screen. @param base - another state than the one that the changes were made on. */
    save: (base?: PartState<V>) => draft && saving.mutate(base ? { base, value: draft.value } : draft),
    saving,
    hasConflict,
    /** Control or Command with Z and Y, outside of texts, which have their own undo. */
    onKeyDown: (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
      const key = event.key.toLowerCase();
      const step = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : undefined;
      if (!step) return;
      event.preventDefault();
      step();
    },
  };
}

export type PartEditor<V> = ReturnType<typeof usePartEditor<V>>;

const isStale = (error: Error): boolean => error instanceof ApiError && error.status === 412;
