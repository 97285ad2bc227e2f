import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useChange } from '../../api/queries.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { releaseKey } from '../funnel-data/queries.js';
import { toFunnelAddress } from '../navigation/funnel-address.js';
import { ErrorNotice } from '../notices/error-notice.js';
import { createDraft } from './edit-service.js';
import type { EditSession, EditState } from './model/edit-session.js';
import type { StepProblem } from './model/find-problems.js';
import { toStepName } from './step-name.js';

const ConfirmDialog = lazy(async () => ({ default: (await import('../dialogs/confirm-dialog.js')).ConfirmDialog }));

interface Props {
  session: EditSession;
  state: EditState;
  subdomain: string;
  isReadOnly: boolean;
  problems: readonly StepProblem[];
}

/** Whether everything is saved, undo and redo, and what can be made of the edit. */
export function EditBar({ session, state, subdomain, isReadOnly, problems }: Props) {
  const { t, count } = useI18n();
  const { handle } = useCompany();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isDiscarding, setDiscarding] = useState(false);
  const { revision } = state.synced;
  const draft = useChange({
    run: async (then: 'test' | 'release') => {
      await session.flush();
      const saved = session.get().synced.revision;
      const isTest = then === 'test' && saved !== undefined;
      return { then, made: isTest ? await createDraft(handle, subdomain, saved) : undefined };
    },
    changes: releaseKey(handle),
    onDone: ({ then }) => {
      if (then === 'release') void navigate({ to: `/c/${handle}/funnels/${subdomain}/release` });
    },
  });
  const discard = useChange({
    run: () => session.discard(),
    changes: releaseKey(handle),
    onDone: () => setDiscarding(false),
  });
  const takeVersion = useChange({ run: () => session.takeVersion(), changes: ['none'] });
  const isBlocked = problems.length > 0 || state.conflicts.length > 0;
  const test = draft.data?.then === 'test' ? draft.data.made : undefined;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          disabled={isReadOnly || state.history.done.length === 0}
          onClick={() => session.undo()}
        >
          {t('edit.undo')}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={isReadOnly || state.history.undone.length === 0}
          onClick={() => session.redo()}
        >
          {t('edit.redo')}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={isReadOnly || isBlocked || revision === undefined}
          loading={draft.isPending}
          onClick={() => draft.mutate('test')}
        >
          {t('edit.test')}
        </Button>
        <Button
          size="xs"
          disabled={isReadOnly || isBlocked}
          loading={draft.isPending}
          onClick={() => draft.mutate('release')}
        >
          {t('edit.release')}
        </Button>
        {revision !== undefined && !isReadOnly && (
          <Button variant="default" size="xs" onClick={() => setDiscarding(true)}>
            {t('edit.discard')}
          </Button>
        )}
        <SaveState state={state} />
      </Group>
      {state.saving === 'FAILED' && (
        <ErrorNotice error={state.error} onRetry={() => void session.flush().catch(() => undefined)} />
      )}
      {draft.error && <ErrorNotice error={draft.error} />}
      {test && (
        <Text size="sm" role="status">
          {t('edit.test.ready', { number: test.number })}{' '}
          <Anchor
            href={`${toFunnelAddress({ subdomain, host: null })}?versionId=${test.id}`}
            target="_blank"
            rel="noreferrer"
            size="sm"
          >
            {t('edit.test.open')}
          </Anchor>
        </Text>
      )}
      {problems.length > 0 && (
        <details>
          <summary>{count('edit.problems', problems.length)}</summary>
          <List size="sm">
            {problems.map(({ path, message, stepId }) => {
              const step = state.content.steps.find(({ id }) => id === stepId);
              return (
                <List.Item key={`${path} ${message}`} className="wrap-anywhere">
                  {step ? `${toStepName(step)}: ${message}` : message}
                </List.Item>
              );
            })}
          </List>
        </details>
      )}
      {state.isOutdated && !isReadOnly && (
        <Group gap="xs">
          <Text size="sm">{t('edit.outdated')}</Text>
          <Button
            size="xs"
            variant="default"
            loading={takeVersion.isPending}
            onClick={() => takeVersion.mutate(undefined)}
          >
            {t('edit.outdated.take')}
          </Button>
          <ErrorNotice error={takeVersion.error} />
        </Group>
      )}
      {isDiscarding && (
        <Suspense>
          <ConfirmDialog
            title={t('edit.discard.title')}
            action={t('edit.discard')}
            change={{ ...discard, mutate: () => discard.mutate(undefined) }}
            onClose={() => {
              setDiscarding(false);
              void queries.invalidateQueries({ queryKey: releaseKey(handle) });
            }}
          >
            {t('edit.discard.text')}
          </ConfirmDialog>
        </Suspense>
      )}
    </Stack>
  );
}

/** Announced once for each save; no toast. */
function SaveState({ state }: { state: EditState }) {
  const { t, locale } = useI18n();
  const { saving, savedAt } = state;
  const clock = savedAt && new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(savedAt);
  const text =
    saving === 'FAILED'
      ? t('edit.save.failed')
      : saving === 'SAVED'
        ? clock && t('edit.save.done', { time: clock })
        : t('edit.save.changed');
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      {text}
    </Text>
  );
}
