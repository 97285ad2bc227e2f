import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { api, load } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ConfirmDialog } from '../../shared/dialogs/confirm-dialog.js';
import { catalogKey } from './queries.js';
import type { Run } from './run-state.js';

type Choice = 'APPLY' | 'DISCARD';

/** Says what each choice does before it is made. docs/catalog.md "What every import does", Guard. */
export function Decision({ run }: { run: Run }) {
  const { t, count } = useI18n();
  const company = useCompany();
  const queries = useQueryClient();
  const [choice, setChoice] = useState<Choice>();
  const params = { path: { handle: company.handle, importId: run.id } };
  const decide = useChange({
    run: async (chosen: Choice) => {
      const answer =
        chosen === 'APPLY'
          ? load(api.POST('/api/admin/v1/companies/{handle}/catalog/imports/{importId}/apply', { params }))
          : load(api.DELETE('/api/admin/v1/companies/{handle}/catalog/imports/{importId}', { params }));
      await answer.catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
        throw new ApiError(error.status, error.code, t('import.decided'), error.options);
      });
    },
    changes: catalogKey(company.handle),
    onDone: () => setChoice(undefined),
  });
  const close = () => {
    setChoice(undefined);
    // Its state is another one if another user has decided.
    if (decide.error) void queries.invalidateQueries({ queryKey: catalogKey(company.handle) });
    decide.reset();
  };
  return (
    <Alert color="yellow" title={t('import.decide')}>
      <Stack gap="sm">
        <Text size="sm">{t('import.decide.text')}</Text>
        {company.can('catalog.import') ? (
          <Group>
            <Button onClick={() => setChoice('APPLY')}>{t('import.apply')}</Button>
            <Button variant="default" onClick={() => setChoice('DISCARD')}>
              {t('import.discard')}
            </Button>
          </Group>
        ) : (
          <Text size="sm">{t('imports.read-only')}</Text>
        )}
      </Stack>
      {choice === 'APPLY' && (
        <ConfirmDialog
          title={t('import.apply.title')}
          action={t('import.apply')}
          change={{ ...decide, mutate: () => decide.mutate('APPLY') }}
          onClose={close}
        >
          <Stack gap="xs">
            <Text>{count('import.apply.removed', run.removed)}</Text>
            <Text>{t('import.apply.changed', { created: run.created, updated: run.updated })}</Text>
            <Text>{t('import.apply.text')}</Text>
          </Stack>
        </ConfirmDialog>
      )}
      {choice === 'DISCARD' && (
        <ConfirmDialog
          title={t('import.discard.title')}
          action={t('import.discard')}
          change={{ ...decide, mutate: () => decide.mutate('DISCARD') }}
          onClose={close}
        >
          {t('import.discard.text')}
        </ConfirmDialog>
      )}
    </Alert>
  );
}
