import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { ConfirmDialog } from '../../shared/dialogs/confirm-dialog.js';

/** Erases a user, whose address must be typed first: it cannot be undone. docs/identity.md I1.4. */
export function EraseUserDialog({ user, onClose }: { user: Schemas['PlatformUser']; onClose: () => void }) {
  const { t } = useI18n();
  const { id, name, email } = user;
  const erase = useChange({
    run: () => load(api.DELETE('/api/admin/v1/users/{userId}', { params: { path: { userId: id } } })),
    changes: ['users'],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`${t('users.erase')}: ${name}`}
      action={t('users.erase')}
      typed={email}
      change={{ ...erase, mutate: () => erase.mutate(undefined) }}
      onClose={onClose}
    >
      {t('users.erase.text', { email })}
    </ConfirmDialog>
  );
}
