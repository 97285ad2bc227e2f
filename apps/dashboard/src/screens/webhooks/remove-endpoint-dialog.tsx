import { useQueryClient } from '@tanstack/react-query';
import { useSettingsChange } from '../../api/settings.js';
import { useI18n } from '../../i18n/i18n.js';
import { ConfirmDialog } from '../../shared/dialogs/confirm-dialog.js';

const TITLES = { webhook: 'webhooks.remove.webhook', crm: 'webhooks.remove.crm' } as const;

export function RemoveEndpointDialog(props: { handle: string; target: 'webhook' | 'crm'; onClose: () => void }) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const remove = useSettingsChange(props.handle, () => {
    void queries.invalidateQueries({ queryKey: ['endpoints', props.handle] });
    props.onClose();
  });
  return (
    <ConfirmDialog
      title={t(TITLES[props.target])}
      action={t('webhooks.remove')}
      change={{ ...remove, mutate: () => remove.mutate(() => ({ [props.target]: null })) }}
      onClose={props.onClose}
    >
      {t('webhooks.remove.text')}
    </ConfirmDialog>
  );
}
