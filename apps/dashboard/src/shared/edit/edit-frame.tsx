import { Alert, Stack, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../notices/loaded.js';
import { Warnings } from '../notices/warnings.js';
import { EditBar } from './edit-bar.js';
import type { EditSession, EditState } from './model/edit-session.js';
import { findProblems, type StepProblem } from './model/find-problems.js';
import { toStepName } from './step-name.js';
import { useEditSession, useEditState, useOtherEditors, useUndoKeys } from './use-edit-session.js';

/** Rarely needed, and only after the service has answered. */
const ConflictDialog = lazy(async () => ({ default: (await import('./conflict-dialog.js')).ConflictDialog }));

export interface Edit {
  session: EditSession;
  state: EditState;
  subdomain: string;
  isReadOnly: boolean;
  problems: readonly StepProblem[];
}

/** Loads what is being edited of a funnel, for one of its screens. */
export function WithEdit({ subdomain, children }: { subdomain: string; children: (edit: Edit) => ReactNode }) {
  const { handle } = useCompany();
  const session = useEditSession(handle, subdomain);
  return (
    <Loaded query={session}>
      {(found) => (
        <Opened key={subdomain} session={found} subdomain={subdomain}>
          {children}
        </Opened>
      )}
    </Loaded>
  );
}

function Opened(props: { session: EditSession; subdomain: string; children: (edit: Edit) => ReactNode }) {
  const { session, subdomain } = props;
  const isReadOnly = !useCompany().can('funnel.edit');
  const state = useEditState(session);
  useUndoKeys(session, isReadOnly);
  const { problems: found, synced } = state;
  const problems = useMemo(() => findProblems(found, synced.content), [found, synced.content]);
  return props.children({ session, state, subdomain, isReadOnly, problems });
}

/**
 * What all screens of an edit have in common: whether it is saved, undo and redo, release, who else is here, and conflicts.
 * @param place - where the user works: `step 3`, `rules` or `result page`.
 */
export function EditFrame({ edit, place, children }: { edit: Edit; place: string; children: ReactNode }) {
  const { t, list } = useI18n();
  const { handle } = useCompany();
  const { session, state, subdomain, isReadOnly, problems } = edit;
  const { steps } = state.content;
  const others = useOtherEditors(session, handle, subdomain, isReadOnly ? undefined : place);
  const toPlace = (part: string): string => {
    if (part === 'rules') return t('edit.place.rules');
    if (part === 'result page') return t('edit.place.result-page');
    const found = steps.find(({ id }) => part === `step ${id}`);
    return found ? toStepName(found) : t('edit.place.funnel');
  };
  return (
    <Stack gap="md">
      {isReadOnly && <Alert color="blue">{t('edit.read-only')}</Alert>}
      <EditBar {...{ session, state, subdomain, isReadOnly, problems }} />
      {others.length > 0 && (
        <Text size="sm" role="status">
          {t('edit.here.all', {
            names: list(
              others.map(({ name, part }) =>
                t('edit.here', { name: name ?? t('edit.here.token'), part: toPlace(part) }),
              ),
            ),
          })}
        </Text>
      )}
      {state.isOrderTheirs && <Alert color="yellow">{t('edit.order-theirs')}</Alert>}
      {children}
      <Warnings warnings={state.warnings} />
      {state.conflicts.length > 0 && (
        <Suspense>
          <ConflictDialog
            conflicts={state.conflicts}
            steps={steps}
            onDecide={(theirs) => session.resolve((id) => (theirs.has(id) ? 'theirs' : 'mine'))}
          />
        </Suspense>
      )}
    </Stack>
  );
}
