import { Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { DialogActions } from '../../shared/dialogs/dialog-actions.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';

/** Creates a company; everything but its handle can be changed later, in its settings. */
export function CreateCompanyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [handle, setHandle] = useState('');
  const create = useChange({
    run: (body: Schemas['CompanyRequest']) => load(api.POST('/api/admin/v1/companies', { body })),
    changes: ['companies'],
    onDone: (company) => void navigate({ to: `/c/${company.handle}/settings/people` }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ handle: handle.trim(), name: name.trim() });
  };
  return (
    <Dialog onClose={onClose} title={t('companies.create')}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('companies.name')}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            maxLength={200}
            autoComplete="off"
            required
            data-autofocus
          />
          <TextInput
            label={t('companies.handle')}
            description={t('companies.handle.text')}
            value={handle}
            onChange={({ currentTarget }) => setHandle(currentTarget.value)}
            pattern="[a-z0-9\-]{2,40}"
            title={t('companies.handle.text')}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="none"
            required
          />
          <ErrorNotice error={create.error} />
          <DialogActions action={t('companies.create')} onCancel={onClose} loading={create.isPending} />
        </Stack>
      </form>
    </Dialog>
  );
}
