import { Alert, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type CompanySettings, useSettingsChange } from '../../api/settings.js';
import { useI18n } from '../../i18n/i18n.js';
import { CopyField } from '../../shared/copy-field.js';
import { Dialog } from '../../shared/dialog.js';
import { DialogActions } from '../../shared/dialog-actions.js';
import { ErrorNotice } from '../../shared/error-notice.js';
import { createSecret } from './secret.js';

/** Sets the address of the webhook. A new secret is made here, sent, and shown once. docs/dashboard.md Y9.1. */
export function WebhookDialog(props: { handle: string; current: CompanySettings['webhook']; onClose: () => void }) {
  const { t } = useI18n();
  const { handle, current, onClose } = props;
  const queries = useQueryClient();
  const [url, setUrl] = useState(current?.url ?? '');
  const [isNewSecret, setNewSecret] = useState(current === null);
  const [secret] = useState(createSecret);
  const change = useSettingsChange(handle, () => {
    void queries.invalidateQueries({ queryKey: ['endpoints', handle] });
    if (!isNewSecret) onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(() => ({ webhook: { url: url.trim(), ...(isNewSecret ? { secret } : {}) } }));
  };
  const title = t(current ? 'webhooks.change' : 'webhooks.set-up');
  if (change.isSuccess && isNewSecret) {
    return (
      <Dialog onClose={onClose} title={t('webhooks.secret.created')} closeOnClickOutside={false} size="lg">
        <Stack>
          <Alert color="yellow">{t('webhooks.secret.once')}</Alert>
          <CopyField label={t('webhooks.secret')} value={secret} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('dialog.done')}</Button>
          </Group>
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title={`${t('webhooks.webhook')}: ${title}`} size="lg">
      <form onSubmit={submit}>
        <Stack>
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
          {current && (
            <Checkbox
              label={t('webhooks.secret.new')}
              description={t('webhooks.secret.new.text')}
              checked={isNewSecret}
              onChange={({ currentTarget }) => setNewSecret(currentTarget.checked)}
            />
          )}
          <ErrorNotice error={change.error} />
          <DialogActions action={t('save.action')} onCancel={onClose} loading={change.isPending} />
        </Stack>
      </form>
    </Dialog>
  );
}
