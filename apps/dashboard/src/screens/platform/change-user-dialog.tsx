import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { ConfirmDialog } from '../../shared/dialogs/confirm-dialog.js';

const CHANGES = {
  DISABLE: { action: 'users.disable', text: 'users.disable.text', body: { state: 'DISABLED' } },
  ENABLE: { action: 'users.enable', text: 'users.enable.text', body: { state: 'ACTIVE' } },
  PROMOTE: { action: 'users.promote', text: 'users.promote.text', body: { platformAdmin: true } },
  DEMOTE: { action: 'users.demote', text: 'users.demote.text', body: { platformAdmin: false } },
} as const;

export type UserChange = keyof typeof CHANGES;

export function ChangeUserDialog(props: { user: Schemas['PlatformUser']; change: UserChange; onClose: () => void }) {
  const { t } = useI18n();
  const { id, name, email } = props.user;
  const { action, text, body } = CHANGES[props.change];
  const change = useChange({
    run: () => load(api.PATCH('/api/admin/v1/users/{userId}', { params: { path: { userId: id } }, body })),
    changes: ['users'],
    onDone: props.onClose,
  });
  return (
    <ConfirmDialog
      title={`${t(action)}: ${name}`}
      action={t(action)}
      {...(props.change === 'ENABLE' ? { color: 'plum' } : {})}
      change={{ ...change, mutate: () => change.mutate(undefined) }}
      onClose={props.onClose}
    >
      {t(text, { email })}
    </ConfirmDialog>
  );
}
