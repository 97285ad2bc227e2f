import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { connection } from '../../api/connection.js';
import { HOLDS_WORK } from '../../api/queries.js';
import { useMe } from '../../app/company.js';
import { createEditService, reportPresence } from './edit-service.js';
import { createLocalStore } from './local-store.js';
import { EditSession } from './model/edit-session.js';
import { watchOthers } from './watch-others.js';

/** The edit of a funnel, from opening the screen to leaving it. */
export function useEditSession(handle: string, subdomain: string) {
  const { user } = useMe();
  const query = useQuery({
    queryKey: ['edit-session', user.id, handle, subdomain],
    queryFn: () =>
      EditSession.open(createEditService(handle, subdomain), createLocalStore(`${user.id} ${handle} ${subdomain}`)),
    ...HOLDS_WORK,
    structuralSharing: false,
  });
  const session = query.data;
  useEffect(() => {
    if (!session) return;
    const stopListening = connection.subscribe(() => {
      if (connection.get()) void session.refresh().catch(() => undefined);
    });
    const onHidden = () => document.visibilityState === 'hidden' && session.onHidden();
    document.addEventListener('visibilitychange', onHidden);
    addEventListener('pagehide', session.onHidden);
    addEventListener('online', session.onHidden);
    return () => {
      stopListening();
      document.removeEventListener('visibilitychange', onHidden);
      removeEventListener('pagehide', session.onHidden);
      removeEventListener('online', session.onHidden);
      session.stop();
    };
  }, [session]);
  return query;
}

export const useEditState = (session: EditSession) => useSyncExternalStore(session.subscribe, session.get);

export type OtherEditor = Awaited<ReturnType<typeof reportPresence>>['others'][number];

/** Reports where the user works, and brings in what the others save while there are others. @param at - names a place; undefined: the user only reads. */
export function useOtherEditors(
  session: EditSession,
  handle: string,
  subdomain: string,
  at: string | undefined,
): readonly OtherEditor[] {
  const [others, setOthers] = useState<readonly OtherEditor[]>([]);
  useEffect(() => {
    if (at === undefined) return;
    return watchOthers({
      report: async () => (await reportPresence(handle, subdomain, at)).others,
      refresh: () => session.refresh(),
      isHidden: () => document.visibilityState === 'hidden',
      onOthers: setOthers,
    });
  }, [session, handle, subdomain, at]);
  return others;
}

/** Ctrl Z and Ctrl Y, or Cmd, anywhere on the screen: changes are commands of the whole edit, not of one field. */
export function useUndoKeys(session: EditSession, isReadOnly: boolean): void {
  useEffect(() => {
    if (isReadOnly) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) session.redo();
      else session.undo();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [session, isReadOnly]);
}
