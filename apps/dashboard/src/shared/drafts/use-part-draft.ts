import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { HOLDS_WORK } from '../../api/queries.js';
import { useCompany, useMe } from '../../app/company.js';
import { openUnsaved, type Unsaved } from '../unsaved/unsaved.js';

/** A part of the settings as it was read, with what a change of it names. */
export interface PartState<V> {
  value: V;
  etag: string;
}

/** A changed part that is not saved. */
export interface Draft<V> {
  /** The state that the changes were made on. */
  base: PartState<V>;
  value: V;
}

const MAX_STEPS = 200;
const STORE_AFTER_MS = 200;

/** What the user left unsaved in this browser, if anything. @param part - names the part within the company. */
export function useStoredDraft<V>(part: string) {
  const { handle } = useCompany();
  const { user } = useMe();
  const key = `${part} ${user.id} ${handle}`;
  const store = useMemo(() => openUnsaved<Draft<V>>(key), [key]);
  const stored = useQuery<Draft<V> | null>({
    queryKey: ['unsaved-part', key],
    // A browser may have no storage, for example in a private window.
    queryFn: async () => (await store.read().catch(() => undefined)) ?? null,
    ...HOLDS_WORK,
  });
  return { store, stored };
}

interface Step<V> {
  mark: string;
  draft: Draft<V> | undefined;
}

/**
 * A part that is being changed, with undo and redo. It is kept in the browser until it is saved or discarded.
 * @param stored - of an earlier visit.
 */
export function usePartDraft<V>(newest: PartState<V>, stored: Draft<V> | null, store: Unsaved<Draft<V>>) {
  const [draft, setDraft] = useState<Draft<V> | undefined>(stored ?? undefined);
  const [past, setPast] = useState<readonly Step<V>[]>([]);
  const [future, setFuture] = useState<readonly Step<V>[]>([]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const timer = setTimeout(() => void store.write(draft).catch(() => {}), STORE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, store]);
  /** Goes to the last state of one list, and adds the present one to the other. */
  const step = (from: readonly Step<V>[], setFrom: typeof setPast, to: readonly Step<V>[], setTo: typeof setPast) => {
    const last = from.at(-1);
    if (!last) return undefined;
    return () => {
      setFrom(from.slice(0, -1));
      setTo([...to, { mark: last.mark, draft }]);
      setDraft(last.draft);
    };
  };
  return {
    draft,
    value: draft?.value ?? newest.value,
    /** @param mark - changes with the same mark that follow each other, such as letters of one text, are one step. */
    change: (value: V, mark = '') => {
      const isSame = mark !== '' && past.at(-1)?.mark === mark && future.length === 0;
      if (!isSame) setPast([...past, { mark, draft }].slice(-MAX_STEPS));
      setFuture([]);
      setDraft({ base: draft?.base ?? newest, value });
    },
    undo: step(past, setPast, future, setFuture),
    redo: step(future, setFuture, past, setPast),
    /** What was changed while `sent` was being saved is a change of what is saved now. */
    saved: (sent: Draft<V>, now: PartState<V>) => {
      setDraft((last) => {
        const value = last ? last.value : sent.base.value;
        return value === sent.value ? undefined : { base: now, value };
      });
      setPast([]);
      setFuture([]);
    },
    reset: () => {
      setDraft(undefined);
      setPast([]);
      setFuture([]);
    },
  };
}
