import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../api/api-error.js';
import type { UnsavedOperations } from '../../shared/unsaved/unsaved-operations.js';
import type { TaggingOperation } from './grid/grid-model.js';
import { matrixKey, type Saved, saveOperations } from './queries.js';

/** After a temporary failure, unless the connection comes back before. */
const RETRY_MS = 15_000;

/** Saves changes of tags, and repeats a save that fails temporarily until it succeeds. docs/dashboard.md Y17.5. */
export function useSaveOperations(
  company: string,
  unsaved: UnsavedOperations,
  operations: readonly TaggingOperation[],
) {
  const client = useQueryClient();
  const key = ['tagging-saved', company];
  const save = useMutation<Saved, Error>({
    mutationFn: async () => {
      const saved = await saveOperations(company, operations);
      await unsaved.write([]).catch(() => {});
      return saved;
    },
    onSuccess: async (saved) => {
      client.setQueryData<Saved>(key, saved);
      // A save may end tests.
      void client.invalidateQueries({ queryKey: ['experiments', company] });
      await client.invalidateQueries({ queryKey: matrixKey(company) });
    },
    retry: (_, error) => error instanceof ApiError && error.isTemporary,
    retryDelay: (_, error) =>
      (error instanceof ApiError && error.options.retryAfterS ? error.options.retryAfterS * 1_000 : undefined) ??
      RETRY_MS,
  });
  const isWaiting = save.isPending && save.failureCount > 0;
  // A save that waits is repeated as soon as the connection is back.
  const { mutate, reset } = save;
  useEffect(() => {
    if (!isWaiting) return;
    const again = () => {
      reset();
      mutate();
    };
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isWaiting, mutate, reset]);
  return {
    save,
    isWaiting,
    /** What the last save did, until something changes. */
    saved: client.getQueryData<Saved>(key),
    forgetSaved: () => client.setQueryData(key, null),
  };
}
