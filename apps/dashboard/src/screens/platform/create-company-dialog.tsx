import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { DialogForm } from '../../shared/dialogs/dialog-form.js';

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
  const submit = () => {
    create.mutate({ handle: handle.trim(), name: name.trim() });
  };
  return (
    <Dialog onClose={onClose} title={t('companies.create')}>
      <DialogForm
        onSubmit={submit}
        error={create.error}
        action={t('companies.create')}
        onCancel={onClose}
        loading={create.isPending}
      >
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
      </DialogForm>
    </Dialog>
  );
}
