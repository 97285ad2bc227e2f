import { PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CompanySettings, useSettingsChange } from '../../api/settings.js';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { DialogForm } from '../../shared/dialogs/dialog-form.js';

/** The marketing system that receives analyses with an e-mail address. docs/webhooks.md "CRM". */
export function CrmDialog(props: { handle: string; current: CompanySettings['crm']; onClose: () => void }) {
  const { t } = useI18n();
  const { handle, current, onClose } = props;
  const queries = useQueryClient();
  const [apiKey, setApiKey] = useState('');
  const [metric, setMetric] = useState(current?.metric ?? '');
  const change = useSettingsChange(handle, () => {
    void queries.invalidateQueries({ queryKey: ['endpoints', handle] });
    onClose();
  });
  const submit = () => {
    const key = apiKey.trim() === '' ? {} : { apiKey: apiKey.trim() };
    const name = metric.trim() === '' ? {} : { metric: metric.trim() };
    change.mutate(({ crm }) => ({
      crm: { kind: 'klaviyo', ...(crm?.baseUrl ? { baseUrl: crm.baseUrl } : {}), ...key, ...name },
    }));
  };
  return (
    <Dialog onClose={onClose} title={t('webhooks.crm')}>
      <DialogForm
        onSubmit={submit}
        error={change.error}
        action={t('save.action')}
        onCancel={onClose}
        loading={change.isPending}
      >
        <PasswordInput
          label={t('webhooks.crm.key')}
          description={t(current ? 'webhooks.crm.key.stays' : 'webhooks.crm.key.text')}
          visibilityToggleButtonProps={{ 'aria-label': t('webhooks.crm.show-key') }}
          value={apiKey}
          onChange={({ currentTarget }) => setApiKey(currentTarget.value)}
          autoComplete="off"
          required={current === null}
          data-autofocus
        />
        <TextInput
          label={t('webhooks.crm.metric')}
          description={t('webhooks.crm.metric.text')}
          placeholder="Analysis Completed"
          value={metric}
          onChange={({ currentTarget }) => setMetric(currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
