import type { Role } from '@svc/domain';
import { useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { DialogForm } from '../../shared/dialogs/dialog-form.js';
import { RoleChoice } from './role-choice.js';

export function ChangeRoleDialog(props: { company: string; member: Schemas['Member']; onClose: () => void }) {
  const { t } = useI18n();
  const { id, name } = props.member;
  const [role, setRole] = useState<Role>(props.member.role);
  const change = useChange({
    run: () =>
      load(
        api.PATCH('/api/admin/v1/companies/{handle}/members/{userId}', {
          params: { path: { handle: props.company, userId: id } },
          body: { role },
        }),
      ),
    changes: ['members', props.company],
    onDone: props.onClose,
  });
  const submit = () => {
    change.mutate(undefined);
  };
  return (
    <Dialog onClose={props.onClose} title={t('people.change-role.named', { name })}>
      <DialogForm
        onSubmit={submit}
        error={change.error}
        action={t('people.change-role')}
        onCancel={props.onClose}
        loading={change.isPending}
        disabled={role === props.member.role}
      >
        <RoleChoice value={role} onChange={setRole} />
      </DialogForm>
    </Dialog>
  );
}
