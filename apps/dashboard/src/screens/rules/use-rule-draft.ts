import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useCompany, useMe } from '../../app/company.js';
import { openUnsaved } from '../../shared/unsaved.js';
import type { MatchingState, Rule } from './queries.js';

/** Changed rules that are not saved. */
export interface Draft {
  /** The state that the changes were made on. */
  base: MatchingState;
  rules: readonly Rule[];
}

const MAX_STEPS = 200;
const STORE_AFTER_MS = 200;

/** What the user left unsaved in this browser, if anything. */
export function useStoredDraft(subdomain: string) {
  const { handle } = useCompany();
  const { user } = useMe();
  const store = useMemo(
    () => openUnsaved<Draft>(`rules ${user.id} ${handle} ${subdomain}`),
    [user.id, handle, subdomain],
  );
  const stored = useQuery<Draft | null>({
    queryKey: ['rules-unsaved', user.id, handle, subdomain],
    // A browser may have no storage, for example in a private window.
    queryFn: async () => (await store.read().catch(() => undefined)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  return { store, stored };
}

interface Step {
  mark: string;
  draft: Draft | undefined;
}

/**
 * Rules that are being changed, with undo and redo. They are kept in the browser until they are saved or discarded.
 * @param stored - of an earlier visit.
 */
export function useRuleDraft(
  newest: MatchingState,
  stored: Draft | null,
  store: { write(draft?: Draft): Promise<void> },
) {
  const [draft, setDraft] = useState<Draft | undefined>(stored ?? undefined);
  const [past, setPast] = useState<readonly Step[]>([]);
  const [future, setFuture] = useState<readonly Step[]>([]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const timer = setTimeout(() => void store.write(draft).catch(() => {}), STORE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, store]);
  const reset = (next?: Draft) => {
    setDraft(next);
    setPast([]);
    setFuture([]);
  };
  return {
    draft,
    rules: draft?.rules ?? newest.value.rules,
    /** @param mark - changes with the same mark that follow each other, such as letters of one text, are one step. */
    change: (rules: readonly Rule[], mark = '') => {
      const isSame = mark !== '' && past.at(-1)?.mark === mark && future.length === 0;
      if (!isSame) setPast([...past, { mark, draft }].slice(-MAX_STEPS));
      setFuture([]);
      setDraft({ base: draft?.base ?? newest, rules });
    },
    undo:
      past.length === 0
        ? undefined
        : () => {
            const step = past.at(-1) as Step;
            setPast(past.slice(0, -1));
            setFuture([...future, { mark: step.mark, draft }]);
            setDraft(step.draft);
          },
    redo:
      future.length === 0
        ? undefined
        : () => {
            const step = future.at(-1) as Step;
            setFuture(future.slice(0, -1));
            setPast([...past, { mark: step.mark, draft }]);
            setDraft(step.draft);
          },
    reset,
  };
}
