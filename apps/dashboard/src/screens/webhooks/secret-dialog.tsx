import { Text } from '@mantine/core';
import { api, load } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { DialogForm } from '../../shared/dialogs/dialog-form.js';
import { NewSecret } from './new-secret.js';

/** Gives the webhook a new secret, which is shown once; the former one signs for another day. docs/dashboard.md Y9.5. */
export function SecretDialog({ handle, onClose }: { handle: string; onClose: () => void }) {
  const { t } = useI18n();
  const change = useChange({
    run: () => load(api.POST('/api/admin/v1/companies/{handle}/webhooks/secret', { params: { path: { handle } } })),
    changes: ['settings', handle],
  });
  if (change.data) {
    return (
      <Dialog onClose={onClose} title={t('webhooks.secret.changed')} closeOnClickOutside={false} size="lg">
        <NewSecret secret={change.data.secret} until={change.data.formerSecretUntil} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title={t('webhooks.secret.new')} size="lg">
      <DialogForm
        onSubmit={() => change.mutate(undefined)}
        error={change.error}
        action={t('webhooks.secret.new')}
        onCancel={onClose}
        loading={change.isPending}
      >
        <Text>{t('webhooks.secret.new.text')}</Text>
      </DialogForm>
    </Dialog>
  );
}
