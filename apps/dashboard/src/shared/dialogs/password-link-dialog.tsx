import { useMutation } from '@tanstack/react-query';
import { useI18n } from '../../i18n/i18n.js';
import { OneTimeLink } from '../fields/one-time-link.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { Dialog } from './dialog.js';

/** A link with which a user sets a password, for those who cannot receive mail. docs/identity.md I7.2. */
export function PasswordLinkDialog(props: {
  name: string;
  create: () => Promise<{ link: string }>;
  onClose: () => void;
}) {
  const { t } = useI18n();
  const title = t('password-link.named', { name: props.name });
  const create = useMutation({ mutationFn: props.create });
  if (create.data) {
    return (
      <Dialog onClose={props.onClose} title={title} closeOnClickOutside={false}>
        <OneTimeLink link={create.data.link} label={t('password-link.link')} onClose={props.onClose} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={title}
      action={t('password-link.action')}
      color="plum"
      change={{ ...create, mutate: () => create.mutate() }}
      onClose={props.onClose}
    >
      {t('password-link.text')}
    </ConfirmDialog>
  );
}
