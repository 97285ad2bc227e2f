import { NativeSelect, TextInput } from '@mantine/core';
import { DAY_MS, ROLES, type Role } from '@svc/domain';
import { useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { DialogForm } from '../../shared/dialogs/dialog-form.js';
import { OneTimeDialog } from '../../shared/dialogs/one-time-dialog.js';
import { NameInput } from '../../shared/fields/name-input.js';
import { toRole } from '../../shared/role.js';
import { toDay } from '../../shared/to-day.js';

const DEFAULT_DAYS = 90;
const MAX_DAYS = 365;

type Request = Schemas['ManagementTokenRequest'];

/** Creates a management token and shows its value, which exists in the memory of this dialog only. docs/dashboard.md Y43. */
export function CreateTokenDialog(props: { company: string; role: Role; onClose: () => void }) {
  const { t } = useI18n();
  const create = useChange({
    run: (body: Request) =>
      load(
        api.POST('/api/admin/v1/companies/{handle}/management-tokens', {
          params: { path: { handle: props.company } },
          body,
        }),
      ),
    changes: ['management-tokens', props.company],
  });
  const value = create.data?.value;
  return (
    <OneTimeDialog
      fields={
        value === undefined
          ? undefined
          : [
              { label: t('tokens.value'), value },
              { label: t('tokens.environment'), value: `PLATFORM_TOKEN=${value}` },
            ]
      }
      form={<TokenForm create={create} role={props.role} onClose={props.onClose} />}
      texts={{
        form: t('tokens.create'),
        created: t('tokens.created'),
        once: t('tokens.once'),
        notCopied: t('tokens.not-copied'),
        done: t('dialog.done'),
        closeAnyway: t('tokens.close-anyway'),
      }}
      onClose={props.onClose}
    />
  );
}

function TokenForm(props: {
  create: { mutate: (body: Request) => void; isPending: boolean; error: Error | null };
  role: Role;
  onClose: () => void;
}) {
  const i18n = useI18n();
  const { t } = i18n;
  const [name, setName] = useState('');
  const [role, setRole] = useState(props.role);
  const [lastDay, setLastDay] = useState(() => toDay(new Date(Date.now() + DEFAULT_DAYS * DAY_MS)));
  const submit = () => {
    // The token works until the end of the day, where the user is.
    props.create.mutate({ name: name.trim(), role, expiresAt: new Date(`${lastDay}T23:59:59`).toISOString() });
  };
  return (
    <DialogForm
      onSubmit={submit}
      error={props.create.error}
      action={t('tokens.create')}
      onCancel={props.onClose}
      loading={props.create.isPending}
    >
      <NameInput
        label={t('tokens.name')}
        description={t('tokens.name.text')}
        value={name}
        onValue={setName}
        maxLength={100}
      />
      <NativeSelect
        label={t('role.title')}
        value={role}
        onChange={({ currentTarget }) => setRole(currentTarget.value as Role)}
        data={ROLES.slice(ROLES.indexOf(props.role)).map((each) => ({ value: each, label: toRole(each, i18n) }))}
      />
      <TextInput
        type="date"
        label={t('tokens.last-day')}
        description={t('tokens.last-day.text')}
        value={lastDay}
        onChange={({ currentTarget }) => setLastDay(currentTarget.value)}
        min={toDay(new Date())}
        max={toDay(new Date(Date.now() + MAX_DAYS * DAY_MS))}
        required
      />
    </DialogForm>
  );
}
