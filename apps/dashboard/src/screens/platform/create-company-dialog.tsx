import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { FormDialog } from '../../shared/dialogs/form-dialog.js';
import { HandleInput, NameInput } from '../../shared/fields/name-input.js';

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
    <FormDialog
      title={t('companies.create')}
      onSubmit={submit}
      error={create.error}
      action={t('companies.create')}
      onClose={onClose}
      loading={create.isPending}
    >
      <NameInput label={t('companies.name')} value={name} onValue={setName} />
      <HandleInput label={t('companies.handle')} text={t('companies.handle.text')} value={handle} onValue={setHandle} />
    </FormDialog>
  );
}
