import { useMutation } from '@tanstack/react-query';
import { api, load, type Schemas } from '../../api/client.js';
import { useI18n } from '../../i18n/i18n.js';
import { ConfirmDialog } from '../../shared/confirm-dialog.js';
import { Dialog } from '../../shared/dialog.js';
import { OneTimeLink } from '../../shared/one-time-link.js';

/** A link with which a member sets a password, for those who cannot receive mail. docs/identity.md I7.2. */
export function PasswordLinkDialog(props: { company: string; member: Schemas['Member']; onClose: () => void }) {
  const { t } = useI18n();
  const { id, name } = props.member;
  const title = t('people.password-link.named', { name });
  const create = useMutation({
    mutationFn: () =>
      load(
        api.POST('/api/admin/v1/companies/{handle}/members/{userId}/password-reset', {
          params: { path: { handle: props.company, userId: id } },
        }),
      ),
  });
  if (create.data) {
    return (
      <Dialog onClose={props.onClose} title={title} closeOnClickOutside={false}>
        <OneTimeLink link={create.data.link} label={t('people.link')} onClose={props.onClose} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={title}
      action={t('people.password-link.action')}
      color="plum"
      change={{ ...create, mutate: () => create.mutate() }}
      onClose={props.onClose}
    >
      {t('people.password-link.text')}
    </ConfirmDialog>
  );
}
