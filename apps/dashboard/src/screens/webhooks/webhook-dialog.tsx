import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CompanySettings, useSettingsChange } from '../../api/settings.js';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { DialogForm } from '../../shared/dialogs/dialog-form.js';
import { NewSecret } from './new-secret.js';
import { createSecret } from './secret.js';

/** Sets the address of the webhook. Its first secret is made here, sent, and shown once. docs/dashboard.md Y9.1. */
export function WebhookDialog(props: { handle: string; current: CompanySettings['webhook']; onClose: () => void }) {
  const { t } = useI18n();
  const { handle, current, onClose } = props;
  const queries = useQueryClient();
  const [url, setUrl] = useState(current?.url ?? '');
  // Also when the settings with the new webhook have arrived.
  const [isNew] = useState(current === null);
  const [secret] = useState(createSecret);
  const change = useSettingsChange(handle, () => {
    void queries.invalidateQueries({ queryKey: ['endpoints', handle] });
    if (!isNew) onClose();
  });
  const submit = () => {
    change.mutate(() => ({ webhook: { url: url.trim(), ...(isNew ? { secret } : {}) } }));
  };
  const title = t(current ? 'webhooks.change' : 'webhooks.set-up');
  if (change.isSuccess && isNew) {
    return (
      <Dialog onClose={onClose} title={t('webhooks.secret.created')} closeOnClickOutside={false} size="lg">
        <NewSecret secret={secret} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title={`${t('webhooks.webhook')}: ${title}`} size="lg">
      <DialogForm
        onSubmit={submit}
        error={change.error}
        action={t('save.action')}
        onCancel={onClose}
        loading={change.isPending}
      >
        <TextInput
          type="url"
          label={t('webhooks.url')}
          description={t('webhooks.url.text')}
          placeholder="https://shop.example/hooks/analysis"
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          required
          data-autofocus
        />
      </DialogForm>
    </Dialog>
  );
}
