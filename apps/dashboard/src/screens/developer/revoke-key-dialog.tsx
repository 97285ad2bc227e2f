import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { ConfirmDialog } from '../../shared/dialogs/confirm-dialog.js';
import { isInUse } from './key-state.js';

/** Revokes a key. One that was used within 24 hours must be named, since a program depends on it. docs/dashboard.md Y4.3. */
export function RevokeKeyDialog(props: { company: string; apiKey: Schemas['ApiKey']; onClose: () => void }) {
  const { t, time } = useI18n();
  const { id, name, lastUsedAt } = props.apiKey;
  const isUsed = isInUse(props.apiKey, Date.now());
  const revoke = useChange({
    run: () =>
      load(
        api.DELETE('/api/admin/v1/companies/{handle}/api-keys/{keyId}', {
          params: { path: { handle: props.company, keyId: id } },
        }),
      ),
    changes: ['api-keys', props.company],
    onDone: props.onClose,
  });
  return (
    <ConfirmDialog
      title={t('keys.revoke.named', { name })}
      action={t('keys.revoke')}
      change={{ ...revoke, mutate: () => revoke.mutate(undefined) }}
      onClose={props.onClose}
      typed={isUsed ? name : undefined}
    >
      {t(isUsed ? 'keys.revoke.used' : 'keys.revoke.text', { time: time(lastUsedAt) })}
    </ConfirmDialog>
  );
}
