import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { ConfirmDialog } from '../../shared/dialogs/confirm-dialog.js';

export function RemoveMemberDialog(props: { company: string; member: Schemas['Member']; onClose: () => void }) {
  const { t } = useI18n();
  const { id, name, email } = props.member;
  const remove = useChange({
    run: () =>
      load(
        api.DELETE('/api/admin/v1/companies/{handle}/members/{userId}', {
          params: { path: { handle: props.company, userId: id } },
        }),
      ),
    changes: ['members', props.company],
    onDone: props.onClose,
  });
  return (
    <ConfirmDialog
      title={t('people.remove.named', { name })}
      action={t('people.remove')}
      change={{ ...remove, mutate: () => remove.mutate(undefined) }}
      onClose={props.onClose}
    >
      {t('people.remove.text', { email })}
    </ConfirmDialog>
  );
}
